/**
 * The value of an account at past instants, exact to the last digit: the holdings that the ledger
 * tells, at the prices of that instant, valued by the code that values the present account. Nothing
 * is replayed. Source: v20 semantics 5.2.
 */

import { byCodeUnit } from '../../core/base/by-code-unit.js';
import { type Decimal, decimal, formatMoney, ZERO } from '../../core/base/decimal.js';
import { present } from '../../core/base/present.js';
import type { CandleSeries } from '../../core/candle/series.js';
import type { AccountCell } from '../../core/engine/state/account-cell.js';
import type { EngineState } from '../../core/engine/state/engine-state.js';
import type { OrderFillTransaction, Transaction } from '../../core/ledger/transaction.js';
import { type AccountMarket, type Holding, valueAccount } from '../../core/ledger/valuation.js';
import { Conversion } from '../../core/market/conversion.js';
import { baseCurrency, quoteCurrency } from '../../core/market/instrument.js';
import { QuoteBoard } from '../../core/market/quote.js';
import { formatRfc3339, type Instant, instant, instantOf } from '../../core/time/instant.js';
import { FoldedLogs } from './folded-logs.js';

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
  for (const { time, balance } of CHANGES.of(log)) {
    if (changes.size > points / 2) break;
    if (balance !== undefined) changes.add(time);
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

/** What a fill does to trades. Not the transaction itself: old ones are packed. */
interface TradesChanged {
  readonly closed: readonly string[];
  readonly reduced?: { readonly id: string; readonly units: string };
  readonly opened?: { readonly id: string; readonly units: string; readonly price: string };
  readonly instrument: string;
}

/** What a transaction changes in the value of its account. */
interface Change {
  /** RFC 3339. */
  readonly time: string;
  /** The balance after it. */
  readonly balance?: string;
  readonly trades?: TradesChanged;
}

/** The changes so far of each account that was asked for. */
const CHANGES = new FoldedLogs(changeOf);

function changeOf(transaction: Transaction): Change | undefined {
  const { time } = transaction;
  const balance = 'accountBalance' in transaction ? transaction.accountBalance : undefined;
  const trades = transaction.type === 'ORDER_FILL' ? tradesChanged(transaction) : undefined;
  if (balance === undefined && trades === undefined) return undefined;
  return { time, ...present({ balance, trades }) };
}

function tradesChanged(fill: OrderFillTransaction): TradesChanged {
  const { instrument, tradesClosed = [], tradeReduced: less, tradeOpened: opened } = fill;
  return {
    instrument,
    closed: tradesClosed.map(({ tradeID }) => tradeID),
    ...(less && { reduced: { id: less.tradeID, units: less.units } }),
    ...(opened && { opened: { id: opened.tradeID, units: opened.units, price: opened.price } }),
  };
}

/** An account that is read at rising instants. */
class PastAccount {
  readonly #state: EngineState;
  readonly #cell: AccountCell;
  readonly #market: AccountMarket;
  readonly #trades = new Map<string, Holding>();
  #balance: Decimal = ZERO;
  readonly #changes: readonly Change[];
  /** The place of the next change to take. */
  #next = 0;

  constructor(state: EngineState, cell: AccountCell) {
    const { currency, conversionMarkup } = cell.state.config;
    const quotes = new QuoteBoard(state.quotes.instruments);
    this.#state = state;
    this.#cell = cell;
    this.#market = { quotes, conversion: new Conversion(quotes, currency, conversionMarkup) };
    this.#changes = CHANGES.of(cell.log);
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
    let last: string | undefined;
    for (let change = this.#changes[this.#next]; change !== undefined; ) {
      if (change.time > time) break;
      last = change.balance ?? last;
      if (change.trades !== undefined) this.#trade(change.trades);
      this.#next += 1;
      change = this.#changes[this.#next];
    }
    if (last !== undefined) this.#balance = decimal(last);
  }

  #trade({ instrument, closed, reduced, opened }: TradesChanged): void {
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
