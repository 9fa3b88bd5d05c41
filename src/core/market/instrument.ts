/**
 * The definition of an instrument: the published v20 fields, and the trading hours and depth, which
 * v20 does not publish. Money-like fields are decimal strings, as on the wire. Source: v20
 * semantics 9.5.
 */

import type { DayOfWeek, TradingHours } from '../time/calendar.js';

export type { DayOfWeek } from '../time/calendar.js';

/** The v20 class of an instrument. */
export type InstrumentType = 'CURRENCY' | 'CFD' | 'METAL';
/** Whether trades of the instrument can or must have a guaranteed stop loss. */
export type GuaranteedStopLossOrderMode = 'DISABLED' | 'ALLOWED' | 'REQUIRED';
/** The commission of an instrument; decimal strings, at least 0. */
export interface InstrumentCommission {
  /** Amount in home currency that is charged per `unitsTraded` units. */
  readonly commission: string;
  /** Units that `commission` pays for. */
  readonly unitsTraded: string;
  /** The least commission of one fill, in home currency. */
  readonly minimumCommission: string;
}

/** The financing rates of an instrument and the days on which they are charged. */
export interface InstrumentFinancing {
  /** Yearly rate as a decimal fraction; a negative rate is a charge. `shortRate` likewise. */
  readonly longRate: string;
  readonly shortRate: string;
  /** Days of financing charged at the rollover that ends each weekday; 0 or more. */
  readonly financingDaysOfWeek: readonly {
    readonly dayOfWeek: DayOfWeek;
    readonly daysCharged: number;
  }[];
}

/** Rates of financing from a day of trading on, until the next ones. */
export interface DatedRates extends Pick<InstrumentFinancing, 'longRate' | 'shortRate'> {
  /** The first day of trading that they are charged for: a New York date, in days since 1970. */
  readonly from: number;
}

/** A day of trading for which another number of days is charged than on its weekday. */
export interface MovedDay {
  /** A New York date, in days since 1970. */
  readonly day: number;
  readonly daysCharged: number;
}

/** A dividend of an index: by how much its price falls on the ex-day. */
export interface Dividend {
  /** The first day of trading without the dividend: a New York date, in days since 1970. */
  readonly exDate: number;
  /** The amount in quote currency per unit, above 0; a decimal string. */
  readonly amount: string;
}

/** An instrument as the engine sees it. */
export interface Instrument {
  /** `BASE_QUOTE`, for example `EUR_USD`. */
  readonly name: string;
  readonly type: InstrumentType;
  readonly displayName: string;
  /** The power of ten that is one pip: -4 for EUR_USD. */
  readonly pipLocation: number;
  /** Decimals of a price, 0 to 8; one point is 10^-displayPrecision. */
  readonly displayPrecision: number;
  /** Decimals of units; 0 allows only whole units. */
  readonly tradeUnitsPrecision: number;
  /** The smallest number of units of an order. */
  readonly minimumTradeSize: string;
  /** The largest and smallest distance of a trailing stop, in quote currency per unit. */
  readonly maximumTrailingStopDistance: string;
  readonly minimumTrailingStopDistance: string;
  /** The largest number of units of a position; "0" means no limit. */
  readonly maximumPositionSize: string;
  /** The largest number of units of one order. */
  readonly maximumOrderUnits: string;
  /** Margin rate as a fraction: "0.02" is a leverage of 50:1. */
  readonly marginRate: string;
  /** Commission of this instrument; absent: the account's commission, if any. */
  readonly commission?: InstrumentCommission;
  readonly guaranteedStopLossOrderMode: GuaranteedStopLossOrderMode;
  /** The least distance of a guaranteed stop from the market, in quote currency per unit. */
  readonly minimumGuaranteedStopLossDistance?: string;
  /** The premium of a guaranteed stop, in quote currency per unit. */
  readonly guaranteedStopLossOrderExecutionPremium?: string;
  /** The most units (`volume`) of guaranteed stops within a price range of `priceRange`. */
  readonly guaranteedStopLossOrderLevelRestriction?: {
    readonly volume: string;
    readonly priceRange: string;
  };
  /** Classes of the instrument as v20 publishes them. */
  readonly tags: readonly { readonly type: string; readonly name: string }[];
  /** The days that are charged, and the rates where there are no dated ones. */
  readonly financing: InstrumentFinancing;
  /** Rates by their first day, ascending; absent: they never change. Not a v20 field. */
  readonly datedRates?: readonly DatedRates[];
  /** Days that holidays move, ascending; absent: none. Not a v20 field. */
  readonly movedDays?: readonly MovedDay[];
  /** Dividends by their ex-days, ascending; absent: none are known. Not a v20 field. */
  readonly dividends?: readonly Dividend[];
  /** When the market is open; not a v20 field. */
  readonly tradingHours: TradingHours;
  /** The name under which it is known and the weeks by which it is moved; absent: it has no disguise. */
  readonly plain?: { readonly name: string; readonly weeks: number };
  /** Units available at the top of book when ticks have no volume; not a v20 field. */
  readonly defaultLiquidity: number;
}

/** The currency that is traded, the first of the pair: `EUR` of `EUR_USD`. */
export function baseCurrency({ name }: { readonly name: string }): string {
  return pairNamed(name).base;
}

/** The currency of the price, the second of the pair: `USD` of `EUR_USD`. */
export function quoteCurrency({ name }: { readonly name: string }): string {
  return pairNamed(name).quote;
}

/** A name with its currencies. */
interface NamedPair {
  readonly name: string;
  readonly base: string;
  readonly quote: string;
}

/** The currencies of each name that was asked for: a fill asks for them a dozen times. */
const PAIRS = new Map<string, NamedPair>();
/** That of them which was asked for last: mostly it is asked for again. */
let latest: NamedPair = { name: '', base: '', quote: '' };

function pairNamed(name: string): NamedPair {
  if (name !== latest.name) latest = PAIRS.get(name) ?? pairOf(name);
  return latest;
}

function pairOf(name: string): NamedPair {
  const cut = name.indexOf('_');
  const pair = { name, base: name.slice(0, cut), quote: name.slice(cut + 1) };
  PAIRS.set(name, pair);
  return pair;
}
