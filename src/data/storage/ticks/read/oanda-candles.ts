/**
 * Reads a v20 response with candles as bars. Bid and ask are read where both are there; candles with
 * one price need a spread.
 */

import { InputError } from '../../../../core/base/input-error.js';
import { RowFault } from '../../../../core/feed/parse-tick.js';
import type { BarPrices, BarRow, BarTarget } from '../bars/bar-feed.js';
import { mapFour } from '../bars/four-prices.js';
import type { BarSource, FeedOf } from '../bars/settle-bars.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import { anyTimeReader } from '../text/times.js';
import type { CandleBody } from './json-source.js';

const PRICE_NAMES = ['o', 'h', 'l', 'c'] as const;
/** The single prices of a candle; mid is the price that v20 gives when no other is asked for. */
const SINGLE = ['mid', 'bid', 'ask'] as const;

/** The prices that are read: both sides, or the one that is there. */
type Sides = 'both' | (typeof SINGLE)[number];

/**
 * Adds the candles of a v20 response.
 * @param instrument - that the response must be of, if it names one.
 * @throws InputError
 */
export function addCandleJson(
  { builder, feedOf }: { readonly builder: TickBuilder; readonly feedOf: FeedOf },
  body: unknown,
  instrument: string,
): void {
  const path = builder.file;
  const { candles, granularity, named = instrument } = candlesOf(path, body);
  if (named !== instrument) {
    const rule = `must be ${instrument}, which was asked for, was ${String(named)}`;
    throw new InputError('data', { file: path, field: 'instrument' }, rule);
  }
  const readTime = anyTimeReader({ timeZone: undefined, timeUnit: undefined });
  const reader = new JsonCandles(readTime);
  let feed: BarTarget | undefined;
  candles.forEach((candle, index) => {
    const field = `candles[${index}]`;
    if (isUnfinished(candle)) {
      builder.leaveOut(new RowFault('candle', 'is not complete yet'), 0);
      return;
    }
    feed ??= feedOf(sourceOf(path, reader.settle(candle), granularity));
    feed.add(0, () => reader.read(candle, field));
  });
}

function isUnfinished(candle: unknown): boolean {
  return (
    typeof candle === 'object' && (candle as { complete?: unknown } | null)?.complete === false
  );
}

/** Reads the candles of one response. Owns which prices they have, as the first one shows. */
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
    const side = (name: string): BarPrices => {
      const prices = objectOf(fields[name], `${field}.${name}`);
      return mapFour(PRICE_NAMES, key => textOf(prices[key], `${name}.${key}`));
    };
    const prices =
      this.#sides === 'both' ? { bid: side('bid'), ask: side('ask') } : side(this.#sides);
    const start = this.#readTime(textOf(fields['time'], `${field}.time`));
    const { volume } = fields;
    return { start, prices, ...(volume === undefined ? {} : { volume: String(volume) }) };
  }
}

function sourceOf(path: string, sides: Sides, granularity: unknown): BarSource {
  return {
    path,
    sides: sides === 'both' ? 'both' : 'one',
    hasSpread: false,
    snap: false,
    ...(sides === 'both' ? {} : { price: sides }),
    ...(granularity === undefined ? {} : { granularity: String(granularity) }),
  };
}

function candlesOf(file: string, body: unknown) {
  const { candles, granularity, instrument: named } = (body ?? {}) as CandleBody;
  if (!Array.isArray(candles)) {
    throw new InputError(
      'data',
      { file, field: 'candles' },
      'must be a list, as in a v20 response',
    );
  }
  return { candles: candles as unknown[], granularity, named };
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
