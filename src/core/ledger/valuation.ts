/**
 * The value of an account at the current quotes: unrealized P/L, NAV, margin. It is computed from
 * the open holdings and the market and never stored. The amounts of each trade are rounded to money
 * first, and sums add the rounded amounts. Source: v20 semantics 5.2-5.4; invariants I6-I8.
 */

import {
  type Decimal,
  decimal,
  fixedDecimal,
  ONE,
  roundMoney,
  roundNearest,
  ZERO,
} from '../base/decimal.js';
import { type Conversion, convert } from '../market/conversion.js';
import { baseCurrency, type Instrument, quoteCurrency } from '../market/instrument.js';
import type { QuoteBoard } from '../market/quote.js';
import type { AccountState, TradeRecord } from './account.js';
import type { PositionAggregationMode } from './account-config.js';
import { appended } from './account-records.js';

/** An open exposure: signed units that were opened at a price. */
export interface Holding {
  readonly instrument: string;
  readonly units: Decimal;
  readonly price: Decimal;
}

/** The value of one holding, in home currency. */
export interface HoldingValue {
  /** The profit at the price of the closing side, with the charged factors. */
  readonly unrealizedPL: Decimal;
  /** The profit at the price of the closing side, with spread-only factors. */
  readonly spreadUnrealizedPL: Decimal;
  /** The profit at mid prices and mid factors. */
  readonly closeoutUnrealizedPL: Decimal;
  /** Unsigned value at mid prices, and the margin for it. */
  readonly positionValue: Decimal;
  readonly marginUsed: Decimal;
}

/** The value of an account, in home currency. */
export interface Valuation {
  readonly unrealizedPL: Decimal;
  /** Net asset value: balance + unrealized P/L. */
  readonly NAV: Decimal;
  readonly positionValue: Decimal;
  readonly marginUsed: Decimal;
  /** balance + spread-only unrealized P/L - margin used; can be negative. */
  readonly marginRoom: Decimal;
  /** The margin that new trades can use; at least 0. */
  readonly marginAvailable: Decimal;
  readonly withdrawalLimit: Decimal;
  readonly closeoutUnrealizedPL: Decimal;
  /** Net asset value at mid prices; the closeout test uses it. */
  readonly closeoutNAV: Decimal;
  /** Factored margin used / NAV at mid; 1 or more means a closeout. */
  readonly closeoutPercent: Decimal;
  readonly marginCallPercent: Decimal;
}

/** The market from the view of one account: quotes, and conversion to its home currency. */
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
const NO_HOLDINGS: readonly Holding[] = [];
const PERCENT_DIGITS = 5;

/** Open trades as holdings, oldest first. */
function holdings(state: AccountState): readonly Holding[] {
  let held: Holding[] | undefined;
  for (const trade of state.openTrades.values()) held = appended(held, holdingOf(trade));
  return held ?? NO_HOLDINGS;
}

/** The holding of one trade. */
export function holdingOf(trade: TradeRecord): Holding {
  return { instrument: trade.instrument, units: trade.currentUnits, price: trade.price };
}

/** The margin rate that applies: the larger of the account's and the instrument's (choice 41). */
export function effectiveMarginRate(
  state: Pick<AccountState, 'marginRate'>,
  instrument: Pick<Instrument, 'marginRate'>,
): Decimal {
  const own = fixedDecimal(instrument.marginRate);
  if (state.marginRate === undefined) return own;
  const override = fixedDecimal(state.marginRate);
  return override.gt(own) ? override : own;
}

/**
 * The margin rate of the account as a whole: the configured rate, or a default when there is none.
 * The default is the lowest rate of any instrument in the market: with this rate configured, every
 * instrument would be charged the same as without (semantics 5.3, choice 41).
 */
export function accountMarginRate(state: AccountState, { quotes }: AccountMarket): string {
  const [first, ...others] = quotes.instruments.map(({ marginRate }) => marginRate);
  const lowest = (least: string, rate: string) => (decimal(rate).lt(least) ? rate : least);
  return state.marginRate ?? others.reduce(lowest, first ?? '1');
}

/**
 * What one holding adds to the account; zeros while a price of its conversion to home currency is
 * unknown.
 */
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
  const charged = gains ? quote.gain : quote.loss;
  const spreadOnly = gains ? quote.spreadGain : quote.spreadLoss;
  const unrealizedPL = roundMoney(convert(quotePL, charged));
  const midPL = units.times(market.quotes.midPrice(slot).minus(price));
  const value = convert(units.abs(), base.mid);
  return {
    unrealizedPL,
    // Without a mark-up the two factors are one object.
    spreadUnrealizedPL:
      spreadOnly === charged ? unrealizedPL : roundMoney(convert(quotePL, spreadOnly)),
    closeoutUnrealizedPL: roundMoney(convert(midPL, quote.mid)),
    positionValue: roundMoney(value),
    marginUsed: roundMoney(value.times(effectiveMarginRate(state, instrument))),
  };
}

/**
 * Values the account at the current quotes.
 * @param held - the holdings to value; default: the open trades.
 */
