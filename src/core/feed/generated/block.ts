/**
 * Fixed blocks of generated time, and the instants of their prices. Near the window a block is a day
 * with a price each 4 to 28 s, more in busy hours. Before that it is a quarter with a price each 56 s, so
 * that every minute has one, and two years before with one each 225 s, so that every five minutes have
 * one. All instruments have their prices at the same instants.
 */

import { type Instant, instant, MICROS_PER_HOUR, MICROS_PER_MILLI } from '../../time/instant.js';
import { noiseAt } from './noise.js';
import {
  ACTIVITY,
  HOURS_PER_WEEK,
  OPEN_HOURS,
  SLOT_MICROS,
  SLOTS_PER_HOUR,
  weekOpen,
} from './trading-weeks.js';

const HOURS_PER_DAY = 24;
const SPARSE_WEEKS = 13;
/** Weeks before the end of the past in which every minute has a price. */
const MINUTE_WEEKS = 8 * SPARSE_WEEKS;
/** Every so many slots have a price in the past, and before that. */
const MINUTE_STRIDE = 16;
const FIVE_MINUTE_STRIDE = 64;
/** From this activity on, one slot of so many has a price; the busiest come first. */
const STRIDES = [
  [3, 1],
  [1.5, 2],
  [0.5, 4],
  [0, 8],
] as const;
/** Whole milliseconds of a slot, less one for its begin, which is none. */
const SLOT_MILLIS = Math.floor(SLOT_MICROS / MICROS_PER_MILLI) - 1;

/** An hour with prices. */
export interface BlockHour {
  /** Counted since January 2000, 128 a week. */
  readonly hour: number;
  /** Of its week. */
  readonly within: number;
  readonly opens: Instant;
  /** Every so many slots have a price. */
  readonly stride: number;
  /** Place of its first price among those of the block. */
  readonly first: number;
}

/** Hours of one week: `from` to `to` (exclusive). */
interface Stretch {
  readonly week: number;
  readonly opens: Instant;
  readonly from: number;
  readonly to: number;
  /** Every so many slots have a price; undefined: as the hour is busy. */
  readonly stride: number | undefined;
}

/**
 * A block: hours in which the market of currencies is open, in order. Owns these hours, computed
 * when they are first read.
 */
export class Block {
  /** Number of the block; no other of a market has it. */
  readonly id: number;
  /** Number of prices. */
  readonly length: number;
  readonly #stretches: readonly Stretch[];
  #hours: readonly BlockHour[] | undefined;

  constructor(stretches: readonly Stretch[]) {
    const [first] = stretches;
    this.id = first === undefined ? 0 : first.week * OPEN_HOURS + first.from;
    this.#stretches = stretches;
    this.length = this.lengthWithin(ALWAYS);
  }

  /** The hours, made when they are first read: most blocks of the past never are. */
  get hours(): readonly BlockHour[] {
    this.#hours ??= this.#makeHours();
    return this.#hours;
  }

  /** Number of prices in the hours of the week that are `open`. */
  lengthWithin(open: readonly boolean[]): number {
    let length = 0;
    for (const { from, to, stride } of this.#stretches) {
      for (let within = from; within < to; within++) {
        if (open[within]) length += SLOTS_PER_HOUR / (stride ?? strideOf(within));
      }
    }
    return length;
  }

  /** The instant of the first price in the hours that are `open`, of which there is one. */
  firstTime(open: readonly boolean[]): number {
    const stretch = this.#stretches[0] as Stretch;
    const within = open.indexOf(true, stretch.from);
    return timeOf(opensAt(stretch, within), 0, slotsBefore(stretch.week, within));
  }

  /** The instant of the last one. */
  lastTime(open: readonly boolean[]): number {
    const stretch = this.#stretches.at(-1) as Stretch;
    const within = open.lastIndexOf(true, stretch.to - 1);
    const slot = SLOTS_PER_HOUR - (stretch.stride ?? strideOf(within));
    return timeOf(opensAt(stretch, within), slot, slotsBefore(stretch.week, within) + slot);
  }

