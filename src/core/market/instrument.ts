/**
 * What an instrument is: the published v20 fields, plus the trading hours and the depth that a
 * broker keeps to itself. Money-like fields are decimal strings, as on the wire.
 * Source: v20 semantics 9.5.
 */

import type { DayOfWeek, TradingHours } from '../time/calendar.js';

export type { DayOfWeek } from '../time/calendar.js';

export type InstrumentType = 'CURRENCY' | 'CFD' | 'METAL';
export type GuaranteedStopLossOrderMode = 'DISABLED' | 'ALLOWED' | 'REQUIRED';
export interface InstrumentCommission {
  /** Home-currency amount charged per `unitsTraded`. */
  readonly commission: string;
  readonly unitsTraded: string;
  readonly minimumCommission: string;
}

export interface InstrumentFinancing {
  /** Yearly rate as a decimal fraction; negative is charged. */
  readonly longRate: string;
  readonly shortRate: string;
  readonly financingDaysOfWeek: readonly {
    readonly dayOfWeek: DayOfWeek;
    readonly daysCharged: number;
  }[];
}

export interface Instrument {
  /** `BASE_QUOTE`, for example `EUR_USD`. */
  readonly name: string;
  readonly type: InstrumentType;
  readonly displayName: string;
  /** Power of ten of one pip: -4 for EUR_USD. */
  readonly pipLocation: number;
  /** Decimals of a price; one point is 10^-displayPrecision. */
  readonly displayPrecision: number;
  /** Decimals of units. */
  readonly tradeUnitsPrecision: number;
  readonly minimumTradeSize: string;
  readonly maximumTrailingStopDistance: string;
  readonly minimumTrailingStopDistance: string;
  /** "0" means no cap. */
  readonly maximumPositionSize: string;
  readonly maximumOrderUnits: string;
  /** Margin rate as a fraction: "0.02" is 50:1. */
  readonly marginRate: string;
  readonly commission?: InstrumentCommission;
  readonly guaranteedStopLossOrderMode: GuaranteedStopLossOrderMode;
  readonly minimumGuaranteedStopLossDistance?: string;
  readonly guaranteedStopLossOrderExecutionPremium?: string;
  readonly guaranteedStopLossOrderLevelRestriction?: {
    readonly volume: string;
    readonly priceRange: string;
  };
  readonly tags: readonly { readonly type: string; readonly name: string }[];
  readonly financing: InstrumentFinancing;
  /** When the market is open; not a v20 field. */
  readonly tradingHours: TradingHours;
  /** Units available at the top of book when ticks carry no volume; not a v20 field. */
  readonly defaultLiquidity: number;
}

/** Currency that one unit of the instrument is: `EUR` of `EUR_USD`. */
export function baseCurrency(instrument: { readonly name: string }): string {
  return instrument.name.slice(0, instrument.name.indexOf('_'));
}

/** Currency that the price is in: `USD` of `EUR_USD`. */
export function quoteCurrency(instrument: { readonly name: string }): string {
  return instrument.name.slice(instrument.name.indexOf('_') + 1);
}
