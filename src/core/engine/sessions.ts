/**
 * When an instrument trades: in its hours, while no halt of all of it is on. Trading hours say when
 * orders fill, not what is quoted: a price outside them makes candles, is shown and values accounts
 * like any other, but triggers no order, moves no trailing stop and closes no account out.
 * Source: v20 semantics 4.3, 4.8, 7.3 (prices outside an instrument's hours).
 */

import { SideState } from '../market/quote.js';
import { sessionAt } from '../time/calendar.js';
import type { Instant } from '../time/instant.js';
import type { Halt, MarketEntry } from './scenario.js';
import { type EngineState, Rank } from './state.js';

/** What of a market entry says when it trades. */
export type TradingEntry = Pick<MarketEntry, 'instrument' | 'halts'>;

/** Whether an instrument trades, and up to when that stays so: Infinity for ever. */
export interface Trading {
  readonly isOpen: boolean;
  readonly until: number;
}

/** Sets what may trade in `slot` from `time` on, and schedules the next change. */
export function changeSession({ quotes, market, queue }: EngineState, slot: number, time: Instant) {
  const entry = market[slot] as MarketEntry;
  const { isOpen, until } = tradingAt(entry, time);
  quotes.tradeable[slot] = isOpen ? 1 : 0;
  const { active } = haltsAt(entry.halts, time);
  for (const side of ['BID', 'ASK'] as const) {
    const states = side === 'BID' ? quotes.bidState : quotes.askState;
    const modes = active
      .filter(halt => halt.side === side || halt.side === 'ALL')
      .map(halt => halt.mode);
    if (modes.includes('HALTED')) states[slot] = SideState.HALTED;
    else states[slot] = modes.length > 0 ? SideState.REDUCE_ONLY : SideState.OPEN;
  }
  if (Number.isSafeInteger(until)) queue.push(until, Rank.SESSION, { kind: 'session', slot });
}

/** Whether an instrument trades at `at`, and until when that or its halts do not change. */
export function tradingAt({ instrument, halts }: TradingEntry, at: Instant): Trading {
  const session = sessionAt(instrument.tradingHours, at);
  const { active, until } = haltsAt(halts, at);
  const isHalted = active.some(halt => halt.side === 'ALL' && halt.mode === 'HALTED');
  return { isOpen: session.open && !isHalted, until: Math.min(session.until, until) };
}

/** `tradingAt` of many instants, for which ascending ones are looked up once a session. */
export class TradingTimes {
  readonly #entry: TradingEntry;
  #from = Number.POSITIVE_INFINITY;
  #trading: Trading = { isOpen: false, until: Number.NEGATIVE_INFINITY };

  constructor(entry: TradingEntry) {
    this.#entry = entry;
  }

  at(at: Instant): Trading {
    if (at < this.#from || at >= this.#trading.until) {
      this.#trading = tradingAt(this.#entry, at);
      this.#from = at;
    }
    return this.#trading;
  }
}

/** The halts that are on at `at`, and the next instant at which that changes. */
function haltsAt(
  halts: readonly Halt[],
  at: number,
): { readonly active: readonly Halt[]; readonly until: number } {
  let until = Number.POSITIVE_INFINITY;
  const active: Halt[] = [];
  for (const halt of halts) {
    if (halt.from <= at && at < halt.to) active.push(halt);
    for (const edge of [halt.from, halt.to]) if (edge > at && edge < until) until = edge;
  }
  return { active, until };
}
