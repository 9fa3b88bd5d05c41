/**
 * Turns bars into ticks: the open at the bar's start, one extreme after a quarter of its time, the
 * other after a half, and the close after three quarters (tick-times.ts). Every reader of bars feeds its rows here.
 * Bid and ask take the same path, so that a high bid never meets a low ask. Invariant: folding the
 * ticks gives the open, high, low and close of the sides that the bars have, and their volumes, at
 * their granularity and at every multiple of it.
 * Source: docs/reference/tick-files.md 4; decision 0040.
 */

import { checkSpread, parsePrice, RowFault } from '../../../../core/feed/parse-tick.js';
import type { TradingHours } from '../../../../core/time/calendar.js';
import { formatRfc3339, type Instant } from '../../../../core/time/instant.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import type { ReadTime } from '../text/layout.js';
import type { BarLength } from './bar-length.js';
import {
  type BarFacts,
  type BarPrice,
  isFromColumn,
  isHighFirst,
  madeFromBars,
  type PathOrder,
  type SpreadChoice,
} from './bar-options.js';
import { barVolume, pricesOfTick } from './bar-volume.js';
import type { FourValues } from './four-prices.js';
import { columnUnit, SpreadColumn } from './spread-column.js';
import { type SpreadRule, spreadRule } from './spread-rule.js';
import { TickTimes } from './tick-times.js';

/** Open, high, low, close as text. */
export type BarPrices = FourValues<string>;

/** A bar as read. */
export interface BarRow {
  readonly start: ReadTime;
  /** One price, of the side that the feed was made for, or both sides. */
  readonly prices: BarPrices | { readonly bid: BarPrices; readonly ask: BarPrices };
  /** The bar's own spread, where the feed takes spreads from a column (spread-column.ts). */
  readonly spread?: string;
  /** The text of the bar's volume, where the source has it (bar-volume.ts). */
  readonly volume?: string;
}

/** What takes the bars of a source, in their order. */
export interface BarTarget {
  /**
   * Takes a bar.
   * @param line - of the file, from 1; 0 when it has no lines.
   * @param read - reads the bar; it may throw a RowFault.
   */
  add(line: number, read: () => BarRow): void;
}

/** How a feed turns bars into ticks; `settleBars` (settle-bars.ts) decides it. */
export interface BarReading {
  /** Digits after the point of the instrument's prices. */
  readonly precision: number;
  readonly length: BarLength;
  readonly price: BarPrice;
  /** Absent for `bid-ask` alone. */
  readonly spread?: SpreadChoice;
  readonly path: PathOrder;
  /** Hours in which the instrument usually trades. */
  readonly hours: TradingHours;
  /** Whether prices may have float noise and are rounded to the instrument's precision. */
  readonly snap: boolean;
  /**
   * Digits after the point that the prices of the file are known to have, where a point of its
   * spreads follows from those digits. Absent: it follows from the instrument's precision.
   */
  readonly fileDecimals?: number;
}

/** Bid and ask of one tick, in points. */
type Quote = readonly [bid: number, ask: number];

const NAMES = ['o', 'h', 'l', 'c'] as const;
const OPEN = 0;
const HIGH = 1;
const LOW = 2;
const CLOSE = 3;
const HIGH_FIRST = [OPEN, HIGH, LOW, CLOSE] as const;
const LOW_FIRST = [OPEN, LOW, HIGH, CLOSE] as const;
const LARGEST_POINTS = 2_147_483_647;
/** A spread of a tenth of the price is a mistake in its unit. */
const SPREADS_IN_PRICE = 10;

/**
 * Feeds the bars of one source into a builder, in the order of the source. Owns the counts of bars
 * and the end of the last one.
 */
export class BarFeed implements BarTarget {
  readonly #builder: TickBuilder;
  readonly #times: TickTimes;
  readonly #reading: BarReading;
  readonly #column: SpreadColumn | undefined;
  readonly #spread: SpreadRule | undefined;
  #bars = 0;
  #inexactMids = 0;
  /** Whether a bar had a volume above zero. */
  #hasVolume = false;
  /** Start and last tick of the bar before. */
  #start = Number.NEGATIVE_INFINITY;
  #close = Number.NEGATIVE_INFINITY;

  /** @throws RowFault for a spread that is no decimal of the instrument. */
  constructor(builder: TickBuilder, reading: BarReading) {
    this.#builder = builder;
    this.#times = new TickTimes(reading.hours);
    this.#reading = reading;
    const { spread, precision, fileDecimals } = reading;
    if (spread === undefined) return;
    if (isFromColumn(spread)) {
      this.#column = new SpreadColumn({ precision, unit: columnUnit(spread), fileDecimals });
    } else {
      this.#spread = spreadRule(spread, precision);
    }
  }

  /**
   * Adds the four ticks of a bar, all or none.
   * @param line - of the file, from 1; 0 when it has no lines.
   * @param read - reads the bar; it may throw a RowFault.
   * @throws InputError unless the policy of the builder leaves the bar out.
   * @throws FinerPrices when the file has to be read again with more decimals.
   */
  add(line: number, read: () => BarRow): void {
    this.#builder.addEntry(line, () => this.#push(read()));
  }

