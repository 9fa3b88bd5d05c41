/** The figures of guests in `/metrics`: what each uses, and what was refused to it. */

import { Counter, Gauge, type Registry } from 'prom-client';

/** What one guest uses. */
export interface GuestFigures {
  readonly name: string;
  readonly used: Readonly<Record<'simulations' | 'bytes' | 'streams', number>>;
  /** CPU seconds since the server started. */
  readonly workedSeconds: number;
  /** Requests that were refused, by quota. */
  readonly refused: Readonly<Record<string, number>>;
}

/** The guests of a server. */
export interface MeasuredGuests {
  all(): readonly GuestFigures[];
  /** One of them, with the present sizes of its simulations. */
  measured(guest: GuestFigures): GuestFigures;
}

const USED = [
  ['simulations', 'orrery_guest_simulations', 'Simulations of a guest'],
  ['bytes', 'orrery_guest_bytes', 'Bytes of the simulations of a guest, at most'],
  ['streams', 'orrery_guest_streams', 'Open streams of a guest'],
] as const;

/** Adds the figures; a server without guests has none. */
export function addGuestMetrics(registers: Registry[], guests: MeasuredGuests): void {
  if (guests.all().length === 0) return;
  for (const [use, name, help] of USED) {
    const gauge: Gauge<'guest'> = new Gauge({
      name,
      help,
      labelNames: ['guest'],
      registers,
      collect: () => {
        for (const guest of guests.all()) {
          const { name: of, used } = use === 'bytes' ? guests.measured(guest) : guest;
          gauge.set({ guest: of }, used[use]);
        }
      },
    });
  }
  const seconds: Counter<'guest'> = new Counter({
    name: 'orrery_guest_cpu_seconds_total',
    help: 'Seconds in which the thread of the server worked for a guest, since the start',
    labelNames: ['guest'],
    registers,
    collect: () => {
      seconds.reset();
      for (const guest of guests.all()) seconds.inc({ guest: guest.name }, guest.workedSeconds);
    },
  });
  addRefusals(registers, guests);
}

function addRefusals(registers: Registry[], guests: MeasuredGuests): void {
  const refusals: Counter<'guest' | 'quota'> = new Counter({
    name: 'orrery_guest_refusals_total',
    help: 'Requests of a guest that were refused because of a quota, since the start',
    labelNames: ['guest', 'quota'],
    registers,
    collect: () => {
      refusals.reset();
      for (const { name: guest, refused } of guests.all()) {
        for (const [quota, count] of Object.entries(refused)) refusals.inc({ guest, quota }, count);
      }
    },
  });
}
