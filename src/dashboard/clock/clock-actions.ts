/**
 * What the clock bar and the hotkeys do with the clock, one verb each. Time that plays is paused
 * before it is stepped.
 */

import { computed, effect, signal } from '@preact/signals';
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
  readClock,
  rewind,
} from '../wire/control.js';
import { readLastAction } from '../wire/page-verbs.js';
import type { Clock } from '../wire/types.js';
import { readCandles } from '../wire/v20.js';
import { candleBefore } from './candle-before.js';
import { timeOfPrice } from './price-reached.js';
import type { Speed } from './speeds.js';

/** What time can pause at by itself. */
export const PAUSE_AT = ['fill', 'stop', 'profit', 'event', 'transaction'] as const;
export type PauseAt = (typeof PAUSE_AT)[number];

/** The speed that the person chose for the next play; undefined: that of the clock. */
const chosenSpeed = signal<Speed | undefined>(undefined);
/** The speed at which time plays, or will when it is played. */
export const speed = computed<Speed>(() => {
  return chosenSpeed.value ?? store.value?.clock.value?.speed ?? 1;
});
/** The speed of time that plays. */
const playingSpeed = computed(() => {
  const clock = store.value?.clock.value;
  return clock?.state === 'playing' ? clock.speed : undefined;
});
// Another client may play time at another speed; the page follows.
effect(() => {
  if (playingSpeed.value !== undefined) chosenSpeed.value = playingSpeed.value;
});
/** What the next play pauses at. */
export const pausesAt = setting<readonly PauseAt[]>('pauseAt', [], Array.isArray);

/** Does something with the shown simulation, and shows an error. */
function act(work: (shown: SimulationStore) => Promise<unknown>): void {
  const shown = store.value;
  if (shown !== undefined) work(shown).catch(showError);
}

/** Plays, or pauses what plays. */
export function playOrPause(): void {
  act(({ clock, place }) =>
    clock.value?.state === 'playing'
      ? pause(place.simulation)
      : play(place.simulation, wanted(clock.value)),
  );
}

/** Only a clock that follows the wall clock has a speed, and can pause by itself. */
function wanted(clock: Clock | undefined): PlayRequest {
  if (!isPaced(clock)) return {};
  const at = pausesAt.value;
  return { speed: speed.value, ...(at.length === 0 ? {} : { pauseAt: [...at] }) };
}

/** Whether time follows the wall clock, at a speed; that of a program in virtual time does, too. */
export function isPaced(clock: Clock | undefined): boolean {
  return clock?.mode === 'paced' || isVirtual(clock);
}

/** Whether time is that in which a program lives. */
export function isVirtual(clock: Clock | undefined): boolean {
  return clock?.idleBy === 'hook';
}

/** Another speed; time that plays goes on at it. */
export function setSpeed(value: Speed): void {
  chosenSpeed.value = value;
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
    if (clock.value?.state === 'playing') await play(place.simulation, wanted(clock.value));
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
  stepCandles(1);
}

/**
 * To the close of the candle that is so many candles of the shown instrument on: a weekend has none. On the
 * way through several, a fill stops time.
 */
export function stepCandles(count: number): void {
  const of = instrument.peek();
  const until = count > 1 ? { until: 'fill' as const } : {};
  step({ candle: granularity.peek(), count, ...(of !== undefined && { of }), ...until });
}

/** To the next price of the shown instrument, as after a weekend; then time plays on. */
export function playFromNextPrice(): void {
  act(async shown => {
    await hold(shown);
    const { simulation } = shown.place;
    const of = instrument.peek();
    const { state } = await advance(simulation, { candle: 'S5', ...(of !== undefined && { of }) });
    if (state !== 'ended') await play(simulation, wanted(shown.clock.peek()));
  });
}

/**
 * Moves time to the first of several mid prices of the shown instrument, or to a fill before it;
 * time stays when neither comes.
 */
export function playToPrice(prices: readonly string[]): void {
  act(async shown => {
    await hold(shown);
    const known = shown.instruments.peek().get(instrument.peek() ?? '');
    if (known === undefined) return;
    const at = await timeOfPrice(shown.place, known, prices);
    if (at !== undefined) await advance(shown.place.simulation, { to: at });
    else
      showToast({ kind: 'done', text: 'The price is not reached within the window: time stays' });
  });
}

/**
 * Moves time to the next fill or transaction; time stays when none comes, so that the page does not
 * show the future in vain.
 */
export function stepUntil(until: 'fill' | 'transaction'): void {
  act(async shown => {
    await hold(shown);
    const { place } = shown;
    // The state in the page may be a moment old.
    const { to, transactions } = await readClock(place.simulation);
    const after = await advance(place.simulation, { to, until, orStay: true });
    if (after.transactions !== transactions) return;
    const text = `No ${until} comes until the end of the window: time stays`;
    showToast({ kind: 'done', text });
  });
}

/** Moves time to an instant: forward by the clock, back by a rewind. @param time - RFC 3339. */
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
    // Only the server has the hour and zone at which long candles begin, and the hours when the
    // market is closed.
    const query = { granularity: granularity.value, price: 'M', count: 2, to: now };
    const candles = await readCandles(place, name, query);
    await rewind(place.simulation, { to: candleBefore(candles, now, from) });
  });
}

/** Back to before the last order or change that was sent by the page for the account. */
export function undoLast(): void {
  act(async shown => {
    const { simulation, account } = shown.place;
    const { transactionID } = await readLastAction(shown.place);
    if (transactionID === undefined) {
      const text = 'Nothing to undo: no order or change was sent by this page';
      showToast({ kind: 'done', text });
      return;
    }
    await hold(shown);
    await rewind(simulation, { before: transactionID, account });
    showToast({ kind: 'done', text: `Undone: transaction ${transactionID} and what came after` });
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

/** Moves time to a random later instant of the window, as trainers begin. */
export function randomStart(): void {
  const clock = store.value?.clock.value;
  if (clock === undefined) return;
  const [now, to] = [Date.parse(clock.now), Date.parse(clock.to)];
  // The last tenth is too short to trade in.
  step({ to: new Date(now + Math.random() * 0.9 * (to - now)).toISOString() });
}
