/**
 * One rule at work: which requests it has seen, and when it fires. Its draws come from its own seed,
 * so the same requests in the same order give the same faults.
 */

import { Prng } from '../../../core/base/prng.js';
import type { DelayOfCandles } from '../../../core/candle/candle-delay.js';
import type { Range } from '../../../core/fault/fields.js';
import type { FaultRule } from '../../../core/fault/rule.js';
import { isInWeekly } from '../../../core/fault/weekly.js';
import { instant, instantOf } from '../../../core/time/instant.js';

/**
 * Owns the counts of one rule: requests that it concerned, and those for which it fired. A request
 * or a resumed record raises them; they never fall.
 */
export class RuleAtWork {
  readonly rule: FaultRule;
  readonly #draws: Prng;
  #seen = 0;
  #fired = 0;

  constructor(rule: FaultRule) {
    this.rule = rule;
    this.#draws = new Prng(rule.seed);
  }

  /** Requests seen so far. */
  get seen(): number {
    return this.#seen;
  }

  /** Faults so far. */
  get fired(): number {
    return this.#fired;
  }

  /** Goes on from the place of a fault that is on record. */
  resume(seen: number): void {
    for (; this.#seen < seen; this.#seen++) this.#draws.nextUint32();
    this.#fired += 1;
  }

  /** Whether the rule is about such a request now. @param now - simulated microseconds. */
  concerns(operation: string, now: number): boolean {
    const { rule } = this;
    if (rule.operation !== '*' && rule.operation !== operation) return false;
    if ((rule.from ?? now) > now || now >= (rule.to ?? Number.POSITIVE_INFINITY)) return false;
    return rule.weekly === undefined || isInWeekly(rule.weekly, instant(now));
  }

  /** Counts a request that the rule concerns. @returns whether the rule fires. */
  fires(): boolean {
    const { after, count, probability } = this.rule;
    const drawn = this.#draws.nextUnit();
    this.#seen += 1;
    if (this.#seen <= after || this.#fired >= count || drawn >= probability) return false;
    this.#fired += 1;
    return true;
  }

  /** A length in `range`, microseconds, for the request that was seen last. */
  lengthIn({ min, max }: Range, label = `request ${this.#seen}`): number {
    if (min === max) return min;
    return min + Math.floor(new Prng(this.rule.seed).fork(label).nextUnit() * (max - min + 1));
  }

  /** Whether reads do not show an order at `now`. It is drawn for each order, once and for all. */
  lagsBehind(order: string, time: string, now: number): boolean {
    const { lag, probability, seed } = this.rule;
    if (lag === undefined) return false;
    const isChosen = new Prng(seed).fork(`lag ${order}`).nextUnit() < probability;
    return isChosen && now - instantOf(time) < this.lengthIn(lag, `length ${order}`);
  }

  /** The delay of candles; undefined when the rule is about something else. */
  get delayOfCandles(): DelayOfCandles | undefined {
    const { candleDelay: delay, probability, seed } = this.rule;
    return delay === undefined ? undefined : { delay, seed, probability };
  }

  /** Counts a fault of a rule without draws of its own. */
  count(): void {
    this.#seen += 1;
    this.#fired += 1;
  }

  /** Draws for the lines of one stream. */
  drawsOfStream(): Prng {
    return new Prng(this.rule.seed).fork(`stream ${this.#seen}`);
  }
}
