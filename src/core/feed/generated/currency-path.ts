/**
 * The path of one currency against the US dollar, at any time, from a seed. It is a random walk that
 * is refined by halves: the value in the middle of a span is the mean of its ends and a random step,
 * whose size is that of the span. So the value of a slot costs the same at any time, and does not
 * depend on what was asked before. Author of the method: Paul Lévy (midpoint displacement).
 * Only + - * / are used; they give the same bits on every machine.
 */

import { CURRENCIES } from '../currencies.js';
import { noiseKey, normalAt, unitAt } from './noise.js';
import { ACTIVITY, HOURS_PER_WEEK, SLOTS_PER_HOUR, WEEKS, weekAt } from './trading-weeks.js';

/** The instant at which a currency is worth what the table says: Sunday, 3 March 2024. */
const ANCHOR = 1_709_503_200_000_000;
/** Weeks of which the hours are kept. */
const KEPT_WEEKS = 64;

/**
 * Owns the computed values of one currency. Reading adds to them; the seed alone decides what they
 * are.
 */
export class CurrencyPath {
  readonly #value: number;
  /** Standard deviation of a week. */
  readonly #weekly: number;
  readonly #weekKey: number;
  readonly #hourKey: number;
  readonly #slotKey: number;
  readonly #burstKey: number;
  readonly #weeks = new Map<number, number>();
  readonly #hours = new Map<number, Float64Array>();
  readonly #anchor: number;
  readonly #levels = new Float64Array(SLOTS_PER_HOUR + 1);

  /** @param currency - one of the table. @param seed - any safe integer. */
  constructor(currency: string, seed: number) {
    const { value, weekly } = CURRENCIES.get(currency) ?? { value: 1, weekly: 0 };
    this.#value = value;
    this.#weekly = weekly;
    this.#weekKey = noiseKey(seed, `${currency} weeks`);
    this.#hourKey = noiseKey(seed, `${currency} hours`);
    this.#slotKey = noiseKey(seed, `${currency} slots`);
    this.#burstKey = noiseKey(seed, 'bursts');
    this.#anchor = this.#atWeek(weekAt(ANCHOR));
  }

  /** The value in US dollars at a slot, counted since January 2000. */
  at(slot: number): number {
    const into = new Float64Array(SLOTS_PER_HOUR);
    const within = slot % SLOTS_PER_HOUR;
    this.fillHour((slot - within) / SLOTS_PER_HOUR, 1, into, 0);
    return into[within] as number;
  }

  /**
   * Writes the values of every `stride`th slot of an hour, the first one's first.
   * @param hour - counted since January 2000, 128 a week. @param stride - a power of 2, at most 1,024.
   */
  fillHour(hour: number, stride: number, into: Float64Array, at: number): void {
    const week = Math.floor(hour / HOURS_PER_WEEK);
    const within = hour - week * HOURS_PER_WEEK;
    const hours = this.#hoursOf(week);
    const levels = this.#levels;
    levels[0] = hours[within] as number;
    levels[SLOTS_PER_HOUR] = hours[within + 1] as number;
    const key = this.#slotKey;
    const first = hour * SLOTS_PER_HOUR;
    let size = this.#hourly() * this.#liveliness(hour, within) * 0.5;
    for (let span = SLOTS_PER_HOUR; span > stride; span >>= 1) {
      const half = span >> 1;
      for (let from = 0; from < SLOTS_PER_HOUR; from += span) {
        const middle = ((levels[from] as number) + (levels[from + span] as number)) / 2;
        levels[from + half] = middle + size * normalAt(key, first + from + half);
      }
      size *= Math.SQRT1_2;
    }
    for (let slot = 0, place = at; slot < SLOTS_PER_HOUR; slot += stride, place++) {
      into[place] = this.#value * growth((levels[slot] as number) - this.#anchor);
    }
  }

  /** Standard deviation of an hour. */
  #hourly(): number {
    let size = this.#weekly;
    for (let span = HOURS_PER_WEEK; span > 1; span >>= 1) size *= Math.SQRT1_2;
    return size;
  }

  /** How lively an hour is: by the hour of the day, and by chance, the same for all currencies. */
  #liveliness(hour: number, within: number): number {
    const burst = unitAt(this.#burstKey, hour);
    return (0.45 + 0.4 * (ACTIVITY[within] as number)) * (0.6 + 1.2 * burst * burst);
  }

  /** The levels at the begin of each hour of a week, and at its end. */
  #hoursOf(week: number): Float64Array {
    const known = this.#hours.get(week);
    if (known !== undefined) return known;
    const levels = new Float64Array(HOURS_PER_WEEK + 1);
    levels[0] = this.#atWeek(week);
    levels[HOURS_PER_WEEK] = this.#atWeek(week + 1);
    const first = week * HOURS_PER_WEEK;
    let size = this.#weekly * 0.5;
    for (let span = HOURS_PER_WEEK; span > 1; span >>= 1) {
      const half = span >> 1;
      for (let from = 0; from < HOURS_PER_WEEK; from += span) {
        const middle = ((levels[from] as number) + (levels[from + span] as number)) / 2;
        levels[from + half] = middle + size * normalAt(this.#hourKey, first + from + half);
      }
      size *= Math.SQRT1_2;
    }
    if (this.#hours.size >= KEPT_WEEKS) this.#hours.clear();
    this.#hours.set(week, levels);
    return levels;
  }

  /** The level at the begin of a week. It is 0 at both ends of the path. */
  #atWeek(week: number): number {
    if (week <= 0 || week >= WEEKS) return 0;
    const known = this.#weeks.get(week);
    if (known !== undefined) return known;
    const half = week & -week;
    let size = this.#weekly * Math.SQRT1_2;
    for (let span = half; span > 1; span >>= 1) size /= Math.SQRT1_2;
    const middle = (this.#atWeek(week - half) + this.#atWeek(week + half)) / 2;
    const level = middle + size * normalAt(this.#weekKey, week);
    this.#weeks.set(week, level);
    return level;
  }
}

/** Nearly e to the power of `level`; always above 0 for levels between -1,000 and 1,000. */
function growth(level: number): number {
  let power = 1 + level / 1_024;
  for (let round = 0; round < 10; round++) power *= power;
  return power;
}