  /**
   * Settles what follows from all bars of a source together: volumes that are all zero are no
   * volumes.
   * @throws InputError
   */
  finish(): void {
    if (!this.#hasVolume) this.#builder.forgetPrices();
    this.#column?.check(this.#builder.file);
  }

  /** How the ticks were made so far. */
  facts(): BarFacts {
    const { length, price, path, spread } = this.#reading;
    const facts = {
      granularity: length.name,
      price,
      path,
      ...(spread === undefined ? {} : { spread }),
      bars: this.#bars,
      inexactMids: this.#inexactMids,
    };
    return { ...facts, words: madeFromBars(facts) };
  }

  #push(bar: BarRow): void {
    const { length } = this.#reading;
    const start = bar.start.at;
    const at = this.#times.of(start, length.end(start));
    this.#checkDistance(start, length.name);
    const volume = bar.volume === undefined ? undefined : barVolume(bar.volume);
    const quotes = 'bid' in bar.prices ? this.#ofBoth(bar.prices) : this.#ofOne(bar, at);
    at.forEach((time, step) => {
      const [bid, ask] = quotes[step] as Quote;
      this.#builder.push({ at: time, cut: bar.start.cut && step === 0 }, bid, ask);
      if (step > 0) this.#builder.endLeg();
      if (volume !== undefined) this.#builder.countPrices(pricesOfTick(volume, step));
    });
    this.#start = start;
    this.#close = at[CLOSE] as Instant;
    this.#bars += 1;
    if (volume !== undefined && volume > 0) this.#hasVolume = true;
  }

  /** Refuses bars that lie in one another; bars that run back are the builder's concern. */
  #checkDistance(start: Instant, name: string): void {
    if (start < this.#start || start > this.#close) return;
    const rule =
      start === this.#start
        ? 'must not be the time of the bar before'
        : `must be ${name} after the bar before, ${formatRfc3339(this.#start as Instant)}`;
    throw new RowFault('time', `${rule}, was ${formatRfc3339(start)}`);
  }

  /** The quotes of a bar with both sides, in the order of the path. */
  #ofBoth(prices: { readonly bid: BarPrices; readonly ask: BarPrices }): readonly Quote[] {
    const bid = this.#points(prices.bid, 'bid_');
    const ask = this.#points(prices.ask, 'ask_');
    for (const index of HIGH_FIRST) {
      const [bidText, askText] = [prices.bid[index], prices.ask[index]];
      checkSpread(bid[index] as number, ask[index] as number, bidText, askText);
    }
    const sum = bid.map((points, index) => points + (ask[index] as number));
    return this.#pathOf(sum).map(index => [bid[index] as number, ask[index] as number] as const);
  }

  /** The quotes of a bar with one price; the spread is that of each tick's own time. */
  #ofOne({ prices, spread }: BarRow, at: readonly Instant[]): readonly Quote[] {
    const texts = prices as BarPrices;
    const points = this.#points(texts, '');
    this.#column?.note(texts, points);
    const own = this.#column?.points(spread, texts[OPEN]);
    let isExact = true;
    const quotes = this.#pathOf(points).map((index, step) => {
      const value = points[index] as number;
      const wide = own ?? this.#spread?.(at[step] as Instant) ?? 0;
      if (wide % 2 === 1 && value % 2 === 1) isExact = false;
      return this.#quote(value, wide);
    });
    if (this.#reading.price === 'mid' && !isExact) this.#inexactMids += 1;
    return quotes;
  }

  #quote(value: number, wide: number): Quote {
    if (wide * SPREADS_IN_PRICE >= value) {
      throw new RowFault('spread', `must be below a tenth of the price, was ${wide} points`);
    }
    const below = { bid: 0, ask: wide, mid: Math.floor(wide / 2), 'bid-ask': 0 };
    const bid = value - below[this.#reading.price];
    if (bid + wide > LARGEST_POINTS) throw new RowFault('price', 'is too large with the spread');
    return [bid, bid + wide];
  }

  /** Indices of open, high, low and close in the order of the path; on a tie the high is first. */
  #pathOf(points: readonly number[]): readonly (0 | 1 | 2 | 3)[] {
    const [open = 0, high = 0, low = 0] = points;
    return isHighFirst(this.#reading.path, open, high, low) ? HIGH_FIRST : LOW_FIRST;
  }

  /** @throws RowFault unless the high is the highest price and the low the lowest. */
  #points(prices: BarPrices, side: string): readonly number[] {
    const { precision, snap } = this.#reading;
    const points = prices.map((text, index) =>
      parsePrice(text, precision, `${side}${NAMES[index]}`, snap),
    );
    const [open = 0, high = 0, low = 0, close = 0] = points;
    if (high < Math.max(open, low, close) || low > Math.min(open, close)) {
      throw new RowFault(
        `${side}h`,
        `must be the highest price and ${side}l the lowest, was ${prices.join(' ')}`,
      );
    }
    return points;
  }
}
