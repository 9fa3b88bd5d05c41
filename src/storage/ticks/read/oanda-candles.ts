/**
 * Reads OANDA candles as ticks, for users without tick data: the v20 response (JSON) or CSV with
 * bid_o .. ask_c. The result has `synthetic`, which manifests and warnings repeat. Mid-only candles
 * are refused, because they contain no spread.
 */

import { basename } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { type Granularity, isGranularity } from '../../../core/candle/granularity.js';
import { RowFault } from '../../../core/feed/parse-tick.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import { anyTimeReader } from '../text/times.js';
import { type Prices, pushCandle } from './candle-path.js';
import { cellsOf } from './layouts.js';
import type { RowSink } from './text-rows.js';

export interface CandleContext {
  readonly path: string;
  readonly precision: number;
  /** Overrides the granularity that the file or its name states. */
  readonly granularity: string | undefined;
}

const BID = ['bid_o', 'bid_h', 'bid_l', 'bid_c'] as const;
const ASK = ['ask_o', 'ask_h', 'ask_l', 'ask_c'] as const;
const MID_ONLY = 'must have bid and ask prices: mid prices have no spread';
const PRICE_NAMES = ['o', 'h', 'l', 'c'] as const;
const CANDLE_HEADER = /(^|,)(bid|ask|mid)_o(,|$)/;

/** Whether a CSV's first line is a candle header. */
export function isCandleHeader(line: string): boolean {
  return CANDLE_HEADER.test(cellsOf(line, ',').join(',').toLowerCase());
}

/** Takes the rows of a candle CSV, header first. @throws InputError */
export function candleRows(builder: TickBuilder, context: CandleContext): RowSink {
  const granularity = granularityOf(context, undefined);
  const readTime = anyTimeReader({ timeZone: undefined, timeUnit: undefined });
  let names: readonly string[] | undefined;
  const pick = (row: readonly string[], wanted: readonly string[]) =>
    wanted.map(name => row[names?.indexOf(name) ?? -1] ?? '') as unknown as Prices;
  return {
    delimiter: ',',
    accept(row, line) {
      if (names === undefined) {
        names = row.map(cell => cell.trim().toLowerCase());
        checkHeader(context.path, names);
        return;
      }
      const width = names.length;
      const timeAt = names.indexOf('time');
      builder.addEntry(line, () => {
        if (row.length !== width) {
          throw new RowFault('row', `must have ${width} columns, was ${row.length}`);
        }
        const sides = { bid: pick(row, BID), ask: pick(row, ASK) };
        const candle = { start: readTime(row[timeAt] ?? ''), ...sides };
        pushCandle(builder, candle, granularity, context.precision);
      });
    },
  };
}

function checkHeader(file: string, names: readonly string[]): void {
  const missing = ['time', ...BID, ...ASK].find(name => !names.includes(name));
  if (missing === undefined) return;
  const rule = missing === 'time' ? 'must have a column named time' : MID_ONLY;
  throw new InputError(
    'data',
    { file, line: 1, field: missing },
    `${rule}, was ${names.join(',')}`,
  );
}

/** Adds the candles of a v20 response. @throws InputError */
export function addCandleJson(builder: TickBuilder, text: string, context: CandleContext): void {
  const { candles, granularity: named } = parseBody(context.path, text);
  const granularity = granularityOf(context, named);
  const readTime = anyTimeReader({ timeZone: undefined, timeUnit: undefined });
  candles.forEach((candle, index) => {
    builder.addEntry(0, () => {
      const { time, complete, bid, ask } = objectOf(candle, `candles[${index}]`);
      if (complete === false) {
        builder.leaveOut(new RowFault('candle', 'is not complete yet'), 0);
        return;
      }
      const side = (prices: unknown, name: string) => {
        if (prices === undefined) throw new RowFault(`candles[${index}]`, MID_ONLY);
        const fields = objectOf(prices, `candles[${index}].${name}`);
        return PRICE_NAMES.map(key => textOf(fields[key], `${name}.${key}`)) as unknown as Prices;
      };
      const sides = { bid: side(bid, 'bid'), ask: side(ask, 'ask') };
      const start = readTime(textOf(time, `candles[${index}].time`));
      pushCandle(builder, { start, ...sides }, granularity, context.precision);
    });
  });
}

function parseBody(file: string, text: string) {
  let body: unknown;
  try {
    body = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new InputError('data', { file }, 'must be JSON');
  }
  const { candles, granularity } = (body ?? {}) as { candles?: unknown; granularity?: unknown };
  if (!Array.isArray(candles)) {
    throw new InputError(
      'data',
      { file, field: 'candles' },
      'must be a list, as in a v20 response',
    );
  }
  return { candles: candles as unknown[], granularity };
}

function objectOf(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new RowFault(field, 'must be an object');
}

/** Prices and times are strings on the wire; a JSON number may have lost digits. */
function textOf(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  throw new RowFault(field, `must be a string, was ${typeof value}`);
}

/**
 * The granularity from the option, else from the file, else from a part of its name
 * (EUR_USD_M5.csv).
 */
function granularityOf({ granularity, path }: CandleContext, named: unknown): Granularity {
  const tokens = basename(path).split(/[_.\-\s]/);
  const found = granularity ?? named ?? tokens.find(isGranularity);
  if (typeof found === 'string' && isGranularity(found)) return found;
  const rule =
    found === undefined
      ? 'is missing: give --granularity, or write it into the name of the file (EUR_USD_M5.csv)'
      : `must be a granularity of v20, was ${String(found)}`;
  throw new InputError('data', { file: path, field: 'granularity' }, rule);
}
