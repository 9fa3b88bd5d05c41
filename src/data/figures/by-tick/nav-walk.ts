/**
 * Follows an account through every tick while a trade was open and through every transaction;
 * values at 17:00 New York alone are too coarse. The ledger says what was held. Between two
 * transactions NAV changes with the closing prices of the held instruments and of the conversion
 * pairs, as in ledger/valuation.ts. Deposits and withdrawals do not change the drawdown. Sums are
 * floats, and trades are not rounded one by one; published values are rounded at the edge.
 */

import type { OrderFillTransaction, Transaction } from '../../../core/ledger/transaction.js';
import { quoteCurrency } from '../../../core/market/instrument.js';
import { type Instant, instant, MICROS_PER_HOUR } from '../../../core/time/instant.js';
import type { AccountRun } from '../account/account-run.js';
import { instantOf } from '../account/daily.js';
import { MarginWatch } from './margin-watch.js';
import { linesOf, type PriceCursor, type WayHome, wayHome } from './tick-prices.js';

/** The account at one moment. The object changes as the walk goes on, so read it at once. */
export interface NavMoment {
  readonly at: Instant;
  readonly NAV: number;
  /** 1 - NAV / highest NAV so far, without the effect of payments; 0 at a new high. */
  readonly drawdown: number;
  /** Computes the margin in use, in home currency. */
  marginUsed(): number;
}

export interface NavListener {
  /** Called at each moment. @param isEntry - true after a transaction, false at a tick. */
  moment(moment: NavMoment, isEntry: boolean): void;
  /**
   * Called before a moment that comes long after the last one, such as after a weekend or after
   * days without a trade: the account stayed as it was at `moment` until `until`.
   */
  pause(moment: NavMoment, until: Instant): void;
}

/** The least time between two moments that is a pause. */
const LEAST_PAUSE = MICROS_PER_HOUR;

/** Walks through the run of an account from its first money on. @returns the last moment. */
export function walkNav(run: AccountRun, listener: NavListener): NavMoment {
  const walk = new NavWalk(run, listener);
  for (const transaction of run.ledger) walk.take(transaction);
  walk.passUntil(Number.POSITIVE_INFINITY);
  return walk;
}

interface OpenTrade {
  units: number;
  readonly price: number;
}

/** The open trades of one instrument. */
interface Holding {
  readonly line: PriceCursor;
  readonly home: WayHome;
  readonly trades: Map<string, OpenTrade>;
  /** Unrealized P/L of the holding at present, in home currency. */
  unrealized: number;
}

/**
 * Owns the holdings, the balance and the shares of an account at one instant. `take` and
 * `passUntil` move the instant forward, never back; the listener sees each moment once.
 */
class NavWalk implements NavMoment {
  at: Instant;
  NAV = 0;
  drawdown = 0;
  readonly #run: AccountRun;
  readonly #listener: NavListener;
  readonly #margin: MarginWatch;
  readonly #lines: ReadonlyMap<string, PriceCursor>;
  readonly #holdings = new Map<string, Holding>();
  /** Holdings with open trades, and the instruments whose prices change their value. */
  #open: readonly Holding[] = [];
  #moving: readonly PriceCursor[] = [];
  #balance = 0;
  /** Number of shares of the account, last value of a share, and its highest value. */
  #shares = 0;
  #value = 1;
  #highest = 1;

  constructor(run: AccountRun, listener: NavListener) {
    this.#run = run;
    this.#listener = listener;
    this.#margin = new MarginWatch(run);
    this.#lines = linesOf(run.market);
    this.at = run.from;
  }

  marginUsed(): number {
    return this.#margin.usedAt(this.at, this.#holdings);
  }

  /** Processes the ticks up to the transaction, then applies it to balance and holdings. */
  take(transaction: Transaction): void {
    this.#margin.hear(transaction);
    if (!('accountBalance' in transaction)) return;
    const at = instantOf(transaction.time);
    this.passUntil(at);
    this.#pauseUntil(at);
    if (transaction.type === 'TRANSFER_FUNDS') this.#pay(Number(transaction.amount));
    this.#balance = Number(transaction.accountBalance);
    if (transaction.type === 'ORDER_FILL') this.#trade(transaction);
    for (const line of this.#moving) line.moveTo(at);
    for (const holding of this.#open) revalue(holding);
    this.at = at;
    this.#look(true);
  }

  /** Processes every tick up to and including `at` that changes the value of the holdings. */
  passUntil(at: number): void {
    for (;;) {
      let next: PriceCursor | undefined;
      for (const line of this.#moving) {
        if (next === undefined || line.nextTime < next.nextTime) next = line;
      }
      if (next === undefined || next.nextTime > at || next.nextTime === Number.POSITIVE_INFINITY) {
        return;
      }
      const then = instant(next.nextTime);
      this.#pauseUntil(then);
      this.at = then;
      next.step();
      for (const holding of this.#open) {
        if (holding.line === next || holding.home.lines.includes(next)) revalue(holding);
      }
      this.#look(false);
    }
  }

  /**
   * Payments buy and sell shares at their value; a share that is worth nothing cannot be bought.
   */
  #pay(amount: number): void {
    const before = this.#nav();
    if (this.#shares > 0) this.#value = before / this.#shares;
    const worth = Math.max(0, before + amount);
    this.#shares = this.#value > 0 ? worth / this.#value : 0;
  }

  #trade(fill: OrderFillTransaction): void {
    const { tradesClosed = [], tradeReduced, tradeOpened } = fill;
    const { trades } = this.#holdingOf(fill.instrument);
    for (const { tradeID } of tradesClosed) trades.delete(tradeID);
    if (tradeReduced !== undefined) {
      const reduced = trades.get(tradeReduced.tradeID);
      if (reduced !== undefined) reduced.units += Number(tradeReduced.units);
    }
    if (tradeOpened !== undefined) {
      const { tradeID, units, price } = tradeOpened;
      trades.set(tradeID, { units: Number(units), price: Number(price) });
    }
    for (const holding of this.#open) holding.unrealized = 0;
    this.#open = [...this.#holdings.values()].filter(holding => holding.trades.size > 0);
    this.#moving = [...new Set(this.#open.flatMap(({ line, home }) => [line, ...home.lines]))];
  }

  #holdingOf(instrument: string): Holding {
    const known = this.#holdings.get(instrument);
    if (known !== undefined) return known;
    const line = this.#lines.get(instrument) as PriceCursor;
    const home = wayHome(this.#run, this.#lines, quoteCurrency({ name: instrument }));
    const holding = { line, home, trades: new Map(), unrealized: 0 };
    this.#holdings.set(instrument, holding);
    return holding;
  }

  #nav(): number {
    return this.#open.reduce((total, { unrealized }) => total + unrealized, this.#balance);
  }

  #pauseUntil(at: Instant): void {
    if (this.#shares !== 0 && at - this.at >= LEAST_PAUSE) this.#listener.pause(this, at);
  }

  #look(isEntry: boolean): void {
    if (this.#shares === 0) return;
    this.NAV = this.#nav();
    const value = this.NAV / this.#shares;
    if (value > this.#highest) this.#highest = value;
    this.drawdown = 1 - value / this.#highest;
    this.#listener.moment(this, isEntry);
  }
}

function revalue(holding: Holding): void {
  const { line, home, trades } = holding;
  const { gain, loss } = home.factors();
  let total = 0;
  for (const { units, price } of trades.values()) {
    const made = units * ((units < 0 ? line.ask : line.bid) - price);
    total += made * (made < 0 ? loss : gain);
  }
  holding.unrealized = total;
}