export function valueAccount(
  state: AccountState,
  market: AccountMarket,
  held: readonly Holding[] = holdings(state),
  balance: Decimal = state.balance,
): Valuation {
  let unrealizedPL: Decimal = ZERO;
  let spreadUnrealizedPL: Decimal = ZERO;
  let closeoutUnrealizedPL: Decimal = ZERO;
  let positionValue: Decimal = ZERO;
  let marginUsed: Decimal = ZERO;
  // The sides of one holding are that holding, in every mode.
  const positions = held.length > 1 ? new Map<string, PositionSides>() : undefined;
  for (const holding of held) {
    const value = valueHolding(state, market, holding);
    unrealizedPL = unrealizedPL.plus(value.unrealizedPL);
    spreadUnrealizedPL = spreadUnrealizedPL.plus(value.spreadUnrealizedPL);
    closeoutUnrealizedPL = closeoutUnrealizedPL.plus(value.closeoutUnrealizedPL);
    if (positions === undefined) ({ positionValue, marginUsed } = value);
    else addHolding(positions, holding, value);
  }
  const mode = state.config.positionAggregation;
  for (const { longValue, shortValue, longMargin, shortMargin } of positions?.values() ?? []) {
    positionValue = positionValue.plus(aggregateSides(longValue, shortValue, mode));
    marginUsed = marginUsed.plus(aggregateSides(longMargin, shortMargin, mode));
  }
  const { closeoutFactor } = state.config;
  const sums = {
    unrealizedPL,
    spreadUnrealizedPL,
    closeoutUnrealizedPL,
    positionValue,
    marginUsed,
  };
  return new AccountValue(sums, balance, closeoutFactor);
}

/**
 * A value whose further amounts are worked out when they are read: a fill and a check of margin
 * read one or two of them.
 */
class AccountValue implements Valuation {
  readonly #sums: HoldingValue;
  readonly #balance: Decimal;
  readonly #closeoutFactor: string;

  constructor(sums: HoldingValue, balance: Decimal, closeoutFactor: string) {
    this.#sums = sums;
    this.#balance = balance;
    this.#closeoutFactor = closeoutFactor;
  }

  get unrealizedPL(): Decimal {
    return this.#sums.unrealizedPL;
  }

  get NAV(): Decimal {
    return this.#balance.plus(this.#sums.unrealizedPL);
  }

  get positionValue(): Decimal {
    return this.#sums.positionValue;
  }

  get marginUsed(): Decimal {
    return this.#sums.marginUsed;
  }

  get marginRoom(): Decimal {
    return this.#balance.plus(this.#sums.spreadUnrealizedPL).minus(this.#sums.marginUsed);
  }

  get marginAvailable(): Decimal {
    return atLeastZero(this.marginRoom);
  }

  get withdrawalLimit(): Decimal {
    const { marginAvailable } = this;
    return atLeastZero(this.#balance.lt(marginAvailable) ? this.#balance : marginAvailable);
  }

  get closeoutUnrealizedPL(): Decimal {
    return this.#sums.closeoutUnrealizedPL;
  }

  get closeoutNAV(): Decimal {
    return this.#balance.plus(this.#sums.closeoutUnrealizedPL);
  }

  get closeoutPercent(): Decimal {
    return percent(this.marginUsed.times(this.#closeoutFactor), this.closeoutNAV);
  }

  get marginCallPercent(): Decimal {
    return percent(this.marginUsed, this.closeoutNAV);
  }
}

/**
 * Whether the account must be closed out: the margin used x closeoutFactor has reached the NAV at
 * mid.
 */
export function isCloseoutDue(state: AccountState, value: Valuation): boolean {
  return (
    value.marginUsed.gt(0) &&
    value.marginUsed.times(fixedDecimal(state.config.closeoutFactor)).gte(value.closeoutNAV)
  );
}

/** Value and margin of both sides of a position. */
interface PositionSides {
  longValue: Decimal;
  shortValue: Decimal;
  longMargin: Decimal;
  shortMargin: Decimal;
}

function addHolding(
  positions: Map<string, PositionSides>,
  { instrument, units }: Holding,
  { positionValue, marginUsed }: HoldingValue,
): void {
  let sides = positions.get(instrument);
  if (sides === undefined) {
    sides = { longValue: ZERO, shortValue: ZERO, longMargin: ZERO, shortMargin: ZERO };
    positions.set(instrument, sides);
  }
  if (units.isNegative()) {
    sides.shortValue = sides.shortValue.plus(positionValue);
    sides.shortMargin = sides.shortMargin.plus(marginUsed);
  } else {
    sides.longValue = sides.longValue.plus(positionValue);
    sides.longMargin = sides.longMargin.plus(marginUsed);
  }
}

/** The margin or value of both sides of a position together. */
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

/**
 * A ratio with 5 decimals. Without a positive NAV it is at least 1; there is no division by zero
 * (choice 50).
 */
function percent(used: Decimal, nav: Decimal): Decimal {
  if (used.isZero()) return ZERO;
  if (nav.lte(0)) return used.gt(ONE) ? roundNearest(used, PERCENT_DIGITS) : ONE;
  return used.divRound(nav, PERCENT_DIGITS, 'nearest');
}

function atLeastZero(value: Decimal): Decimal {
  return value.isNegative() ? ZERO : value;
}
