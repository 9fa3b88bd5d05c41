/**
 * Every number of a fill: P/L, financing, costs, fees, commission, the balance after it.
 * Source: v20 semantics 5.1, 5.2, 5.7. Changes nothing.
 * Ambiguities: seconds of financing are exact, microseconds included; conversion costs of
 * financing come from the unrounded amount; the fee of a guaranteed stop is a negative amount
 * in its conversion cost.
 */

import {
  baseCurrency,
  type Instrument,
  quoteCurrency,
} from '../../../src/core/market/instrument.js';
import { rolloverAfter } from '../../../src/core/time/calendar.js';
import { instant } from '../../../src/core/time/instant.js';
import type { Part, Plan } from '../rules/decide.js';
import { chargedFor, conversionCost, type Factors, knownFactors, midOf } from './convert.js';
import { decimal, larger, money, type Rational, sum, TWO, whole, ZERO } from './rational.js';
import { type Account, marketOf, type Order, quoteOf, type Trade, type World } from './state.js';
import { effectiveRate, type Holding, holdingOf } from './value.js';

const SECONDS_PER_YEAR = whole(365 * 86_400);
const MICROS_PER_SECOND = whole(1_000_000);
const MICROS_PER_DAY = 86_400_000_000;

/** Money of one closed or reduced trade. */
export interface PartAmounts {
  readonly trade: Trade;
  /** Signed as the fill. */
  readonly units: Rational;
  readonly quotePL: Rational;
  readonly pl: Rational;
  readonly baseFinancing: Rational;
  /** Where value is charged by the second. */
  readonly quoteFinancing: Rational | undefined;
  /** The rate that the transaction shows, as text. */
  readonly financingRate: string | undefined;
  readonly financing: Rational;
  readonly halfSpreadCost: Rational;
  readonly quoteFee: Rational;
  readonly fee: Rational;
  readonly plCost: Rational;
  readonly financingCost: Rational;
  readonly feeCost: Rational;
}

export interface FillAmounts {
  readonly parts: readonly PartAmounts[];
  readonly openHalfSpreadCost: Rational;
  readonly initialMarginRequired: Rational;
  readonly commission: Rational;
  readonly quoteFactors: Factors;
  readonly baseFactors: Factors;
  /** Balance, trades and all after the fill. */
  readonly holdingAfter: Holding;
}

/** All amounts of a plan at the latest quote. */
export function amountsOf(world: World, account: Account, order: Order, plan: Plan): FillAmounts {
  const { instrument } = marketOf(world, order.instrument);
  const quoteFactors = knownFactors(world, account, quoteCurrency(instrument));
  const baseFactors = knownFactors(world, account, baseCurrency(instrument));
  const { bid, ask } = quoteOf(world, order.instrument);
  const halfSpread = ask.minus(bid).over(TWO);
  const meanFactor = quoteFactors.gain.plus(quoteFactors.loss).over(TWO);
  const spreadCost = (units: Rational) => money(units.times(halfSpread).times(meanFactor));

  const parts = plan.parts.map((part): PartAmounts => {
    const { trade, units } = part;
    const direction = whole(trade.units.sign);
    const quotePL = units.times(direction).times(plan.price.minus(trade.price));
    const guaranteed = order.type === 'GUARANTEED_STOP_LOSS';
    const premium = decimal(instrument.guaranteedStopLossOrderExecutionPremium ?? '0');
    const quoteFee = guaranteed ? premium.times(units) : ZERO;
    return {
      trade,
      units: units.times(direction).negated(),
      quotePL,
      pl: money(quotePL.times(chargedFor(quoteFactors, quotePL))),
      ...settledOf(world, account, instrument, part),
      halfSpreadCost: spreadCost(units),
      quoteFee,
      fee: money(quoteFee.times(quoteFactors.loss)),
      plCost: conversionCost(quoteFactors, quotePL),
      feeCost: conversionCost(quoteFactors, quoteFee.negated()),
    };
  });
  const filled = plan.open.plus(sum(plan.parts.map(part => part.units)));
  const commission = commissionOf(account, instrument, filled);
  const rate = effectiveRate(account, instrument);
  const balance = account.balance
    .plus(sum(parts.map(part => part.pl.plus(part.financing).minus(part.fee))))
    .minus(commission);
  return {
    parts,
    openHalfSpreadCost: spreadCost(plan.open),
    initialMarginRequired: money(plan.open.times(baseFactors.mid).times(rate)),
    commission,
    quoteFactors,
    baseFactors,
    holdingAfter: holdingAfter(account, order, plan, balance),
  };
}

