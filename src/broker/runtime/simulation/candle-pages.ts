/**
 * Keeps closed candles as text. A closed candle never changes, so each is rendered once, and an
 * answer is made of slices of the kept bytes. A page holds the closed candles that start in one
 * stretch of time; it grows as time moves on. When all pages together exceed PAGES_BYTES_MAX, the
 * least recently used pages are dropped. Smoothed and shifted candles are not kept.
 * core/candle/query.ts decides which candles a request selects.
 */

import { countWhile } from '../../../core/base/bisect.js';
import { type Alignment, bucketEnd, bucketStart, utcGrid } from '../../../core/candle/alignment.js';
import { BucketFinder } from '../../../core/candle/bucket-finder.js';
import type { CandleAnswer } from '../../../core/candle/candle.js';
import { GRANULARITIES, type Granularity } from '../../../core/candle/granularity.js';
import {
  type CandleRequest,
  type CandleSource,
  candlesOf,
  queryCandles,
  rowAfterStartsBefore,
} from '../../../core/candle/query.js';
import type { CandleSeries } from '../../../core/candle/series.js';
import {
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
} from '../../../core/time/instant.js';

/** Bytes of all kept pages of a simulation. */
const PAGES_BYTES_MAX = 64 * 1_048_576;
/** Approximate bytes that a page takes beside its text. */
const PAGE_BYTES = 512;
/** Approximate bytes of the numbers kept for each candle. */
const CANDLE_BYTES = 16;
/** Buckets of a page, if every bucket of a granularity had the usual length. */
const PAGE_BUCKETS = 512;
const USUAL_LENGTH = {
  hour: MICROS_PER_HOUR,
  day: MICROS_PER_DAY,
  week: 7 * MICROS_PER_DAY,
  month: 31 * MICROS_PER_DAY,
} as const;
const COMMA = Buffer.from(',');
const EMPTY = Buffer.alloc(0);

/** How to render the candles of one instrument. */
export interface CandleLook {
  /** Index of the instrument in the market. */
  readonly slot: number;
  /**
   * A key made of everything that the text of a candle depends on, except slot, bucket and prices.
   */
  readonly key: string;
  /** The text of a candle. */
  readonly render: (candle: CandleAnswer) => string;
}

/** Closed candles that start in [low, high), in order; each is followed by a comma. */
interface Page {
  readonly low: number;
  readonly high: number;
  text: Buffer;
  /**
   * Start of each candle in microseconds, and the byte offset of its text; one more offset for the
   * end.
   */
  readonly starts: number[];
  readonly offsets: number[];
  /** Earliest instant at which a candle that is not in the page yet may start. */
  next: number;
  /** Simulated time up to which the page is complete; Infinity when all of its buckets have ended. */
  asOf: number;
}

/**
 * Owns the kept pages and the count of their bytes. Each request adds closed candles to a page; the
 * page that was used longest ago is dropped when the bytes exceed the limit. A kept candle never
 * changes.
 */
export class CandlePages {
  readonly #series: readonly CandleSeries[];
  readonly #bytesMax: number;
  /** Least recently used first. */
  readonly #pages = new Map<string, Page>();
  #bytes = 0;

  /**
   *
   * @param series - of each instrument, by slot.
   * @param bytesMax - limit of the bytes of all pages.
   */
  constructor(series: readonly CandleSeries[], bytesMax = PAGES_BYTES_MAX) {
    this.#series = series;
    this.#bytesMax = bytesMax;
  }

  /** Approximate bytes kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The candles of `request` as of `now`, without smoothing: texts with commas between them, in parts
   * that the caller joins, because an answer of 5,000 candles takes longest to copy.
   * @param now - simulated time, never earlier than in the call before.
   */
  render(request: CandleRequest, look: CandleLook, now: Instant): readonly Buffer[] {
    const series = this.#series[look.slot] as CandleSeries;
    return candlesOf(request, new Shelf(this, series, { request, look, now }));
  }

