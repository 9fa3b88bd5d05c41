/**
 * What the clock bar and the hotkeys do with the clock, one verb each. Time that plays is paused
 * before it is stepped.
 */

import { granularity } from '../chart/chart-settings.js';
import { showError, showToast } from '../parts/toast.js';
import { choose, instrument, refreshSimulations, store } from '../state/app.js';
import { setting } from '../state/settings.js';
import type { SimulationStore } from '../state/simulation-store.js';
import {
  type AdvanceRequest,
  advance,
  fork,
  type PlayRequest,
  pause,
  play,
  rewind,
} from '../wire/control.js';
import { readTable } from '../wire/ledger.js';
import { readCandles } from '../wire/v20.js';
import { candleBefore } from './candle-before.js';
import type { Speed } from './speeds.js';

/** What time can pause at by itself. */
export const PAUSE_AT = ['fill', 'stop', 'profit', 'event', 'transaction'] as const;
export type PauseAt = (typeof PAUSE_AT)[number];

/** The speed that the next play has. */
export const speed = setting<Speed>('speed', 60, value => value === 'max' || Number(value) > 0);
/** What the next play pauses at. */
export const pausesAt = setting<readonly PauseAt[]>('pauseAt', [], Array.isArray);

/** Does something with the shown simulation; what goes wrong is told. */
function act(work: (shown: SimulationStore) => Promise<unknown>): void {
  const shown = store.value;
  if (shown !== undefined) work(shown).catch(showError);
}

/** Plays, or pauses what plays. */
export function playOrPause(): void {
  act(({ clock, place }) =>
    clock.value?.state === 'playing' ? pause(place.simulation) : play(place.simulation, wanted()),
  );
}

function wanted(): PlayRequest {
  const at = pausesAt.value;
  return { speed: speed.value, ...(at.length === 0 ? {} : { pauseAt: [...at] }) };
}

/** Another speed; time that plays goes on at it. */
export function setSpeed(value: Speed): void {
  speed.value = value;
  replay();
}

/** Something to pause at, or no longer. */
export function togglePauseAt(each: PauseAt): void {
  const at = pausesAt.value;
  pausesAt.value = at.includes(each) ? at.filter(other => other !== each) : [...at, each];
  replay();
}

function replay(): void {
  act(async ({ clock, place }) => {
    if (clock.value?.state === 'playing') await play(place.simulation, wanted());
  });
}

function step(body: AdvanceRequest): void {
  act(async shown => {
    await hold(shown);
    await advance(shown.place.simulation, body);
  });
}

/** Pauses time that plays. */
async function hold({ clock, place }: SimulationStore): Promise<void> {
  if (clock.value?.state === 'playing') clock.value = await pause(place.simulation);
}

export function stepTick(): void {
  step({ ticks: 1 });
}

export function stepCandle(): void {
  step({ candle: granularity.value });
}

/** To the next fill or transaction, or the end of the window. */
export function stepUntil(until: 'fill' | 'transaction'): void {
  const to = store.value?.clock.value?.to;
  if (to !== undefined) step({ to, until });
}

/** To an instant: forward by the clock, back by a rewind. @param time - RFC 3339. */
export function goTo(time: string): void {
  const now = store.value?.clock.value?.now;
  if (now === undefined) return;
  if (Date.parse(time) < Date.parse(now)) rewindTo(time);
  else step({ to: time });
}

/** Back to an instant; what happened at it is kept. */
function rewindTo(time: string): void {
  act(async shown => {
    await hold(shown);
    await rewind(shown.place.simulation, { to: time });
  });
}

/** Back to the last candle of the chart that began before now. */
export function backCandle(): void {
  act(async shown => {
    await hold(shown);
    const { clock, place } = shown;
    const { now, from } = clock.value ?? {};
    const name = instrument.value;
    if (now === undefined || from === undefined || name === undefined) return;
    // The server knows by which hour of which zone long candles begin, and when the market is closed.
    const query = { granularity: granularity.value, price: 'M', count: 2, to: now };
    const candles = await readCandles(place, name, query);
    await rewind(place.simulation, { to: candleBefore(candles, now, from) });
  });
}

/** Back to before the last transaction of the account. */
export function undoLast(): void {
  act(async shown => {
    await hold(shown);
    const { place } = shown;
    // What the page has heard may be a moment old; the server knows which is the last.
    const { lastTransactionID } = await readTable(place, 'transactions', { offset: 0, limit: 1 });
    await rewind(place.simulation, { before: lastTransactionID, account: place.account });
  });
}

/** Back to before a transaction of the account. */
export function rewindBefore(id: string): void {
  act(async shown => {
    await hold(shown);
    const { simulation, account } = shown.place;
    await rewind(simulation, { before: id, account });
    showToast({ kind: 'done', text: `Rewound before transaction ${id}` });
  });
}

/** A fork at this instant, or before, in a tab of its own. @param at - RFC 3339; default: now. */
export function forkIntoTab(at?: string): void {
  // The tab is opened by the click itself: one that opens later is a pop-up.
  const tab = open('', '_blank');
  act(async ({ place }) => {
    try {
      const made = await fork(place.simulation, at === undefined ? {} : { at });
      await refreshSimulations();
      const hash = new URLSearchParams({ simulation: made.id, account: place.account });
      if (tab !== null) tab.location.href = `${location.pathname}#${hash}`;
      const show = { label: 'Show here', run: () => choose(made.id, place.account) };
      showToast({ kind: 'done', text: `Fork ${made.id} opened`, action: show });
    } catch (error) {
      tab?.close();
      throw error;
    }
  });
}

/** To a random instant of the window that is not over yet, as trainers begin. */
export function randomStart(): void {
  const clock = store.value?.clock.value;
  if (clock === undefined) return;
  const [now, to] = [Date.parse(clock.now), Date.parse(clock.to)];
  // The last tenth is too short to trade in.
  step({ to: new Date(now + Math.random() * 0.9 * (to - now)).toISOString() });
}
