/**
 * When an instrument trades: inside its hours, while no halt of the whole instrument is active.
 * Trading hours decide when orders fill, not what is quoted. A price outside the hours makes
 * candles, is shown and values accounts as usual. But it triggers no order, moves no trailing stop
 * and closes no account out. When the scenario asks for hours as recorded, a tick outside the hours
 * opens the market for a minute. Source: v20 semantics 4.3, 4.8, 7.3 (prices outside an
 * instrument's hours).
 */

import { SideState } from '../../market/quote.js';
import { sessionAt } from '../../time/calendar.js';
import { type Instant, instant } from '../../time/instant.js';
import { type EngineState, Rank } from './engine-state.js';
import type { Halt, MarketEntry } from './market-entry.js';

/** The fields of a market entry that decide when it trades. */
export type TradingEntry = Pick<MarketEntry, 'instrument' | 'halts' | 'faultHalts'>;

/** How long a tick outside its instrument's hours keeps an as-recorded market open. */
const RECORDED_OPEN_MICROS = 60_000_000;

/**
 * Whether an instrument trades, and until when hours and halts do not change (microseconds;
 * Infinity when never).
 */
export interface TradingState {
  readonly isOpen: boolean;
  /** Microseconds of the next change by hours or halts; Infinity when there is none. */
  readonly until: number;
  /** When the market closes unless another tick comes; only present while a tick keeps it open. */
  readonly lapse?: Instant;
}

/** Sets what trades in `slot` from `time` on, and schedules the next change. */
export function changeSession(state: EngineState, slot: number, time: Instant): void {
  const { until } = setTrading(state, slot, time);
  if (Number.isSafeInteger(until)) state.queue.push(until, Rank.SESSION, { kind: 'session', slot });
}

/**
 * Replaces the halts that faults add in `slot`. They hold from `now` on, once the queue has run; the
 * sessions' own changes stay scheduled.
 */
export function setFaultHalts(
  state: EngineState,
  slot: number,
  faultHalts: readonly Halt[],
  now: Instant,
): void {
  state.market[slot] = { ...(state.market[slot] as MarketEntry), faultHalts };
  const edges = faultHalts.flatMap(({ from, to }) => [from, to]).filter(edge => edge > now);
  for (const edge of new Set([now, ...edges])) {
    if (Number.isSafeInteger(edge)) state.queue.push(edge, Rank.SESSION, { kind: 'halt', slot });
  }
}

/** Sets what trades in `slot` from `time` on: the instrument, and each side of its book. */
export function setTrading(state: EngineState, slot: number, time: Instant): TradingState {
  const { quotes, market } = state;
  const trading = openOrClose(state, slot, time);
  const { active } = haltsAt(market[slot] as MarketEntry, time);
  for (const side of ['BID', 'ASK'] as const) {
    const states = side === 'BID' ? quotes.bidState : quotes.askState;
    const modes = active
      .filter(halt => halt.side === side || halt.side === 'ALL')
      .map(halt => halt.mode);
    if (modes.includes('HALTED')) states[slot] = SideState.HALTED;
    else states[slot] = modes.length > 0 ? SideState.REDUCE_ONLY : SideState.OPEN;
  }
  return trading;
}

/** Opens a closed as-recorded market because of the tick that was just quoted. */
export function openByTick(state: EngineState, slot: number, time: Instant): void {
  if (isAsRecorded(state.market[slot] as MarketEntry)) openOrClose(state, slot, time);
}

/** Whether ticks open this market outside its hours. */
export function isAsRecorded({ instrument }: TradingEntry): boolean {
  return instrument.tradingHours.asRecorded === true;
}

/** Sets whether `slot` trades at `time`. If a tick has opened the market, schedules the closing. */
export function openOrClose(state: EngineState, slot: number, time: Instant): TradingState {
  const { quotes, market, queue } = state;
  const trading = tradingAt(market[slot] as MarketEntry, time, quotes.time[slot]);
  quotes.tradeable[slot] = trading.isOpen ? 1 : 0;
  const { lapse } = trading;
  if (lapse !== undefined) queue.push(lapse, Rank.SESSION, { kind: 'lapse', slot });
  return trading;
}

/**
 * Whether an instrument trades at `at`, and until when its hours and halts do not change.
 * @param quotedAt - time of its last tick, microseconds. Default: `at`, for questions about a tick
 * itself.
 */
export function tradingAt(entry: TradingEntry, at: Instant, quotedAt: number = at): TradingState {
  const { tradingHours } = entry.instrument;
  const session = sessionAt(tradingHours, at);
  const { active, until } = haltsAt(entry, at);
  const isHalted = active.some(halt => halt.side === 'ALL' && halt.mode === 'HALTED');
  const lapse = quotedAt + RECORDED_OPEN_MICROS;
  const isOpenByTick = tradingHours.asRecorded === true && !session.open && at < lapse;
  return {
    isOpen: (session.open || isOpenByTick) && !isHalted,
    until: Math.min(session.until, until),
    ...(isOpenByTick && !isHalted ? { lapse: instant(lapse) } : {}),
  };
}

/**
 * Owns the session that was computed last, for `tradingAt` of many ticks. Ascending times cost one
 * calculation per session.
 */
export class TradingTimes {
  readonly #entry: TradingEntry;
  #from = Number.POSITIVE_INFINITY;
  #trading: TradingState = { isOpen: false, until: Number.NEGATIVE_INFINITY };

  constructor(entry: TradingEntry) {
    this.#entry = entry;
  }

  at(at: Instant): TradingState {
    if (at < this.#from || at >= this.#trading.until) {
      this.#trading = tradingAt(this.#entry, at);
      this.#from = at;
    }
    return this.#trading;
  }
}

/** The halts that are active at `at`, and the next instant at which this changes. */
function haltsAt(
  { halts, faultHalts = [] }: TradingEntry,
  at: number,
): { readonly active: readonly Halt[]; readonly until: number } {
  let until = Number.POSITIVE_INFINITY;
  const active: Halt[] = [];
  for (const halt of faultHalts.length === 0 ? halts : [...halts, ...faultHalts]) {
    if (halt.from <= at && at < halt.to) active.push(halt);
    for (const edge of [halt.from, halt.to]) if (edge > at && edge < until) until = edge;
  }
  return { active, until };
}