  /** The page with that key; `fill` adds the candles that are missing. */
  page(key: string, low: number, high: number, fill: (page: Page) => void): Page {
    const known = this.#pages.get(key);
    const page = known ?? {
      low,
      high,
      text: EMPTY,
      starts: [],
      offsets: [0],
      next: low,
      asOf: Number.NEGATIVE_INFINITY,
    };
    const before = known === undefined ? 0 : bytesOf(page);
    this.#pages.delete(key);
    fill(page);
    this.#pages.set(key, page);
    this.#bytes += bytesOf(page) - before;
    for (const [oldest, least] of this.#pages) {
      if (this.#bytes <= this.#bytesMax || oldest === key) break;
      this.#bytes -= bytesOf(least);
      this.#pages.delete(oldest);
    }
    return page;
  }
}

function bytesOf({ text, starts }: Page): number {
  return PAGE_BYTES + text.length + starts.length * CANDLE_BYTES;
}

/** A request for candles, how they are to look, and when it is made. */
interface PageRequest {
  readonly request: CandleRequest;
  readonly look: CandleLook;
  /** Simulated time. */
  readonly now: Instant;
}

/** Walks the pages of one series for one request. */
class Shelf implements CandleSource<readonly Buffer[]> {
  readonly #pages: CandlePages;
  readonly #series: CandleSeries;
  readonly #request: CandleRequest;
  readonly #look: CandleLook;
  readonly #now: Instant;
  readonly #key: string;
  readonly #length: number;

  constructor(pages: CandlePages, series: CandleSeries, { request, look, now }: PageRequest) {
    this.#pages = pages;
    this.#series = series;
    this.#request = request;
    this.#look = look;
    this.#now = now;
    this.#key = keyOf(request, look);
    this.#length = usualLength(request.granularity) * PAGE_BUCKETS;
  }