  #makeHours(): BlockHour[] {
    const hours: BlockHour[] = [];
    let first = 0;
    for (const stretch of this.#stretches) {
      for (let within = stretch.from; within < stretch.to; within++) {
        const stride = stretch.stride ?? strideOf(within);
        const hour = stretch.week * HOURS_PER_WEEK + within;
        hours.push({ hour, within, opens: opensAt(stretch, within), stride, first });
        first += SLOTS_PER_HOUR / stride;
      }
    }
    return hours;
  }
}

const ALWAYS: readonly boolean[] = new Array<boolean>(OPEN_HOURS).fill(true);

/** The part of a block in which an instrument trades. */
export interface BlockPart {
  readonly block: Block;
  /** For each hour of the week, whether the market is open. */
  readonly open: readonly boolean[];
  /** Number of prices, and the instants of the first and the last of them. */
  readonly length: number;
  readonly firstTime: number;
  readonly lastTime: number;
}

/** The part of each block in which an instrument trades. @param open - by hour of the week. */
export function partsOf(blocks: readonly Block[], open: readonly boolean[]): BlockPart[] {
  return blocks.map(block => ({
    block,
    open,
    length: block.lengthWithin(open),
    firstTime: block.firstTime(open),
    lastTime: block.lastTime(open),
  }));
}

/** The blocks of whole weeks from `from` to `to` (exclusive), which have few prices. */
export function sparseBlocks(from: number, to: number): Block[] {
  const blocks: Block[] = [];
  for (let week = from; week < to; week += SPARSE_WEEKS) {
    const stretches: Stretch[] = [];
    for (let each = week; each < Math.min(week + SPARSE_WEEKS, to); each++) {
      const stride = each < to - MINUTE_WEEKS ? FIVE_MINUTE_STRIDE : MINUTE_STRIDE;
      stretches.push({ week: each, opens: weekOpen(each), from: 0, to: OPEN_HOURS, stride });
    }
    blocks.push(new Block(stretches));
  }
  return blocks;
}

/** The blocks of single days of the weeks from `from` to `to` (exclusive). */
export function denseBlocks(from: number, to: number): Block[] {
  const blocks: Block[] = [];
  for (let week = from; week < to; week++) {
    const opens = weekOpen(week);
    for (let hour = 0; hour < OPEN_HOURS; hour += HOURS_PER_DAY) {
      const day = { week, opens, from: hour, to: hour + HOURS_PER_DAY, stride: undefined };
      blocks.push(new Block([day]));
    }
  }
  return blocks;
}

/** Writes the instants of the prices of an hour. */
export function fillTimes({ hour, opens, stride, first }: BlockHour, into: Float64Array): void {
  const slots = hour * SLOTS_PER_HOUR;
  for (let slot = 0, at = first; slot < SLOTS_PER_HOUR; slot += stride, at++) {
    into[at] = timeOf(opens, slot, slots + slot);
  }
}

/** Number of prices of an hour. */
export function pricesOf({ stride }: Pick<BlockHour, 'stride'>): number {
  return SLOTS_PER_HOUR / stride;
}

function opensAt({ opens }: Stretch, within: number): Instant {
  return instant(opens + within * MICROS_PER_HOUR);
}

/** Slots from January 2000 to an hour of a week. */
function slotsBefore(week: number, within: number): number {
  return (week * HOURS_PER_WEEK + within) * SLOTS_PER_HOUR;
}

/** A whole millisecond within a slot. @param place - the slot, counted since January 2000. */
function timeOf(opens: number, slot: number, place: number): number {
  const milli = Math.ceil((slot * SLOT_MICROS) / MICROS_PER_MILLI);
  const later = ((noiseAt(0, place) >>> 8) & 0xffff) % SLOT_MILLIS;
  return opens + (milli + later) * MICROS_PER_MILLI;
}

function strideOf(within: number): number {
  const activity = ACTIVITY[within] as number;
  return STRIDES.find(([from]) => activity >= from)?.[1] ?? MINUTE_STRIDE;
}
