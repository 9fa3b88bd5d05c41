/**
 * Computes the margin that open trades use at any instant, from the ledger and the ticks, by the
 * rules of ledger/valuation.ts. Uses floats: for curves, never for money. Each trade needs |units|
 * of the base currency, converted to the home currency at the mid rate, times the larger of the
 * instrument's and the account's margin rate. The account's mode decides how both sides of a
 * position add up.
 */

import { decimal, MONEY_DIGITS } from '../../../core/base/decimal.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import { aggregateSides } from '../../../core/ledger/valuation.js';
import { baseCurrency } from '../../../core/market/instrument.js';
import type { Instant } from '../../../core/time/instant.js';
import type { AccountRun } from '../account/account-run.js';
import { linesOf, type PriceCursor, type WayHome, wayHome } from './tick-prices.js';

/** Open trades of one instrument, in whatever form they are kept. */
export interface HeldUnits {
  readonly trades: ReadonlyMap<string, { readonly units: number }>;
}

/** Margin of one unit of an instrument. */
interface Need {
  readonly home: WayHome;
  readonly rate: number;
  /** Prices of the instrument; before its first price it needs no margin. */
  readonly line: PriceCursor;
}

/**
 * Owns a place in the price lines and the margin rate of the account. `usedAt` moves the place,
 * `hear` sets the rate.
 */
export class MarginWatch {
  readonly #run: AccountRun;
  /**
   * Price lines of this object alone: they move to any requested instant, independently of other
   * walks.
   */
  readonly #lines: ReadonlyMap<string, PriceCursor>;
  readonly #needs = new Map<string, Need>();
  #rate = 0;

  constructor(run: AccountRun) {
    this.#run = run;
    this.#lines = linesOf(run.market);
  }

  /** Records a margin rate that the client sets. */
  hear(transaction: Transaction): void {
    if (transaction.type === 'CLIENT_CONFIGURE' && transaction.marginRate !== undefined) {
      this.#rate = Number(transaction.marginRate);
    }
  }

  /** Margin that `held`, by instrument, uses at the prices of `at`, in home currency. */
  usedAt(at: Instant, held: ReadonlyMap<string, HeldUnits>): number {
    let total = 0;
    for (const [instrument, { trades }] of held) {
      if (trades.size === 0) continue;
      let [long, short] = [0, 0];
      for (const { units } of trades.values()) {
        if (units > 0) long += units;
        else short -= units;
      }
      total += this.#aggregated(long, short) * this.#perUnit(instrument, at);
    }
    return total;
  }

  #aggregated(long: number, short: number): number {
    const { positionAggregation } = this.#run;
    const [one, other] = [long, short].map(units => decimal(units.toFixed(MONEY_DIGITS)));
    if (one === undefined || other === undefined) return 0;
    return aggregateSides(one, other, positionAggregation).toNumber();
  }

  #perUnit(instrument: string, at: Instant): number {
    const { home, rate, line } = this.#needOf(instrument);
    for (const each of [line, ...home.lines]) each.moveTo(at);
    return line.bid === 0 ? 0 : home.factors().mid * Math.max(rate, this.#rate);
  }

  #needOf(instrument: string): Need {
    const known = this.#needs.get(instrument);
    if (known !== undefined) return known;
    const own = this.#run.market.find(each => each.instrument.name === instrument);
    const need = {
      home: wayHome(this.#run, this.#lines, baseCurrency({ name: instrument })),
      rate: Number(own?.instrument.marginRate ?? 0),
      line: this.#lines.get(instrument) as PriceCursor,
    };
    this.#needs.set(instrument, need);
    return need;
  }
}
