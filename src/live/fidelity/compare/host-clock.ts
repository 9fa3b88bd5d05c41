/**
 * The clock of the host, beside the wall clock of the capture. A host of the real world runs with
 * the wall; a sandbox whose clock is turned by hand does not.
 */

import {
  type Instant,
  instant,
  MICROS_PER_MILLI,
  parseInstant,
} from '../../../core/time/instant.js';
import type { CapturedSession, SentCommand } from './recorded-session.js';

/** How the clock of a host runs: with the wall's clock, by itself, or in a way that the session does not show. */
export type ClockKind = 'wall' | 'own' | 'unknown';

/** Turns the wall time of a command into the time of the host at which it would arrive without latency. */
export interface HostClock {
  readonly kind: ClockKind;
  sentAt(command: SentCommand): Instant;
}

/** Moments of one clock do not drift further apart than this; wall milliseconds. */
const DRIFT_MS = 2_000;
const MOMENTS_MIN = 2;

/**
 * The clock of a session. On the wall, the offset is that of the quickest moment: its way was the
 * shortest. Otherwise a command is sent at the last time of the host that was seen before it.
 */
export function hostClock({ moments, priceMoments, transactions }: CapturedSession): HostClock {
  const known = moments.length >= MOMENTS_MIN ? moments : [...moments, ...priceMoments];
  const offsets = known.map(({ wallMs, host }) => wallMs - host / MICROS_PER_MILLI);
  const least = Math.min(...offsets);
  const kind = kindOf(offsets);
  return {
    kind,
    sentAt({ sentMs, seenBefore, ids }) {
      const written = transactions.get(ids[0] ?? '')?.['time'];
      const acted = parsedMicros(written);
      const sent = kind === 'wall' ? Math.round((sentMs - least) * MICROS_PER_MILLI) : seenBefore;
      // A command cannot act before it is sent: a clock that says so is off by its own error.
      return instant(Math.min(sent ?? acted, acted));
    },
  };
}

function kindOf(offsets: readonly number[]): ClockKind {
  if (offsets.length < MOMENTS_MIN) return 'unknown';
  return Math.max(...offsets) - Math.min(...offsets) <= DRIFT_MS ? 'wall' : 'own';
}

function parsedMicros(time: unknown): number {
  const parsed = parseInstant(String(time));
  return parsed?.at ?? Number.MAX_SAFE_INTEGER;
}
