/**
 * The largest drawdown of NAV over every tick at which a trade was open, the one figure that 17:00
 * New York is too coarse for. The ledger says what was held when; between two entries NAV moves with
 * the closing side of the held instruments. Payments in and out move no drawdown.
 * Only for accounts whose trades are all quoted in the home currency: other profits would need the
 * conversion factors of every tick. Sums are floats; the result is rounded at the edge.
 */

import type { CandleSeries } from '../core/candle/series.js';
import type { OrderFillTransaction, Transaction } from '../core/ledger/transaction.js';
import { quoteCurrency } from '../core/market/instrument.js';
import type { AccountRun } from './account-run.js';
import { instantOf } from './daily.js';
import { Unknown } from './figure.js';

/** 1 - NAV / highest NAV so far, at its largest; Unknown where NAV by the tick cannot be had. */
export function tickDrawdown(run: AccountRun): number | Unknown {
  const converted = run.trades.find(
    trade => quoteCurrency({ name: trade.instrument }) !== run.currency,
  );
  if (converted !== undefined) {
    return new Unknown(`profits of ${converted.instrument} need conversion to ${run.currency}`);
  }
  const walk = new NavWalk(run);
  for (const transaction of run.ledger) walk.take(transaction);
  walk.passUntil(Number.POSITIVE_INFINITY);
  return walk.deepest;
}

/** What is open in one instrument. */
interface Held {
  readonly prices: CandleSeries;
  readonly point: number;
  /** The next row to be seen. */
  row: number;
  long: number;
  short: number;
  /** Units x opening price, signed. */
  cost: number;
  /** What it would bring now, less what it cost. */
  unrealized: number;
}

class NavWalk {
  deepest = 0;
  readonly #held = new Map<string, Held>();
  readonly #entries = new Map<string, number>();
  #balance = 0;
  /** How many shares of the account there are, what one was last worth, and its highest. */
  #shares = 0;
  #value = 1;
  #highest = 1;

  constructor({ market, trades }: AccountRun) {
    for (const { instrument, prices } of market) {
      const point = 1 / 10 ** instrument.displayPrecision;
      this.#held.set(instrument.name, {
        prices,
        point,
        row: 0,
        long: 0,
        short: 0,
        cost: 0,
        unrealized: 0,
      });
    }
    for (const { id, price } of trades) this.#entries.set(id, Number(price));
  }

  /** Lets the ticks up to the transaction pass, then changes balance and holdings as it says. */
  take(transaction: Transaction): void {
    if (!('accountBalance' in transaction)) return;
    const at = instantOf(transaction.time);
    this.passUntil(at);
    const before = this.#nav();
    const after = Number(transaction.accountBalance);
    if (transaction.type === 'TRANSFER_FUNDS') {
      // Shares are bought and sold at their value; one that is worth nothing is not to be had.
      if (this.#shares > 0) this.#value = before / this.#shares;
      const worth = Math.max(0, before + Number(transaction.amount));
      this.#shares = this.#value > 0 ? worth / this.#value : 0;
    }
    this.#balance = after;
    if (transaction.type === 'ORDER_FILL') this.#trade(transaction, at);
    this.#look();
  }

  /** Sees every tick up to and including `at` of what is held. */
  passUntil(at: number): void {
    const open = [...this.#held.values()].filter(({ long, short }) => long !== 0 || short !== 0);
    if (open.length === 0) return;
    for (;;) {
      let next: Held | undefined;
      let time = Number.POSITIVE_INFINITY;
      for (const held of open) {
        if (held.row >= held.prices.length) continue;
        const rowTime = held.prices.timeAt(held.row);
        if (rowTime < time) [next, time] = [held, rowTime];
      }
      if (next === undefined || time > at) return;
      this.#see(next, next.row);
      next.row += 1;
      this.#look();
    }
  }

  #trade(fill: OrderFillTransaction, at: number): void {
    const held = this.#held.get(fill.instrument);
    if (held === undefined) return;
    const { tradesClosed = [], tradeReduced, tradeOpened } = fill;
    for (const { tradeID, units } of [tradesClosed, tradeReduced ?? []].flat()) {
      this.#change(held, Number(units), this.#entries.get(tradeID) ?? 0, true);
    }
    if (tradeOpened !== undefined) {
      this.#change(held, Number(tradeOpened.units), Number(tradeOpened.price), false);
    }
    held.row = held.prices.rowAtOrAfter(at + 1);
    if (held.row > 0) this.#see(held, held.row - 1);
  }

  /** A closing fill has the other sign than the trade that it closes. */
  #change(held: Held, units: number, price: number, closes: boolean): void {
    if (units > 0 !== closes) held.long += units;
    else held.short += units;
    held.cost += units * price;
  }

  #see(held: Held, row: number): void {
    const { bid, ask } = held.prices.pricesAt(row);
    held.unrealized = (held.long * bid + held.short * ask) * held.point - held.cost;
  }

  #nav(): number {
    let total = this.#balance;
    for (const { unrealized } of this.#held.values()) total += unrealized;
    return total;
  }

  #look(): void {
    if (this.#shares === 0) return;
    const value = this.#nav() / this.#shares;
    if (value > this.#highest) this.#highest = value;
    this.deepest = Math.max(this.deepest, 1 - value / this.#highest);
  }
}
