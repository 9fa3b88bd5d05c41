/**
 * Synthetic ticks that look like a market, from a seed. The random shocks move currencies, not
 * pairs: each pair is the ratio of two currency values, so EUR_GBP agrees with EUR_USD / GBP_USD.
 * The ticks show activity by session, clusters of volatility, wide spreads at the rollover and at
 * news, several quotes in one millisecond, and closed weekends. Only + - * / are used; they give
 * the same bits on every machine. The same options give the same ticks.
 */

import { assert } from '../base/assert.js';
import { Prng } from '../base/prng.js';
import { baseCurrency, type Instrument, quoteCurrency } from '../market/instrument.js';
import type { TickColumns } from '../market/tick.js';
import { FX_HOURS, rolloverAfter, sessionAt } from '../time/calendar.js';
import {
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MILLI,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../time/instant.js';
import { zone } from '../time/zone.js';
import { CURRENCIES } from './currencies.js';

/** What to generate. */
export interface SyntheticOptions {
  readonly instruments: readonly Instrument[];
  /** First instant, inclusive, and end, exclusive; microseconds. */
  readonly from: Instant;
  readonly to: Instant;
  /** Any safe integer; equal seeds give equal ticks. */
  readonly seed: number;
  /** Mean number of ticks per instrument in 24 open hours. */
  readonly ticksPerDay: number;
  /** The value of one unit of each currency in US dollars at the start. */
  readonly values?: Readonly<Record<string, number>>;
  /** The scale of all moves; 1 is an ordinary market. */
  readonly volatility?: number;
  /** Called with the instant reached, about once in each simulated hour of open market. */
  readonly onHour?: (at: Instant) => void;
}

/** Spread of a quiet market in points, by instrument. Other instruments use the default. */
const SPREADS: Readonly<Record<string, number>> = {
  EUR_USD: 12,
  USD_JPY: 13,
  GBP_USD: 16,
  EUR_GBP: 14,
};
const DEFAULT_SPREAD = 18;

/** Busy hours of each financial centre on its own clock, and how busy they are. */
const CENTRES = [
  { zone: 'Asia/Tokyo', from: 9, to: 17, weight: 0.7 },
  { zone: 'Europe/London', from: 8, to: 17, weight: 1.5 },
  { zone: 'America/New_York', from: 8, to: 17, weight: 1.5 },
] as const;
const BASE_ACTIVITY = 0.25;
/** Mean of the activity profile over a day. With it the mean number of ticks equals ticksPerDay. */
const MEAN_ACTIVITY = 1.45;

/** Relative size of the shock of one second in an ordinary market. */
const SHOCK = 0.000_011;
/** Rows of an instrument before its columns double. */
const FIRST_CAPACITY = 65_536;
const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;

/** Generates the ticks of each instrument, in the order given. */
export function generateTicks(options: SyntheticOptions): TickColumns[] {
  const { instruments, seed } = options;
  const walk = new CurrencyWalk(options);
  const makers = instruments.map(
    instrument => new TickMaker(instrument, new Prng(seed).fork(instrument.name), options),
  );
  const step = MICROS_PER_SECOND;
  let session = sessionAt(FX_HOURS, options.from);
  for (let at = options.from; at < options.to; at = instant(at + step)) {
    if (at >= session.until) session = sessionAt(FX_HOURS, at);
    if (!session.open) {
      at = instant(Math.min(session.until, options.to) - step);
      walk.reopen();
      continue;
    }
    if (at % MICROS_PER_HOUR < step) options.onHour?.(at);
    walk.advance(at);
    for (const maker of makers) maker.second(at, walk);
  }
  return makers.map(maker => maker.finish());
}

/** How busy the market is at `at`, from the local clocks of its centres. */
function activityAt(at: Instant): number {
  let activity = BASE_ACTIVITY;
  for (const centre of CENTRES) {
    const { microsOfDay, dayOfWeek } = zone(centre.zone).toLocal(at);
    const hour = microsOfDay / MICROS_PER_HOUR;
    if (dayOfWeek >= 1 && dayOfWeek <= 5 && hour >= centre.from && hour < centre.to) {
      activity += centre.weight;
    }
  }
  return activity;
}

/**
 * Owns random values of all currencies, which `advance` changes every second and `reopen` after a
 * weekend. The seed alone decides them.
 */
class CurrencyWalk {
  readonly values = new Map<string, number>();
  /** Relative volatility now: 1 is ordinary; news multiplies it. */
  volatility = 1;
  activity = 1;
  /** Whether a scheduled economic figure has just been published. */
  news = false;
  readonly #random: Prng;
  readonly #scale: number;
  #calm = 1;
  #minute = -1;

  constructor({ instruments, seed, values = {}, volatility = 1 }: SyntheticOptions) {
    this.#random = new Prng(seed).fork('currencies');
    this.#scale = volatility;
    for (const instrument of instruments) {
      for (const currency of [baseCurrency(instrument), quoteCurrency(instrument)]) {
        const value = values[currency] ?? CURRENCIES.get(currency)?.value;
        assert(value !== undefined, 'Invariant: a currency has a start value', currency);
        this.values.set(currency, value);
      }
    }
  }

  /** Lets one second pass. */
  advance(at: Instant): void {
    const minute = Math.floor(at / MICROS_PER_MINUTE);
    if (minute !== this.#minute) this.#newMinute(minute, at);
    const size = SHOCK * this.#scale * this.volatility;
    for (const [currency, value] of this.values) {
      if (currency === 'USD') continue;
      this.values.set(currency, value * (1 + size * gauss(this.#random)));
    }
  }

  /** The gap of a weekend: one large shock. */
  reopen(): void {
    for (const [currency, value] of this.values) {
      if (currency !== 'USD') {
        this.values.set(currency, value * (1 + SHOCK * this.#scale * 60 * gauss(this.#random)));
      }
    }
  }

  /**
   * Sets the volatility of a minute: mostly near that of the last minute, sometimes with a shock.
   */
  #newMinute(minute: number, at: Instant): void {
    this.#minute = minute;
    this.activity = activityAt(at);
    this.news = this.#random.nextInt(0, 720) === 0;
    const shock = this.news ? 5 : 0.35 + this.#random.nextUnit() * 1.1;
    this.#calm = 0.93 * this.#calm + 0.07 * shock + (this.news ? 1.5 : 0);
    if (this.#calm > 6) this.#calm = 6;
    this.volatility = this.#calm * (0.45 + 0.4 * this.activity);
  }
}

/**
 * Sum of four uniform draws, scaled to variance 1: close enough to normal, and exact in doubles.
 */
function gauss(random: Prng): number {
  const sum = random.nextUnit() + random.nextUnit() + random.nextUnit() + random.nextUnit();
  return (sum - 2) * 1.732_050_807_568_877_2;
}

/**
 * Turns currency values into quotes of one instrument. Owns the ticks so far; `second` adds those
 * of one second, `finish` returns all.
 */
class TickMaker {
  readonly #base: string;
  readonly #quote: string;
  readonly #points: number;
  readonly #spread: number;
  readonly #perSecond: number;
  readonly #random: Prng;
  #times = new Float64Array(FIRST_CAPACITY);
  #bids = new Int32Array(FIRST_CAPACITY);
  #asks = new Int32Array(FIRST_CAPACITY);
  #length = 0;
  /** The times of the quotes of one second; used again for the next. */
  readonly #millis: number[] = [];
  #lastMillis = -1;
  #rollover = Number.NEGATIVE_INFINITY;

  constructor(instrument: Instrument, random: Prng, { ticksPerDay }: SyntheticOptions) {
    this.#base = baseCurrency(instrument);
    this.#quote = quoteCurrency(instrument);
    this.#points = POWERS[instrument.displayPrecision] ?? 1;
    this.#spread = SPREADS[instrument.name] ?? DEFAULT_SPREAD;
    this.#perSecond = ticksPerDay / (MICROS_PER_DAY / MICROS_PER_SECOND) / MEAN_ACTIVITY;
    this.#random = random;
  }

  /** Makes the quotes of the second that starts at `at`. */
  second(at: Instant, walk: CurrencyWalk): void {
    if (at >= this.#rollover) this.#rollover = rolloverAfter(at);
    const busy = walk.activity * (walk.volatility > 2 ? 2 : 1) * (walk.news ? 2 : 1);
    const expected = this.#perSecond * busy;
    const whole = Math.floor(expected);
    const extra = this.#random.nextUnit() < expected - whole ? 1 : 0;
    const count = whole + extra;
    if (count === 0) return;
    const millis = this.#millis;
    millis.length = 0;
    for (let made = 0; made < count; made++) {
      const burst = made > 0 && this.#random.nextInt(0, 49) === 0;
      millis.push(burst ? (millis[made - 1] ?? 0) : this.#random.nextInt(0, 999));
    }
    millis.sort((a, b) => a - b);
    for (const milli of millis) this.#quoteAt(at + milli * MICROS_PER_MILLI, at, walk);
  }

  finish(): TickColumns {
    const length = this.#length;
    return {
      length,
      time: this.#times.slice(0, length),
      bid: this.#bids.slice(0, length),
      ask: this.#asks.slice(0, length),
    };
  }

  #push(time: number, bid: number, ask: number): void {
    if (this.#length === this.#times.length) {
      this.#times = doubled(this.#times, new Float64Array(this.#length * 2));
      this.#bids = doubled(this.#bids, new Int32Array(this.#length * 2));
      this.#asks = doubled(this.#asks, new Int32Array(this.#length * 2));
    }
    this.#times[this.#length] = time;
    this.#bids[this.#length] = bid;
    this.#asks[this.#length] = ask;
    this.#length += 1;
  }

  #quoteAt(time: number, at: Instant, walk: CurrencyWalk): void {
    const base = walk.values.get(this.#base) ?? 1;
    const quote = walk.values.get(this.#quote) ?? 1;
    const noise = this.#random.nextInt(-2, 2);
    const mid = Math.floor((base / quote) * this.#points) + noise;
    const spread = this.#spreadNow(at, walk);
    const bid = mid - (spread >> 1);
    if (time < this.#lastMillis) return;
    this.#lastMillis = time;
    this.#push(time, bid, bid + spread);
  }

  /**
   * The spread in points: the quiet spread, a little wider in thin or wild markets, many times
   * wider at the rollover.
   */
  #spreadNow(at: Instant, walk: CurrencyWalk): number {
    let width = this.#spread + this.#random.nextInt(0, 4);
    if (walk.activity < 0.5) width += this.#random.nextInt(2, 8);
    if (walk.volatility > 2.5) width += this.#random.nextInt(4, 14);
    if (walk.news) width += this.#random.nextInt(10, 40);
    const toRollover = this.#rollover - at;
    const sinceRollover = at - (this.#rollover - MICROS_PER_DAY);
    if (toRollover < 3 * MICROS_PER_MINUTE || sinceRollover < 10 * MICROS_PER_MINUTE) {
      width += this.#random.nextInt(15, 70);
    }
    return width;
  }
}

/** A longer column with the same rows. */
function doubled<Column extends Float64Array | Int32Array>(rows: Column, longer: Column): Column {
  longer.set(rows);
  return longer;
}
