/**
 * Financing without the broker's markup: what the trades of an account would have earned or paid at the
 * difference of the two interest rates, over the days that were charged, without conversion costs. The difference is half of the long rate less the short rate. Source: v20 semantics 5.7;
 * docs/concepts/financing.md.
 */

import { type Decimal, decimal, ZERO } from '../../../core/base/decimal.js';
import { isBySecond } from '../../../core/ledger/account-config.js';
import type {
  DailyFinancingBody,
  HomeConversionFactors,
  OrderFillTransaction,
  TransactionHead,
} from '../../../core/ledger/transaction.js';
import { daysChargedOn, ratesOn } from '../../../core/market/financing-terms.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { rateDifference } from '../../../core/market/interest-rates.js';
import { tradingDate } from '../../../core/time/calendar.js';
import { instant, instantOf, MICROS_PER_DAY } from '../../../core/time/instant.js';
import type { AccountRun } from '../account/account-run.js';

const DAYS_PER_YEAR = 365;

/** An open trade of the walk: signed units, and up to when it is settled. */
interface OpenUnits {
  units: Decimal;
  since: number;
}

/** What is settled of a trade. */
interface FinancingPiece {
  readonly instrument: string;
  /** The instant of the settlement, microseconds. */
  readonly time: number;
  /** Signed. */
  readonly units: Decimal;
  /** Days since the last settlement; undefined: the whole days that the rollover counts. */
  readonly days: Decimal | undefined;
}

/** Returns the amount in home currency, not rounded; positive when the account would have earned it. */
export function theoreticalFinancing({ ledger, market, financing }: AccountRun): Decimal {
  const instruments = new Map(market.map(({ instrument }) => [instrument.name, instrument]));
  const walk = new FinancingWalk(instruments, isBySecond(financing));
  for (const transaction of ledger) {
    if (transaction.type === 'ORDER_FILL') walk.fill(transaction);
    else if (transaction.type === 'DAILY_FINANCING') walk.rollover(transaction);
  }
  return walk.sum;
}

/** Owns the open trades while the ledger is walked. */
class FinancingWalk {
  sum: Decimal = ZERO;
  readonly #instruments: ReadonlyMap<string, Instrument>;
  readonly #isBySecond: boolean;
  readonly #held = new Map<string, OpenUnits>();

  constructor(instruments: ReadonlyMap<string, Instrument>, bySecond: boolean) {
    this.#instruments = instruments;
    this.#isBySecond = bySecond;
  }

  /** Settles what the fill closes, if financing accrues by the second, and takes what it opens. */
  fill(fill: OrderFillTransaction): void {
    const { tradeOpened, tradeReduced, tradesClosed = [], homeConversionFactors } = fill;
    const time = instantOf(fill.time);
    for (const part of tradeReduced === undefined
      ? tradesClosed
      : [...tradesClosed, tradeReduced]) {
      const held = this.#held.get(part.tradeID);
      if (held === undefined) continue;
      const closed = decimal(part.units).negated();
      if (this.#isBySecond) {
        const days = daysBetween(held.since, time);
        this.#add(
          { instrument: fill.instrument, time, units: closed, days },
          homeConversionFactors,
        );
      }
      held.units = held.units.minus(closed);
      if (held.units.isZero()) this.#held.delete(part.tradeID);
    }
    if (tradeOpened === undefined) return;
    this.#held.set(tradeOpened.tradeID, { units: decimal(tradeOpened.units), since: time });
  }

  /** Settles the trades that the rollover charged. */
  rollover({ time: text, positionFinancings }: TransactionHead & DailyFinancingBody): void {
    const time = instantOf(text);
    for (const position of positionFinancings) {
      const { instrument, openTradeFinancings, homeConversionFactors } = position;
      for (const { tradeID } of openTradeFinancings) {
        const held = this.#held.get(tradeID);
        if (held === undefined) continue;
        const days = this.#isBySecond ? daysBetween(held.since, time) : undefined;
        this.#add({ instrument, time, units: held.units, days }, homeConversionFactors);
        held.since = time;
      }
    }
  }

  #add(
    { instrument: name, time, units, days }: FinancingPiece,
    { gainBaseHome, lossBaseHome }: Pick<HomeConversionFactors, 'gainBaseHome' | 'lossBaseHome'>,
  ): void {
    const instrument = this.#instruments.get(name);
    if (instrument === undefined) return;
    const date = tradingDate(instant(time));
    const counted = days ?? decimal(daysChargedOn(instrument, date));
    const base = units.times(rateDifference(ratesOn(instrument, date))).times(counted);
    const toHome = decimal(gainBaseHome.factor).plus(lossBaseHome.factor).div(2);
    this.sum = this.sum.plus(base.times(toHome).div(DAYS_PER_YEAR));
  }
}

function daysBetween(from: number, to: number): Decimal {
  return decimal(to - from).div(MICROS_PER_DAY);
}
