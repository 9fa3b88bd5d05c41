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
import { type Conversion, type ConversionFactors, convert } from '../market/conversion.js';
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

/** What the value of a holding is made of, while all prices are known. */
interface PricedHolding {
  readonly units: Decimal;
  /** The profit at the price of the closing side, in quote currency. */
  readonly quotePL: Decimal;
  readonly slot: number;
  readonly instrument: Instrument;
  readonly quote: ConversionFactors;
  readonly base: ConversionFactors;
}

/** Prices a holding; undefined while a price of its conversion to home currency is unknown. */
function pricedHolding(
  { quotes, conversion }: AccountMarket,
  { instrument: name, units, price }: Holding,
): PricedHolding | undefined {
  const slot = quotes.mustSlot(name);
  const instrument = quotes.instrument(slot);
  const quote = conversion.factors(quoteCurrency(instrument));
  const base = conversion.factors(baseCurrency(instrument));
  if (quote === undefined || base === undefined || !quotes.isPriced(slot)) return undefined;
  const closing = units.isNegative() ? quotes.askPrice(slot) : quotes.bidPrice(slot);
  return { units, quotePL: units.times(closing.minus(price)), slot, instrument, quote, base };
}

/** The profit at the price of the closing side, with spread-only factors, in home currency. */
function spreadPL({ quotePL, quote }: PricedHolding): Decimal {
  return roundMoney(convert(quotePL, quotePL.gte(0) ? quote.spreadGain : quote.spreadLoss));
}

/** The value at mid prices, unsigned and unrounded, in home currency. */
function valueAtMid({ units, base }: PricedHolding): Decimal {
  return convert(units.abs(), base.mid);
}

/** The margin for a holding of a value. */
function marginFor(state: AccountState, { instrument }: PricedHolding, value: Decimal): Decimal {
  return roundMoney(value.times(effectiveMarginRate(state, instrument)));
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
  const priced = pricedHolding(market, holding);
  if (priced === undefined) return NOTHING;
  const { units, quotePL, quote } = priced;
  const gains = quotePL.gte(0);
  const charged = gains ? quote.gain : quote.loss;
  const spreadOnly = gains ? quote.spreadGain : quote.spreadLoss;
  const unrealizedPL = roundMoney(convert(quotePL, charged));
  const midPL = units.times(market.quotes.midPrice(priced.slot).minus(holding.price));
  const value = valueAtMid(priced);
  return {
    unrealizedPL,
    // Without a mark-up the two factors are one object.
    spreadUnrealizedPL: spreadOnly === charged ? unrealizedPL : spreadPL(priced),
    closeoutUnrealizedPL: roundMoney(convert(midPL, quote.mid)),
    positionValue: roundMoney(value),
    marginUsed: marginFor(state, priced, value),
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
  const value = new SideSums(held);
  const margin = new SideSums(held);
  for (const holding of held) {
    const each = valueHolding(state, market, holding);
    unrealizedPL = unrealizedPL.plus(each.unrealizedPL);
    spreadUnrealizedPL = spreadUnrealizedPL.plus(each.spreadUnrealizedPL);
    closeoutUnrealizedPL = closeoutUnrealizedPL.plus(each.closeoutUnrealizedPL);
    value.add(holding, each.positionValue);
    margin.add(holding, each.marginUsed);
  }
  const { positionAggregation: mode, closeoutFactor } = state.config;
  const sums = {
    unrealizedPL,
    spreadUnrealizedPL,
    closeoutUnrealizedPL,
    positionValue: value.total(mode),
    marginUsed: margin.total(mode),
  };
  return new AccountValue(sums, balance, closeoutFactor);
}

/**
 * The margin available, at least 0, as `valueAccount` gives it: the check of a fill needs no other amount of
 * the trades that are open.
 * @param held - the holdings to value; default: the open trades.
 */
export function marginAvailable(
  state: AccountState,
  market: AccountMarket,
  held: readonly Holding[] = holdings(state),
  balance: Decimal = state.balance,
): Decimal {
  let spreadUnrealizedPL: Decimal = ZERO;
  const margin = new SideSums(held);
  for (const holding of held) {
    const priced = pricedHolding(market, holding);
    if (priced === undefined) continue;
    spreadUnrealizedPL = spreadUnrealizedPL.plus(spreadPL(priced));
    margin.add(holding, marginFor(state, priced, valueAtMid(priced)));
  }
  const used = margin.total(state.config.positionAggregation);
  return atLeastZero(balance.plus(spreadUnrealizedPL).minus(used));
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

/** An amount of both sides of a position. */
interface SideAmounts {
  long: Decimal;
  short: Decimal;
}

/** Owns the sums of an amount of some holdings, by position and side. `add` adds that of one holding. */
class SideSums {
  /** Undefined where there is one holding: its sides are that holding, in every mode. */
  readonly #positions: Map<string, SideAmounts> | undefined;
  #only: Decimal = ZERO;

  constructor({ length }: readonly Holding[]) {
    this.#positions = length > 1 ? new Map() : undefined;
  }

  add({ instrument, units }: Holding, amount: Decimal): void {
    const positions = this.#positions;
    if (positions === undefined) {
      this.#only = amount;
      return;
    }
    const known = positions.get(instrument);
    const sides = known ?? { long: ZERO, short: ZERO };
    if (known === undefined) positions.set(instrument, sides);
    if (units.isNegative()) sides.short = sides.short.plus(amount);
    else sides.long = sides.long.plus(amount);
  }

  /** The sum over all positions. */
  total(mode: PositionAggregationMode): Decimal {
    let total = this.#only;
    for (const { long, short } of this.#positions?.values() ?? []) {
      total = total.plus(aggregateSides(long, short, mode));
    }
    return total;
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
