/**
 * Decides how bars are read: by the options that were given, by the columns of the file, and by its
 * name. What is still open, or contradicts itself, is refused with the name of the
 * option that settles it.
 */

import { basename } from 'node:path';
import { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import { RowFault } from '../../../../core/feed/parse-tick.js';
import { FX_HOURS, type TradingHours } from '../../../../core/time/calendar.js';
import type { BarReading, BarTarget } from './bar-feed.js';
import { type BarLength, barLength } from './bar-length.js';
import {
  BAR_PRICES,
  type BarOptions,
  type BarPrice,
  FROM_COLUMN,
  isFromColumn,
} from './bar-options.js';
import { columnUnit } from './spread-column.js';
import { spreadRule } from './spread-rule.js';

/** What a source of bars has and states. */
export interface BarSource {
  /** Path of the file, for messages and for what its name says. */
  readonly path: string;
  /** Whether each bar has one price, or bid and ask. */
  readonly sides: 'one' | 'both';
  /** The price of one-sided bars that the publisher of the layout states. */
  readonly price?: BarPrice;
  /** Whether each bar has a spread of its own. */
  readonly hasSpread: boolean;
  /** The granularity that the layout or the content states. */
  readonly granularity?: string;
  /** Whether prices may have float noise. */
  readonly snap: boolean;
  /**
   * Whether prices have all digits of the program's own instrument, so that its points follow from
   * them.
   */
  readonly hasOwnPoints?: boolean;
}

/** Gives the feed for the bars of a source; all files of one reading share their feed. */
export type FeedOf = (source: BarSource) => BarTarget;

/** The options that the user gave for the bars. */
export interface BarWishes extends BarOptions {
  /** Overrides the granularity that the source or the name of its file states. */
  readonly granularity?: string;
  /** The most digits after the point that a price of the source was seen to have. */
  readonly fileDecimals?: number;
  /** Hours in which the instrument usually trades; default: those of currencies. */
  readonly hours?: TradingHours;
}

/** Minutes at the end of the names that MetaTrader 4 gives its exports: EURUSD60.csv. */
const METATRADER_MINUTES: Readonly<Record<string, string>> = {
  1: 'M1',
  5: 'M5',
  15: 'M15',
  30: 'M30',
  60: 'H1',
  240: 'H4',
  1440: 'D',
  10080: 'W',
  43200: 'M',
};
/** Words in the names of MetaTrader 5's exports. */
const WORDS: Readonly<Record<string, string>> = { daily: 'D', weekly: 'W', monthly: 'M' };
const METATRADER_NAME = /^[A-Za-z]{6}(\d{1,5})$/;
/** `M1` in any case, and D, W and M as v20 writes them. */
const GRANULARITY_TOKEN = /^(?:[SMHDWsmhdw]\d{1,2}|[DWM])$/;

/** A count before its unit: `1_M` and `15 Mins` of JForex, `5m` and `4h` of many programs. */
const COUNTED = /^([1-9]\d?) ?(s|secs?|m|mins?|h|hours?|d|w)$/i;

/** @param precision - of the instrument. @throws InputError (data) naming the option */
export function settleBars(source: BarSource, wishes: BarWishes, precision: number): BarReading {
  const length = lengthOf(source, wishes.granularity);
  const price = priceOf(source, wishes.price);
  const spread = spreadOf(source, wishes.spread, price, precision);
  const { path = 'nearest-first', hours = FX_HOURS } = wishes;
  const { snap, hasOwnPoints = false } = source;
  const fileDecimals = hasOwnPoints ? (wishes.fileDecimals ?? 0) : undefined;
  return { precision, length, price, path, hours, snap, ...present({ spread, fileDecimals }) };
}

function lengthOf(source: BarSource, wished: string | undefined): BarLength {
  const named = wished ?? source.granularity ?? granularityInName(source.path);
  const found = named === undefined ? undefined : barLength(named);
  if (found !== undefined) return found;
  const rule =
    named === undefined
      ? 'is missing: give --granularity, or write it into the name of the file (EUR_USD_M5.csv)'
      : `must be a granularity of v20, or a length such as S1 or M3, was ${named}`;
  throw fault(source, 'granularity', rule);
}

/** The granularity in a part of the file's name, or undefined. */
function granularityInName(path: string): string | undefined {
  const tokens = tokensOf(path);
  for (const [index, token] of tokens.entries()) {
    const counted = COUNTED.exec(`${token} ${tokens[index + 1] ?? ''}`) ?? COUNTED.exec(token);
    if (counted !== null) {
      const [, count = '', unit = ''] = counted;
      const name = `${unit.charAt(0).toUpperCase()}${count}`;
      if (barLength(name) !== undefined) return name;
    }
    if (GRANULARITY_TOKEN.test(token) && barLength(token) !== undefined) return token;
    const word = token.toLowerCase();
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    const minutes = METATRADER_NAME.exec(token)?.[1];
    if (minutes !== undefined && Object.hasOwn(METATRADER_MINUTES, minutes)) {
      return METATRADER_MINUTES[minutes];
    }
  }
  return undefined;
}

function priceOf(source: BarSource, wished: BarPrice | undefined): BarPrice {
  if (source.sides === 'both') {
    if (wished === undefined || wished === 'bid-ask') return 'bid-ask';
    throw fault(source, 'price', `must be bid-ask: the bars have both sides, was ${wished}`);
  }
  const found = wished ?? source.price ?? priceInName(source.path);
  if (found === 'bid-ask') throw fault(source, 'price', 'cannot be bid-ask: bars have one price');
  if (found !== undefined) return found;
  const rule = 'is missing: say whether the prices are bid, mid or ask (price:, or --price)';
  throw fault(source, 'price', rule);
}

/** The side in a part of the file's name: `eurusd-m1-bid-2024-01-01.csv`. */
export function priceInName(path: string): BarPrice | undefined {
  const tokens = tokensOf(path).map(token => token.toLowerCase());
  return BAR_PRICES.find(price => tokens.includes(price));
}

function spreadOf(
  source: BarSource,
  wished: BarOptions['spread'],
  price: BarPrice,
  precision: number,
): BarOptions['spread'] {
  if (price === 'bid-ask') {
    if (wished === undefined) return undefined;
    throw fault(source, 'spread', 'cannot be given: the bars have bid and ask');
  }
  const spread = wished ?? (source.hasSpread ? FROM_COLUMN : undefined);
  if (spread === undefined) {
    const rule = `is missing: ${price} prices have no spread; give one (spread:, or --spread)`;
    throw fault(source, 'spread', rule);
  }
  const isColumn = isFromColumn(spread);
  if (isColumn && !source.hasSpread) {
    throw fault(source, 'spread', 'cannot come from a column: the file has no column of spreads');
  }
  try {
    if (isColumn) columnUnit(spread);
    else spreadRule(spread, precision);
  } catch (error) {
    if (error instanceof RowFault) throw fault(source, 'spread', error.rule);
    throw error;
  }
  return spread;
}

function tokensOf(path: string): readonly string[] {
  return basename(path).split(/[_.\-\s]/);
}

function fault({ path: file }: BarSource, field: string, rule: string): InputError {
  return new InputError('data', { file, field }, rule);
}
