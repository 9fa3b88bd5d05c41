/**
 * The value of an account at past instants, exact to the last digit: the holdings by the ledger, at
 * the prices of that instant, valued by the code that values the present account. Nothing is
 * replayed. Source: v20 semantics 5.2.
 */

import { byCodeUnit } from '../../../core/base/by-code-unit.js';
import { type Decimal, decimal, formatMoney, ZERO } from '../../../core/base/decimal.js';
import type { CandleSeries } from '../../../core/candle/series.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import type { EngineState } from '../../../core/engine/state/engine-state.js';
import { type AccountMarket, type Holding, valueAccount } from '../../../core/ledger/valuation.js';
import { Conversion } from '../../../core/market/conversion.js';
import { baseCurrency, quoteCurrency } from '../../../core/market/instrument.js';
import { QuoteBoard } from '../../../core/market/quote.js';
import { formatRfc3339, type Instant, instant, instantOf } from '../../../core/time/instant.js';
import { pastOf } from './ledger-past.js';
import type { TradeChanges, ValueChange } from './value-changes.js';

/** An account at an instant; money in home currency. */
export interface NavPoint {
  /** RFC 3339. */
  readonly time: string;
  readonly balance: string;
  readonly NAV: string;
}

/** Changes between two pauses: less than a millisecond each. */
const TAKEN_AT_ONCE = 1_000;

/**
 * The curve of an account from its beginning to the present, with pauses.
 * @param points - the most points; at least 2.
 */
export function* navCurve(
  state: EngineState,
  cell: AccountCell,
  points: number,
): Generator<undefined, NavPoint[]> {
  const { changes } = yield* pastOf(cell.log);
  const past = new PastAccount(state, cell, changes);
  const curve: NavPoint[] = [];
  for (const at of instantsOf(state, cell, { points, changes })) {
    while (!past.takeUntil(at, TAKEN_AT_ONCE)) yield undefined;
    curve.push(past.at(at));
    yield undefined;
  }
  return curve;
}

/** Instants of equal distance, and those at which the balance changed when they are not too many. */
function instantsOf(
  { from, clock }: EngineState,
  { log }: AccountCell,
  { points, changes }: { readonly points: number; readonly changes: readonly ValueChange[] },
): readonly Instant[] {
  const changed = new Set<string>();
  for (const { time, balance } of changes) {
    if (changed.size > points / 2) break;
    if (balance !== undefined) changed.add(time);
  }
  const areFew = changed.size <= points / 2;
  const steps = Math.max(1, points - 1 - (areFew ? changed.size : 0));
  const length = clock.now - from;
  const even = Array.from(
    { length: steps + 1 },
    (_, at) => from + Math.floor((length * at) / steps),
  );
  const times = [...even.map(at => formatRfc3339(instant(at))), ...(areFew ? changed : [])];
  const first = log.must(log.firstID).time;
  const all = [...new Set(times)].filter(time => time >= first).sort(byCodeUnit);
  return all.map(time => instant(instantOf(time)));
}

/**
 * Owns the trades and the balance of an account at one instant. `at` moves the instant on, never
 * back.
 */
class PastAccount {
  readonly #state: EngineState;
  readonly #cell: AccountCell;
  readonly #market: AccountMarket;
  readonly #trades = new Map<string, Holding>();
  #balance: Decimal = ZERO;
  readonly #changes: readonly ValueChange[];
  /** The place of the next change to take. */
  #next = 0;

  constructor(state: EngineState, cell: AccountCell, changes: readonly ValueChange[]) {
    const { currency, conversionMarkup } = cell.state.config;
    const quotes = new QuoteBoard(state.quotes.instruments);
    this.#state = state;
    this.#cell = cell;
    this.#market = { quotes, conversion: new Conversion(quotes, currency, conversionMarkup) };
    this.#changes = changes;
  }

  /** The account at an instant up to which everything was taken. */
  at(at: Instant): NavPoint {
    const time = formatRfc3339(at);
    const held = [...this.#trades.values()];
    for (const slot of this.#slotsOf(held)) this.#quote(slot, at);
    const { NAV } = valueAccount(this.#cell.state, this.#market, held, this.#balance);
    return { time, balance: formatMoney(this.#balance), NAV: formatMoney(NAV) };
  }

  /**
   * Takes what happened up to and at `at`, which is not before the last one; at most `most` changes.
   * @returns whether everything was taken.
   */
  takeUntil(at: Instant, most: number): boolean {
    const time = formatRfc3339(at);
    const end = this.#next + most;
    let last: string | undefined;
    let isDone = false;
    while (!isDone && this.#next < end) {
      const change = this.#changes[this.#next];
      isDone = change === undefined || change.time > time;
      if (change === undefined || isDone) break;
      last = change.balance ?? last;
      if (change.trades !== undefined) this.#trade(change.trades);
      this.#next += 1;
    }
    if (last !== undefined) this.#balance = decimal(last);
    return isDone;
  }

  #trade({ instrument, closed, reduced, opened }: TradeChanges): void {
    for (const id of closed) this.#trades.delete(id);
    const before = reduced && this.#trades.get(reduced.id);
    if (reduced !== undefined && before !== undefined) {
      const units = before.units.plus(reduced.units);
      this.#trades.set(reduced.id, { ...before, units });
    }
    if (opened === undefined) return;
    const { id, units, price } = opened;
    this.#trades.set(id, { instrument, units: decimal(units), price: decimal(price) });
  }

  /** The slots of the prices that the holdings are valued by. */
  #slotsOf(held: readonly Holding[]): ReadonlySet<number> {
    const { quotes, conversion } = this.#market;
    const slots = new Set<number>();
    for (const name of new Set(held.map(each => each.instrument))) {
      const slot = quotes.mustSlot(name);
      const instrument = quotes.instrument(slot);
      slots.add(slot);
      for (const currency of [quoteCurrency(instrument), baseCurrency(instrument)]) {
        for (const leg of conversion.slots(currency) ?? []) slots.add(leg);
      }
    }
    return slots;
  }

  #quote(slot: number, at: Instant): void {
    const { quotes } = this.#market;
    const series = this.#state.candles[slot] as CandleSeries;
    const row = series.rowAtOrAfter(at + 1) - 1;
    if (row < 0) return;
    const { time, bid, ask } = series.quoteAt(row);
    quotes.time[slot] = time;
    quotes.bid[slot] = bid;
    quotes.ask[slot] = ask;
  }
}