  last(before: number, count: number): readonly Buffer[] {
    const parts: Buffer[] = [];
    const open = this.#open();
    let left = count;
    if (open !== undefined && open.time < before) {
      parts.push(this.#text(open));
      left -= 1;
    }
    const { granularity, alignment } = this.#request;
    const finder = new BucketFinder(granularity, alignment);
    let row = rowAfterStartsBefore(this.#series, finder, before) - 1;
    while (row >= 0 && left > 0) {
      const page = this.#pageOf(this.#startOfRow(row));
      const to = firstAtLeast(page.starts, before);
      const from = Math.max(0, to - left);
      if (to > from) parts.push(slice(page, from, to));
      left -= to - from;
      row = this.#series.rowAtOrAfter(this.#firstStart(page)) - 1;
    }
    return separated(parts.reverse());
  }

  next(first: Instant, before: number, limit: number): readonly Buffer[] {
    const parts: Buffer[] = [];
    const open = this.#open();
    let left = limit;
    let row = this.#series.rowAtOrAfter(first);
    while (row < this.#series.length && left > 0) {
      const start = this.#startOfRow(row);
      if (start >= before || start === open?.time) break;
      const page = this.#pageOf(start);
      const from = firstAtLeast(page.starts, first);
      const to = Math.min(from + left, firstAtLeast(page.starts, before));
      if (to > from) parts.push(slice(page, from, to));
      left -= Math.max(0, to - from);
      row = this.#series.rowAtOrAfter(this.#endOf(page), row + 1);
    }
    const isWanted = open !== undefined && open.time >= first && open.time < before;
    if (left > 0 && isWanted) parts.push(this.#text(open));
    return separated(parts);
  }

  /** The current candle, whose bucket has not ended yet; undefined when it has no price. */
  #open(): CandleAnswer | undefined {
    const { granularity, alignment } = this.#request;
    const request = { granularity, alignment, count: 1, includeFirst: true, smooth: false };
    const [candle] = queryCandles(this.#series, request, this.#now);
    return candle?.complete === false ? candle : undefined;
  }

  #startOfRow(row: number): Instant {
    const { granularity, alignment } = this.#request;
    return bucketStart(instant(this.#series.timeAt(row)), granularity, alignment);
  }

  /** Start of the first bucket that starts in the page. */
  #firstStart({ low }: Page): Instant {
    const { granularity, alignment } = this.#request;
    const start = bucketStart(instant(low), granularity, alignment);
    return start < low ? bucketEnd(start, granularity, alignment) : start;
  }

  /** End of the last bucket that starts in the page. */
  #endOf({ high }: Page): Instant {
    const { granularity, alignment } = this.#request;
    return bucketEnd(
      bucketStart(instant(high - 1), granularity, alignment),
      granularity,
      alignment,
    );
  }

  #pageOf(start: number): Page {
    const number = Math.floor(start / this.#length);
    const low = number * this.#length;
    return this.#pages.page(`${this.#key} ${number}`, low, low + this.#length, page =>
      this.#fill(page),
    );
  }

  /** Adds the candles of the page that have closed since the last call. */
  #fill(page: Page): void {
    if (page.asOf >= this.#now) return;
    const { granularity, alignment } = this.#request;
    const from = Math.max(page.next, this.#firstStart(page));
    const request = {
      granularity,
      alignment,
      from: instant(from),
      to: instant(Math.max(from, page.high)),
      includeFirst: true,
      smooth: false,
    };
    const closed = queryCandles(this.#series, request, this.#now).filter(each => each.complete);
    const texts = [page.text];
    let size = page.text.length;
    for (const candle of closed) {
      const text = this.#text(candle);
      texts.push(text, COMMA);
      size += text.length + 1;
      page.starts.push(candle.time);
      page.offsets.push(size);
    }
    page.text = Buffer.concat(texts, size);
    const last = page.starts.at(-1);
    if (last !== undefined) page.next = bucketEnd(instant(last), granularity, alignment);
    page.asOf = this.#endOf(page) <= this.#now ? Number.POSITIVE_INFINITY : this.#now;
  }

  #text(candle: CandleAnswer): Buffer {
    return Buffer.from(this.#look.render(candle));
  }
}

/** A key made of everything that the text of a candle depends on, except time and prices. */
function keyOf({ granularity, alignment }: CandleRequest, { slot, key }: CandleLook): string {
  return `${slot} ${granularity} ${alignmentKey(granularity, alignment)} ${key}`;
}

function alignmentKey(granularity: Granularity, alignment: Alignment): string {
  if (utcGrid(granularity) !== undefined) return '';
  const { dailyAlignment, alignmentTimezone, weeklyAlignment } = alignment;
  const weekly = GRANULARITIES[granularity].alignedTo === 'week' ? weeklyAlignment : '';
  return `${dailyAlignment} ${alignmentTimezone} ${weekly}`;
}

/** Length of most buckets of a granularity, in microseconds; for months the longest. */
export function usualLength(granularity: Granularity): number {
  const grid = utcGrid(granularity);
  if (grid !== undefined) return grid;
  const { unit, length } = GRANULARITIES[granularity];
  return USUAL_LENGTH[unit as keyof typeof USUAL_LENGTH] * length;
}

/** Candles `from` to `to` (exclusive) of a page, with the comma after the last. */
function slice({ text, offsets }: Page, from: number, to: number): Buffer {
  return text.subarray(offsets[from], offsets[to]);
}

/** The parts with commas between them; no comma follows the last part. */
function separated(parts: readonly Buffer[]): readonly Buffer[] {
  const end = parts.length - 1;
  return parts.flatMap((part, at) => {
    const text = part.at(-1) === COMMA[0] ? part.subarray(0, -1) : part;
    return at < end ? [text, COMMA] : [text];
  });
}

/**
 * Index of the first number that is at least `value`; the length when no number is. Numbers ascend.
 */
function firstAtLeast(numbers: readonly number[], value: number): number {
  return countWhile(numbers.length, at => (numbers[at] as number) < value);
}
