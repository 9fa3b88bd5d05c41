/**
 * v20 candle JSON as ticks, for those who have nothing finer. Each candle becomes four ticks on a
 * declared path: open, the extreme nearer to the open, the other extreme, close, at the start and
 * after 1/4, 1/2 and 3/4 of the candle. The result says `synthetic`, manifests and warnings repeat
 * it. Mid-only candles are refused: a spread cannot be made up.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { InputError } from '../../core/base/input-error.js';
import { bucketEnd, DEFAULT_ALIGNMENT } from '../../core/candle/alignment.js';
import { isGranularity } from '../../core/candle/granularity.js';
import { RowFault } from '../../core/feed/parse-tick.js';
import { type Instant, instant } from '../../core/time/instant.js';
import type { Layout, RawTick } from './layout.js';
import type { ReadOptions, TickFile } from './read-ticks.js';
import { STRICT, TickBuilder } from './tick-builder.js';
import { readRfc3339 } from './times.js';

const CANDLES: Layout = {
  name: 'oanda-candles',
  delimiter: ',',
  header: false,
  volumeScale: 1,
  snap: false,
  matches: () => false,
  reader: () => () => {
    throw new RowFault('row', 'candles are read from JSON');
  },
};

interface Sides {
  readonly o: string;
  readonly h: string;
  readonly l: string;
  readonly c: string;
}

interface JsonCandle {
  readonly time: string;
  readonly bid?: Sides;
  readonly ask?: Sides;
}

/** Reads a candle file. @throws InputError */
export async function readCandlesAsTicks(
  path: string,
  size: number,
  options: ReadOptions,
): Promise<TickFile> {
  const bytes = await readFile(path);
  const body = parseBody(path, bytes);
  const policy = { ...STRICT, ...options.policy };
  const builder = new TickBuilder(path, options.instrument, CANDLES, policy);
  body.candles.forEach((candle, index) => {
    for (const step of [0, 1, 2, 3] as const) {
      builder.add(() => tickOf(candle, body.granularity, step), index + 1);
    }
  });
  options.onProgress?.(size, size);
  const { columns, books } = builder.finish();
  if (columns.length === 0) throw new InputError('data', { file: path }, 'holds no candle');
  return {
    instrument: options.instrument.name,
    digest: createHash('sha256').update(bytes).digest('hex'),
    columns,
    ...books,
    layout: 'oanda-candles',
    size,
    synthetic: true,
  };
}

function parseBody(path: string, bytes: Buffer) {
  const text = (path.toLowerCase().endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new InputError('data', { file: path }, 'is not JSON');
  }
  const { candles, granularity } = body as { candles?: unknown; granularity?: unknown };
  if (!Array.isArray(candles) || typeof granularity !== 'string' || !isGranularity(granularity)) {
    const rule = 'must be a v20 candle response with granularity and candles';
    throw new InputError('data', { file: path }, rule);
  }
  return { candles: candles as JsonCandle[], granularity };
}

function tickOf(
  candle: JsonCandle,
  granularity: Parameters<typeof bucketEnd>[1],
  step: 0 | 1 | 2 | 3,
): RawTick {
  const { at } = readRfc3339(String(candle.time));
  const { bid, ask } = candle;
  if (bid === undefined || ask === undefined) {
    throw new RowFault(
      'candle',
      'must have bid and ask: a spread cannot be made up from mid prices',
    );
  }
  const end = bucketEnd(at, granularity, DEFAULT_ALIGNMENT);
  const time: Instant = instant(at + Math.floor(((end - at) / 4) * step));
  const key = (['o', isHighNearer(bid) ? 'h' : 'l', isHighNearer(bid) ? 'l' : 'h', 'c'] as const)[
    step
  ];
  return { at: time, cut: false, bid: bid[key], ask: ask[key] };
}

/** Whether the high lies nearer to the open than the low; a tie goes to the high. */
function isHighNearer({ o, h, l }: Sides): boolean {
  const number = (text: string) => Number(text.replace('.', ''));
  return number(h) - number(o) <= number(o) - number(l);
}
