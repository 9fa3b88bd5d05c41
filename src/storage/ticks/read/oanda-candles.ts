/**
 * Reads OANDA candles as bars: the v20 response (JSON) or CSV with bid_o .. ask_c or mid_o .. mid_c.
 * Bid and ask are read where both are there; candles with one price need a spread.
 */

import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import { RowFault } from '../../../core/feed/parse-tick.js';
import type { BarFeed, BarRow, Prices } from '../bars/bar-feed.js';
import type { BarSource, FeedOf } from '../bars/settle-bars.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import { anyTimeReader } from '../text/times.js';
import { cellsOf } from './layouts.js';
import type { RowSink } from './text-rows.js';

const PRICE_NAMES = ['o', 'h', 'l', 'c'] as const;
/** The single prices of a candle; mid is the price that v20 gives when no other is asked for. */
const SINGLE = ['mid', 'bid', 'ask'] as const;
const CANDLE_HEADER = /(^|,)(bid|ask|mid)_o(,|$)/;

/** The prices that are read: both sides, or the one that is there. */
type Sides = 'both' | (typeof SINGLE)[number];

/** Whether a CSV's first line is a candle header. */
export function isCandleHeader(line: string): boolean {
  return CANDLE_HEADER.test(cellsOf(line, ',').join(',').toLowerCase());
}

/** Takes the rows of a candle CSV, header first. @throws InputError */
export function candleRows(path: string, feedOf: FeedOf): RowSink {
  const readTime = anyTimeReader({ timeZone: undefined, timeUnit: undefined });
  let feed: BarFeed | undefined;
  let read: ((row: readonly string[]) => BarRow) | undefined;
  return {
    delimiter: ',',
    accept(row, line) {
      if (feed === undefined || read === undefined) {
        const names = row.map(cell => cell.trim().toLowerCase());
        const sides = sidesOf(path, names);
        feed = feedOf(sourceOf(path, sides, { hasSpread: names.includes('spread') }));
        read = rowReader(names, sides, readTime);
        return;
      }
      const bar = read;
      feed.add(line, () => bar(row));
    },
  };
}

/** What the columns hold. @throws InputError for a column that is missing. */
function sidesOf(file: string, names: readonly string[]): Sides {
  const missing = (side: string) => columnsOf(side).filter(name => !names.includes(name));
  const fault = (field: string | undefined, rule: string) =>
    new InputError('data', { file, line: 1, ...present({ field }) }, `${rule}, was ${names}`);
  if (!names.includes('time')) throw fault('time', 'must have a column named time');
  if ([...missing('bid'), ...missing('ask')].length === 0) return 'both';
  const single = SINGLE.find(side => missing(side).length === 0);
  if (single !== undefined) return single;
  const started = SINGLE.find(side => missing(side).length < PRICE_NAMES.length) ?? 'mid';
  const [field] = missing(started);
  throw fault(field, `must have the columns ${columnsOf(started).join(', ')}`);
}

function columnsOf(side: string): readonly string[] {
  return PRICE_NAMES.map(name => `${side}_${name}`);
}

function rowReader(
  names: readonly string[],
  sides: Sides,
  readTime: ReturnType<typeof anyTimeReader>,
): (row: readonly string[]) => BarRow {
  const timeAt = names.indexOf('time');
  const spreadAt = names.indexOf('spread');
  const pricesAt = (side: string) => columnsOf(side).map(name => names.indexOf(name));
  const pick = (row: readonly string[], at: readonly number[]) =>
    at.map(index => row[index] ?? '') as unknown as Prices;
  const [first, second] = sides === 'both' ? ['bid', 'ask'] : [sides, sides];
  const firstAt = pricesAt(first);
  const secondAt = pricesAt(second);
  return row => {
    if (row.length !== names.length) {
      throw new RowFault('row', `must have ${names.length} columns, was ${row.length}`);
    }
    const prices = pick(row, firstAt);
    return {
      start: readTime(row[timeAt] ?? ''),
      prices: sides === 'both' ? { bid: prices, ask: pick(row, secondAt) } : prices,
      ...present({ spread: row[spreadAt] }),
    };
  };
}

/** Adds the candles of a v20 response. @throws InputError */
export function addCandleJson(builder: TickBuilder, body: unknown, feedOf: FeedOf): void {
  const path = builder.file;
  const { candles, granularity } = candlesOf(path, body);
  const readTime = anyTimeReader({ timeZone: undefined, timeUnit: undefined });
  const reader = new JsonCandles(readTime);
  let feed: BarFeed | undefined;
  candles.forEach((candle, index) => {
    const field = `candles[${index}]`;
    if (isUnfinished(candle)) {
      builder.leaveOut(new RowFault('candle', 'is not complete yet'), 0);
      return;
    }
    feed ??= feedOf(
      sourceOf(path, reader.settle(candle), {
        hasSpread: false,
        ...present({ granularity: granularity === undefined ? undefined : String(granularity) }),
      }),
    );
    feed.add(0, () => reader.read(candle, field));
  });
}

function isUnfinished(candle: unknown): boolean {
  return (
    typeof candle === 'object' && (candle as { complete?: unknown } | null)?.complete === false
  );
}

/** Reads the candles of one response; the first one tells which prices it has. */
class JsonCandles {
  readonly #readTime: ReturnType<typeof anyTimeReader>;
  #sides: Sides = 'both';

  constructor(readTime: ReturnType<typeof anyTimeReader>) {
    this.#readTime = readTime;
  }

  /** The prices that the response has, by its first candle. */
  settle(candle: unknown): Sides {
    const fields = (typeof candle === 'object' ? candle : undefined) ?? {};
    const isBoth = 'bid' in fields && 'ask' in fields;
    this.#sides = isBoth ? 'both' : (SINGLE.find(side => side in fields) ?? 'both');
    return this.#sides;
  }

  /** @throws RowFault */
  read(candle: unknown, field: string): BarRow {
    const fields = objectOf(candle, field);
    const side = (name: string): Prices => {
      const prices = objectOf(fields[name], `${field}.${name}`);
      return PRICE_NAMES.map(key => textOf(prices[key], `${name}.${key}`)) as unknown as Prices;
    };
    const prices =
      this.#sides === 'both' ? { bid: side('bid'), ask: side('ask') } : side(this.#sides);
    return { start: this.#readTime(textOf(fields['time'], `${field}.time`)), prices };
  }
}

function sourceOf(
  path: string,
  sides: Sides,
  rest: Pick<BarSource, 'hasSpread' | 'granularity'>,
): BarSource {
  const which = sides === 'both' ? ({ sides } as const) : ({ sides: 'one', price: sides } as const);
  return { path, ...which, snap: false, ...rest };
}

function candlesOf(file: string, body: unknown) {
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
