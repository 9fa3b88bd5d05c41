/**
 * The value of an account at past instants, exact to the last digit: the holdings that the ledger
 * tells, at the prices of that instant, valued by the code that values the present account. Nothing
 * is replayed. Source: v20 semantics 5.2.
 */

import { byCodeUnit } from '../../core/base/by-code-unit.js';
import { type Decimal, decimal, formatMoney, ZERO } from '../../core/base/decimal.js';
import type { CandleSeries } from '../../core/candle/series.js';
import type { AccountCell } from '../../core/engine/state/account-cell.js';
import type { EngineState } from '../../core/engine/state/engine-state.js';
import type { OrderFillTransaction, Transaction } from '../../core/ledger/transaction.js';
import { type AccountMarket, type Holding, valueAccount } from '../../core/ledger/valuation.js';
import { Conversion } from '../../core/market/conversion.js';
import { baseCurrency, quoteCurrency } from '../../core/market/instrument.js';
import { QuoteBoard } from '../../core/market/quote.js';
import { formatRfc3339, type Instant, instant, instantOf } from '../../core/time/instant.js';

/** An account at an instant; money in home currency. */
export interface NavPoint {
  /** RFC 3339. */
  readonly time: string;
  readonly balance: string;
  readonly NAV: string;
}

/**
 * The curve of an account from its beginning to the present.
 * @param points - the most points; at least 2.
 */
export function navCurve(state: EngineState, cell: AccountCell, points: number): NavPoint[] {
  const past = new PastAccount(state, cell);
  return instantsOf(state, cell, points).map(at => past.at(at));
}

/** Instants of equal distance, and those at which the balance changed when they are not too many. */
function instantsOf(
  { from, clock }: EngineState,
  { log }: AccountCell,
  points: number,
): readonly Instant[] {
  const changes = new Set<string>();
  for (let id = log.firstID; id <= log.lastID && changes.size <= points / 2; id++) {
    const transaction = log.must(id);
    if ('accountBalance' in transaction) changes.add(transaction.time);
  }
  const areFew = changes.size <= points / 2;
  const steps = Math.max(1, points - 1 - (areFew ? changes.size : 0));
  const length = clock.now - from;
  const even = Array.from(
    { length: steps + 1 },
    (_, at) => from + Math.floor((length * at) / steps),
  );
  const times = [...even.map(at => formatRfc3339(instant(at))), ...(areFew ? changes : [])];
  const first = log.must(log.firstID).time;
  const all = [...new Set(times)].filter(time => time >= first).sort(byCodeUnit);
  return all.map(time => instant(instantOf(time)));
}

/** An account that is read at rising instants. */
class PastAccount {
  readonly #state: EngineState;
  readonly #cell: AccountCell;
  readonly #market: AccountMarket;
  readonly #trades = new Map<string, Holding>();
  #balance: Decimal = ZERO;
  /** The id of the next transaction to take. */
  #next: number;

  constructor(state: EngineState, cell: AccountCell) {
    const { currency, conversionMarkup } = cell.state.config;
    const quotes = new QuoteBoard(state.quotes.instruments);
    this.#state = state;
    this.#cell = cell;
    this.#market = { quotes, conversion: new Conversion(quotes, currency, conversionMarkup) };
    this.#next = cell.log.firstID;
  }

  /** The account after everything that happened at `at`, which is not before the last one. */
  at(at: Instant): NavPoint {
    const time = formatRfc3339(at);
    this.#takeUntil(time);
    const held = [...this.#trades.values()];
    for (const slot of this.#slotsOf(held)) this.#quote(slot, at);
    const { NAV } = valueAccount(this.#cell.state, this.#market, held, this.#balance);
    return { time, balance: formatMoney(this.#balance), NAV: formatMoney(NAV) };
  }

  #takeUntil(time: string): void {
    const { log } = this.#cell;
    for (; this.#next <= log.lastID; this.#next++) {
      const transaction = log.must(this.#next);
      if (transaction.time > time) return;
      this.#take(transaction);
    }
  }

  #take(transaction: Transaction): void {
    if ('accountBalance' in transaction) this.#balance = decimal(transaction.accountBalance);
    if (transaction.type === 'ORDER_FILL') this.#trade(transaction);
  }

  #trade({ instrument, tradesClosed = [], tradeReduced, tradeOpened }: OrderFillTransaction): void {
    for (const { tradeID } of tradesClosed) this.#trades.delete(tradeID);
    const reduced = tradeReduced && this.#trades.get(tradeReduced.tradeID);
    if (tradeReduced !== undefined && reduced !== undefined) {
      const units = reduced.units.plus(tradeReduced.units);
      this.#trades.set(tradeReduced.tradeID, { ...reduced, units });
    }
    if (tradeOpened === undefined) return;
    const { tradeID, units, price } = tradeOpened;
    this.#trades.set(tradeID, { instrument, units: decimal(units), price: decimal(price) });
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
