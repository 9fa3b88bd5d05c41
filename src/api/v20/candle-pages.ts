/**
 * Candles of the past as text: closed candles never change, so that each is rendered once, and an
 * answer is slices of kept bytes, joined. A page holds the closed candles that start in one stretch
 * of time and grows as time goes on; those not used for longest go when all pass PAGES_BYTES_MAX.
 * Smoothed candles and those for many units are other candles; they are not kept.
 * Which candles a request means is core/candle/query.ts; a test holds the two against each other.
 */

import { type Alignment, bucketEnd, bucketStart, utcGrid } from '../../core/candle/alignment.js';
import type { CandleAnswer } from '../../core/candle/candle.js';
import { GRANULARITIES, type Granularity } from '../../core/candle/granularity.js';
import {
  type CandleRequest,
  DEFAULT_COUNT,
  formatCandle,
  queryCandles,
  startsOf,
} from '../../core/candle/query.js';
import type { CandleSeries } from '../../core/candle/series.js';
import { type Instant, instant, MICROS_PER_DAY, MICROS_PER_HOUR } from '../../core/time/instant.js';
import type { Simulation } from '../../runtime/simulation.js';
import { renderJson, type TimeFormat } from './time-format.js';

/** Bytes of all kept pages of a simulation. */
export const PAGES_BYTES_MAX = 64 * 1_048_576;
/** Roughly what a page costs beside its text. */
const PAGE_BYTES = 512;
/** Numbers kept for each candle. */
const CANDLE_BYTES = 16;
/** Buckets of a page, as if all of a granularity were of its usual length. */
const PAGE_BUCKETS = 512;
const USUAL_LENGTH = {
  hour: MICROS_PER_HOUR,
  day: MICROS_PER_DAY,
  week: 7 * MICROS_PER_DAY,
  month: 31 * MICROS_PER_DAY,
} as const;
const COMMA = Buffer.from(',');
const EMPTY = Buffer.alloc(0);

/** What a request asks to see of candles. */
export interface CandleLook {
  readonly slot: number;
  readonly displayPrecision: number;
  /** Letters of M, B and A. */
  readonly components: string;
  readonly times: TimeFormat;
}

/** Closed candles that start in [low, high), in order; each is followed by a comma. */
interface Page {
  readonly low: number;
  readonly high: number;
  text: Buffer;
  /** Start of each candle, microseconds, and where its text begins; one more for the end. */
  readonly starts: number[];
  readonly offsets: number[];
  /** First instant at which candles that are not here yet may start. */
  next: number;
  /** Simulated time up to which the page is complete; Infinity when all of its buckets have ended. */
  asOf: number;
}

const pagesOf = new WeakMap<Simulation, CandlePages>();

/** The pages of a simulation. */
export function candlePages(simulation: Simulation): CandlePages {
  let pages = pagesOf.get(simulation);
  if (pages === undefined) {
    pages = new CandlePages(simulation);
    pagesOf.set(simulation, pages);
  }
  return pages;
}

export class CandlePages {
  readonly #simulation: Simulation;
  readonly #bytesMax: number;
  /** Least recently used first. */
  readonly #pages = new Map<string, Page>();
  #bytes = 0;

  constructor(simulation: Simulation, bytesMax = PAGES_BYTES_MAX) {
    this.#simulation = simulation;
    this.#bytesMax = bytesMax;
  }

