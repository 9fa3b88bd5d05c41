/**
 * A scenario document after the schema check: plain data, decimals as text, names not yet resolved.
 * The schema guarantees these shapes.
 */

import type { InstrumentCommission } from '../../../../core/market/instrument.js';
import type { DayOfWeek } from '../../../../core/time/calendar.js';
import type { BarPrice, PathOrder, SpreadClock } from '../../ticks/bars/bar-options.js';
import type { VolumeUnit } from '../../ticks/columns/volume-units.js';
import type { ColumnMapping } from '../../ticks/read/layouts.js';
import type { RawDisguise } from '../disguise/read-disguise.js';
import type { RawEventSpread } from '../risk/event-spread.js';
import type { OwnStrategy } from '../strategies/read-strategies.js';

type Text = string | number;

export interface RawBreak {
  readonly from: string;
  readonly to: string;
}

export interface RawHoursTable {
  /** Weekday and time, `Sunday 17:00`. */
  readonly weekOpen: string;
  readonly weekClose: string;
  readonly dailyBreak?: RawBreak;
  readonly timeZone?: string;
}

export type RawHours = 'default' | 'always' | 'as-recorded' | RawHoursTable;

export interface RawInstrumentOverrides {
  readonly alwaysOpen?: boolean;
  readonly dailyBreak?: RawBreak;
  readonly defaultLiquidity?: number;
  readonly commission?: Readonly<Record<keyof InstrumentCommission, Text>>;
  readonly [field: string]: unknown;
}

/** A file of ticks, and how it is read. */
export interface RawTickFile {
  readonly ticks?: string;
  readonly bars?: string;
  readonly granularity?: string;
  readonly price?: BarPrice;
  readonly spread?: Text | { readonly hours: readonly Text[]; readonly clock?: SpreadClock };
  readonly path?: PathOrder;
  readonly layout?: string | ColumnMapping;
  readonly timeZone?: string;
  readonly timeUnit?: 's' | 'ms' | 'us' | 'ns';
  readonly round?: boolean;
  readonly volumes?: VolumeUnit;
  readonly onBadRow?: 'error' | 'skip';
  readonly onDisorder?: 'error' | 'skip' | 'sort';
}

export interface RawMarketEntry extends RawTickFile {
  /** A file, or `none`. */
  readonly history?: string | RawTickFile;
  readonly hours?: RawHours;
  readonly instrument?: RawInstrumentOverrides;
  readonly halts?: readonly {
    readonly from: string;
    readonly to: string;
    readonly side?: 'ALL' | 'BID' | 'ASK';
    readonly mode?: 'HALTED' | 'REDUCE_ONLY';
  }[];
}

export interface RawTimelineEntry {
  readonly at: string;
  readonly account?: string;
  readonly as?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly units?: Text;
  readonly [verb: string]: unknown;
}

type RawFields = Readonly<Record<string, string | number | boolean>>;

/** When trades settle, or the days charged at the end of each weekday. */
export type RawDays = 'T+1' | 'T+2' | Readonly<Partial<Record<DayOfWeek, number>>>;

export interface RawScenario {
  readonly version: 1;
  readonly name: string;
  readonly description?: string;
  readonly seed?: number;
  readonly dialect?: 'current' | '2016' | 2016;
  readonly window?: { readonly from?: string; readonly to?: string };
  readonly market: Readonly<Record<string, RawMarketEntry>>;
  readonly disguise?: RawDisguise;
  /** Path of the calendar, relative to the file. */
  readonly events?: string;
  readonly accounts?: readonly Readonly<Record<string, unknown>>[];
  readonly execution?: {
    readonly latency?: string | { readonly min: string; readonly max: string };
    readonly slippage?: number | { readonly min: number; readonly max: number };
    readonly rejectRate?: Text;
    readonly liquidity?:
      | 'volume'
      | {
          readonly depth?: readonly { readonly offset: number; readonly liquidity: number }[];
          readonly regenerate?: string | { readonly over: string; readonly steps?: number };
        };
    readonly candleDelay?: string | { readonly min: string; readonly max: string };
    readonly spread?: Readonly<Record<string, number>>;
    readonly eventSpread?: RawEventSpread;
    readonly limitPenetration?: number | Readonly<Record<string, number>>;
    readonly financingRates?: Readonly<
      Record<string, { readonly longRate: Text; readonly shortRate: Text }>
    >;
  };
  /** Paths are relative to the file. */
  readonly financing?: {
    readonly rates?: string;
    readonly currencies?: string;
    readonly markup?: Text | Readonly<Record<string, Text>>;
    readonly days?: Readonly<Record<string, RawDays>>;
    readonly holidays?: string;
    readonly dividends?: string;
  };
  readonly timeline?: readonly RawTimelineEntry[];
  readonly faults?: readonly Readonly<Record<string, unknown>>[];
  readonly strategy?: OwnStrategy;
  readonly expect?: {
    readonly account?: RawFields;
    readonly accounts?: Readonly<Record<string, RawFields>>;
    readonly transactions?: Readonly<Record<string, number>>;
    readonly ledger?: string;
  };
}