/** The financing that a close settles. */
function settledOf(world: World, account: Account, instrument: Instrument, part: Part) {
  const base = accrued(world, account, instrument, part);
  const byValue = isByValue(instrument);
  const charged = byValue ? atMid(world, instrument, base) : base;
  const currency = byValue ? quoteCurrency(instrument) : baseCurrency(instrument);
  const factors = knownFactors(world, account, currency);
  return {
    baseFinancing: base.nearest(14),
    quoteFinancing: byValue && isBySecond(account) ? charged.nearest(14) : undefined,
    financingRate: shownRate(world, account, instrument, part.trade),
    financing: money(charged.times(chargedFor(factors, charged))),
    financingCost: conversionCost(factors, charged),
  };
}

/** Whether financing is that of a value in quote currency, not of units: not of pairs, gold and silver. */
export function isByValue({ type, name }: Instrument): boolean {
  return type === 'CFD' || (type === 'METAL' && !/^XA[UG]_/.test(name));
}

/** An amount in base currency at the mid price. */
export function atMid(world: World, { name }: Instrument, base: Rational): Rational {
  return base.times(midOf(quoteOf(world, name)));
}

/** Whether financing accrues by the second. */
export function isBySecond({ config }: Account): boolean {
  return config.financing.startsWith('SECOND_BY_SECOND');
}

/** Base-currency financing since the last settlement; zero unless it accrues by the second. Unrounded. */
export function accrued(
  world: World,
  account: Account,
  instrument: Instrument,
  { trade, units }: Part,
): Rational {
  if (!isBySecond(account)) return ZERO;
  const seconds = whole(world.now - trade.financedTo).over(MICROS_PER_SECOND);
  const rate = decimal(financingRate(world, instrument, trade));
  return units.times(rate).times(seconds).over(SECONDS_PER_YEAR);
}

/** The rate that a close shows. */
function shownRate(world: World, { config }: Account, instrument: Instrument, trade: Trade) {
  const isShown = config.financing === 'SECOND_BY_SECOND_INSTRUMENT';
  return isShown ? financingRate(world, instrument, trade) : undefined;
}

/** The New York date, in days since 1970, of the rollover at or after now: its UTC date is the same. */
export function dateOfTrading({ now }: World): number {
  return Math.floor(rolloverAfter(instant(now - 1)) / MICROS_PER_DAY);
}

/** Yearly rate, as text, of a trade's direction: the last of the dated ones, if there are any. */
export function financingRate(world: World, instrument: Instrument, trade: Trade): string {
  const begun = (instrument.datedRates ?? []).filter(each => each.from <= dateOfTrading(world));
  const { longRate, shortRate } = begun.at(-1) ?? instrument.financing;
  return trade.units.sign > 0 ? longRate : shortRate;
}

/** The instrument's own commission, else the account's, else none. */
function commissionOf(account: Account, instrument: Instrument, filled: Rational): Rational {
  const terms = instrument.commission ?? account.config.commission;
  if (terms === undefined) return ZERO;
  const bySize = filled.over(decimal(terms.unitsTraded)).times(decimal(terms.commission));
  return money(larger(decimal(terms.minimumCommission), bySize));
}

function holdingAfter(account: Account, order: Order, plan: Plan, balance: Rational): Holding {
  const before = holdingOf(account);
  const trades = account.trades
    .map(trade => {
      const part = plan.parts.find(candidate => candidate.trade === trade);
      const closed = part === undefined ? ZERO : part.units.times(whole(trade.units.sign));
      return { instrument: trade.instrument, price: trade.price, units: trade.units.minus(closed) };
    })
    .filter(({ units }) => units.sign !== 0);
  if (plan.open.sign > 0) {
    const units = plan.open.times(whole(plan.sign));
    trades.push({ instrument: order.instrument, price: plan.price, units });
  }
  return { ...before, balance, trades };
}
