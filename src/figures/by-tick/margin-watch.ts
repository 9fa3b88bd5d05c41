/**
 * The margin that open trades use at any instant: what ledger/valuation.ts says of an account, from
 * the ledger and the ticks. Floats: for curves, never for money.
 * Each trade needs |units| of the base currency, at the mid rate to home, times the larger of the
 * instrument's and the account's margin rate; both sides of a position add up as the account says.
 */

import { decimal, MONEY_DIGITS } from '../../core/base/decimal.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import { aggregateSides } from '../../core/ledger/valuation.js';
import { baseCurrency } from '../../core/market/instrument.js';
import type { Instant } from '../../core/time/instant.js';
import type { AccountRun } from '../account/account-run.js';
import { type Line, linesOf, type WayHome, wayHome } from './tick-prices.js';

/** Open trades of one instrument, however they are kept. */
export interface HeldUnits {
  readonly trades: ReadonlyMap<string, { readonly units: number }>;
}

/** What a unit of one instrument needs. */
interface Need {
  readonly home: WayHome;
  readonly rate: number;
  /** Its own prices, without which it needs nothing. */
  readonly line: Line;
}

export class MarginWatch {
  readonly #run: AccountRun;
  /** Of its own: they go where they are asked to, whatever is being walked through. */
  readonly #lines: ReadonlyMap<string, Line>;
  readonly #needs = new Map<string, Need>();
  #rate = 0;

  constructor(run: AccountRun) {
    this.#run = run;
    this.#lines = linesOf(run.market);
  }

  /** Takes note of a margin rate that the client sets. */
  hear(transaction: Transaction): void {
    if (transaction.type === 'CLIENT_CONFIGURE' && transaction.marginRate !== undefined) {
      this.#rate = Number(transaction.marginRate);
    }
  }

  /** Home currency that `held`, by instrument, uses at the prices of `at`. */
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
      line: this.#lines.get(instrument) as Line,
    };
    this.#needs.set(instrument, need);
    return need;
  }
}
