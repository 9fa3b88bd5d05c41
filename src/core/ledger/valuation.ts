/**
 * What an account is worth at the current quotes: unrealized P/L, NAV, margin. A function of open
 * holdings and the market, never stored. Each trade's amounts are rounded to money by themselves
 * and sums add the rounded parts. Source: v20 semantics 5.2-5.4; invariants I6-I8.
 */

import { type Decimal, decimal, ONE, roundMoney, roundNearest, ZERO } from '../base/decimal.js';
import { type Conversion, convert } from '../market/conversion.js';
import { baseCurrency, type Instrument, quoteCurrency } from '../market/instrument.js';
import type { QuoteBoard } from '../market/quote.js';
import type { AccountState, TradeRecord } from './account.js';
import type { PositionAggregationMode } from './account-config.js';

/** An open exposure: signed units held at a price. */
export interface Holding {
  readonly instrument: string;
  readonly units: Decimal;
  readonly price: Decimal;
}

export interface HoldingValue {
  /** At the closing side with the charged factors, money. */
  readonly unrealizedPL: Decimal;
  /** The same with spread-only factors. */
  readonly spreadUnrealizedPL: Decimal;
  /** At mid prices and mid factors. */
  readonly closeoutUnrealizedPL: Decimal;
  readonly positionValue: Decimal;
  readonly marginUsed: Decimal;
}

export interface Valuation {
  readonly unrealizedPL: Decimal;
  readonly NAV: Decimal;
  readonly positionValue: Decimal;
  readonly marginUsed: Decimal;
  /** balance + spread-only unrealized P/L - margin used; may be negative. */
  readonly marginRoom: Decimal;
  readonly marginAvailable: Decimal;
  readonly withdrawalLimit: Decimal;
  readonly closeoutUnrealizedPL: Decimal;
  readonly closeoutNAV: Decimal;
  readonly closeoutPercent: Decimal;
  readonly marginCallPercent: Decimal;
}

/** The market as one account sees it. */
export interface AccountMarket {
  readonly quotes: QuoteBoard;
  readonly conversion: Conversion;
}

const NOTHING: HoldingValue = {
  unrealizedPL: ZERO,
  spreadUnrealizedPL: ZERO,
  closeoutUnrealizedPL: ZERO,
  positionValue: ZERO,
  marginUsed: ZERO,
};
const PERCENT_DIGITS = 5;

/** Open trades as holdings, oldest first. */
function holdings(state: AccountState): Holding[] {
  return [...state.openTrades.values()].map(holdingOf);
}

/** One trade as a holding. */
export function holdingOf(trade: TradeRecord): Holding {
  return { instrument: trade.instrument, units: trade.currentUnits, price: trade.price };
}

/** The larger of the account's and the instrument's margin rate (choice 41). */
export function effectiveMarginRate(state: AccountState, instrument: Instrument): Decimal {
  const own = decimal(instrument.marginRate);
  if (state.marginRate === undefined) return own;
  const override = decimal(state.marginRate);
  return override.gt(own) ? override : own;
}

/**
 * The margin rate of the account as a whole, as configured: its own, or the default that applies when
 * it has none. That is the lowest rate of any instrument in the market: an account that had set it
 * would be charged the same for each of them (semantics 5.3, choice 41).
 */
export function accountMarginRate(state: AccountState, { quotes }: AccountMarket): string {
  const [first, ...others] = quotes.instruments.map(({ marginRate }) => marginRate);
  const lowest = (least: string, rate: string) => (decimal(rate).lt(least) ? rate : least);
  return state.marginRate ?? others.reduce(lowest, first ?? '1');
}

/** What one holding adds to the account; nothing while a price on its way home is unknown. */
export function valueHolding(
  state: AccountState,
  market: AccountMarket,
  holding: Holding,
): HoldingValue {
  const slot = market.quotes.mustSlot(holding.instrument);
  const instrument = market.quotes.instrument(slot);
  const quote = market.conversion.factors(quoteCurrency(instrument));
  const base = market.conversion.factors(baseCurrency(instrument));
  if (quote === undefined || base === undefined || !market.quotes.isPriced(slot)) return NOTHING;
  const { units, price } = holding;
  const closing = units.isNegative() ? market.quotes.askPrice(slot) : market.quotes.bidPrice(slot);
  const quotePL = units.times(closing.minus(price));
  const gains = quotePL.gte(0);
  const midPL = units.times(market.quotes.midPrice(slot).minus(price));
  const value = convert(units.abs(), base.mid);
  return {
    unrealizedPL: roundMoney(convert(quotePL, gains ? quote.gain : quote.loss)),
    spreadUnrealizedPL: roundMoney(convert(quotePL, gains ? quote.spreadGain : quote.spreadLoss)),
    closeoutUnrealizedPL: roundMoney(convert(midPL, quote.mid)),
    positionValue: roundMoney(value),
    marginUsed: roundMoney(value.times(effectiveMarginRate(state, instrument))),
  };
}