  /** Bytes kept, roughly. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The candles of `request`, without smoothing, as JSON between the brackets of an array. */
  render(request: CandleRequest, look: CandleLook): Buffer {
    const series = this.#simulation.engine.state.candles[look.slot] as CandleSeries;
    const shelf = new Shelf(this, series, request, look, this.#simulation.now);
    const { from, to: before = Number.POSITIVE_INFINITY } = request;
    if (from === undefined) return shelf.last(before, request.count ?? DEFAULT_COUNT);
    const { first, limit } = startsOf(request, from);
    return shelf.next(first, before, limit);
  }

  /** The page of that key; `fill` brings it up to date. */
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

/** Walks the pages of one series for one request. */
class Shelf {
  readonly #pages: CandlePages;
  readonly #series: CandleSeries;
  readonly #request: CandleRequest;
  readonly #look: CandleLook;
  readonly #now: Instant;
  readonly #key: string;
  readonly #length: number;

  constructor(
    pages: CandlePages,
    series: CandleSeries,
    request: CandleRequest,
    look: CandleLook,
    now: Instant,
  ) {
    this.#pages = pages;
    this.#series = series;
    this.#request = request;
    this.#look = look;
    this.#now = now;
    this.#key = keyOf(request, look);
    this.#length = usualLength(request.granularity) * PAGE_BUCKETS;
  }

  /** The last `count` candles that start before `before`. */
  last(before: number, count: number): Buffer {
    const parts: Buffer[] = [];
    const open = this.#open();
    let left = count;
    if (open !== undefined && open.time < before) {
      parts.push(this.#text(open));
      left -= 1;
    }
    let row = this.#rowBefore(before);
    while (row >= 0 && left > 0) {
      const page = this.#pageOf(this.#startOfRow(row));
      const to = firstAtLeast(page.starts, before);
      const from = Math.max(0, to - left);
      if (to > from) parts.push(slice(page, from, to));
      left -= to - from;
      row = this.#series.rowAtOrAfter(this.#firstStart(page)) - 1;
    }
    return joined(parts.reverse());
  }

  /** Up to `count` candles that start in [first, before). */
  next(first: number, before: number, count: number): Buffer {
    const parts: Buffer[] = [];
    const open = this.#open();
    let left = count;
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
    return joined(parts);
  }

  /** The candle whose bucket has not ended yet, if it has a price. */
  #open(): CandleAnswer | undefined {
    const { granularity, alignment } = this.#request;
    const request = { granularity, alignment, count: 1, includeFirst: true, smooth: false };
    const [candle] = queryCandles(this.#series, request, this.#now);
    return candle?.complete === false ? candle : undefined;
  }

  /** The last row whose bucket starts before `before`. */
  #rowBefore(before: number): number {
    if (before === Number.POSITIVE_INFINITY) return this.#series.length - 1;
    const { granularity, alignment } = this.#request;
    const start = bucketStart(instant(before), granularity, alignment);
    const end = start === before ? start : bucketEnd(start, granularity, alignment);
    return this.#series.rowAtOrAfter(end) - 1;
  }

  #startOfRow(row: number): Instant {
    const { granularity, alignment } = this.#request;
    return bucketStart(instant(this.#series.timeAt(row)), granularity, alignment);
  }

  /** Where the first bucket that starts in the page does. */
  #firstStart({ low }: Page): Instant {
    const { granularity, alignment } = this.#request;
    const start = bucketStart(instant(low), granularity, alignment);
    return start < low ? bucketEnd(start, granularity, alignment) : start;
  }

  /** Where the last bucket that starts in the page ends. */
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

  /** Adds the candles of the page that have closed since. */
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
    const { components, displayPrecision, times } = this.#look;
    return Buffer.from(renderJson(formatCandle(candle, components, displayPrecision), times));
  }
}

/** Everything on which the text of a candle depends, but its time. */
function keyOf({ granularity, alignment }: CandleRequest, look: CandleLook): string {
  const { slot, components, times } = look;
  const shown = [...'BMA'].filter(letter => components.includes(letter)).join('');
  return `${slot} ${granularity} ${alignmentKey(granularity, alignment)} ${shown} ${times}`;
}

function alignmentKey(granularity: Granularity, alignment: Alignment): string {
  if (utcGrid(granularity) !== undefined) return '';
  const { dailyAlignment, alignmentTimezone, weeklyAlignment } = alignment;
  const weekly = GRANULARITIES[granularity].alignedTo === 'week' ? weeklyAlignment : '';
  return `${dailyAlignment} ${alignmentTimezone} ${weekly}`;
}

/** Microseconds of most buckets of a granularity; of months the longest. */
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

/** Parts one after another, a comma between them and none at the end. */
function joined(parts: readonly Buffer[]): Buffer {
  const all = parts.flatMap(part => (part.at(-1) === COMMA[0] ? [part] : [part, COMMA]));
  const bytes = Buffer.concat(all);
  return bytes.subarray(0, Math.max(0, bytes.length - 1));
}

/** Index of the first of the rising numbers that is at least `value`; their count for none. */
function firstAtLeast(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