/** Values the account at the current quotes. @param held - other holdings than the open trades. */
export function valueAccount(
  state: AccountState,
  market: AccountMarket,
  held: readonly Holding[] = holdings(state),
  balance: Decimal = state.balance,
): Valuation {
  let unrealizedPL: Decimal = ZERO;
  let spreadUnrealizedPL: Decimal = ZERO;
  let closeoutUnrealizedPL: Decimal = ZERO;
  const values = new Map<string, Sides>();
  const margins = new Map<string, Sides>();
  for (const holding of held) {
    const value = valueHolding(state, market, holding);
    unrealizedPL = unrealizedPL.plus(value.unrealizedPL);
    spreadUnrealizedPL = spreadUnrealizedPL.plus(value.spreadUnrealizedPL);
    closeoutUnrealizedPL = closeoutUnrealizedPL.plus(value.closeoutUnrealizedPL);
    addSide(values, holding, value.positionValue);
    addSide(margins, holding, value.marginUsed);
  }
  const mode = state.config.positionAggregation;
  const positionValue = aggregate(values, mode);
  const marginUsed = aggregate(margins, mode);
  const marginRoom = balance.plus(spreadUnrealizedPL).minus(marginUsed);
  const marginAvailable = atLeastZero(marginRoom);
  const closeoutNAV = balance.plus(closeoutUnrealizedPL);
  return {
    unrealizedPL,
    NAV: balance.plus(unrealizedPL),
    positionValue,
    marginUsed,
    marginRoom,
    marginAvailable,
    withdrawalLimit: atLeastZero(balance.lt(marginAvailable) ? balance : marginAvailable),
    closeoutUnrealizedPL,
    closeoutNAV,
    closeoutPercent: percent(marginUsed.times(state.config.closeoutFactor), closeoutNAV),
    marginCallPercent: percent(marginUsed, closeoutNAV),
  };
}

/** Whether the account is to be closed out: the factored margin used has reached the NAV at mid. */
export function isCloseoutDue(state: AccountState, value: Valuation): boolean {
  return (
    value.marginUsed.gt(0) &&
    value.marginUsed.times(state.config.closeoutFactor).gte(value.closeoutNAV)
  );
}

interface Sides {
  long: Decimal;
  short: Decimal;
}

function addSide(sides: Map<string, Sides>, holding: Holding, amount: Decimal): void {
  const entry = sides.get(holding.instrument) ?? { long: ZERO, short: ZERO };
  if (holding.units.isNegative()) entry.short = entry.short.plus(amount);
  else entry.long = entry.long.plus(amount);
  sides.set(holding.instrument, entry);
}

function aggregate(sides: ReadonlyMap<string, Sides>, mode: PositionAggregationMode): Decimal {
  let total: Decimal = ZERO;
  for (const { long, short } of sides.values())
    total = total.plus(aggregateSides(long, short, mode));
  return total;
}

/** What both sides of a position come to, in margin or value. */
export function aggregateSides(
  long: Decimal,
  short: Decimal,
  mode: PositionAggregationMode,
): Decimal {
  switch (mode) {
    case 'ABSOLUTE_SUM':
      return long.plus(short);
    case 'NET_SUM':
      return long.minus(short).abs();
    case 'MAXIMAL_SIDE':
      return long.gt(short) ? long : short;
  }
}

/** A ratio at 5 decimals; with no positive NAV at least 1, never a division by zero (choice 50). */
function percent(used: Decimal, nav: Decimal): Decimal {
  if (used.isZero()) return ZERO;
  if (nav.lte(0)) return used.gt(ONE) ? roundNearest(used, PERCENT_DIGITS) : ONE;
  return used.divNearest(nav, PERCENT_DIGITS);
}

function atLeastZero(value: Decimal): Decimal {
  return value.isNegative() ? ZERO : value;
}
