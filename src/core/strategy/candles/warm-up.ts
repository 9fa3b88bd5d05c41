/**
 * The wait of a strategy for candles: it begins when as many completed candles exist as its `warmUp`
 * names. Until then no hook is called.
 */

import type { CandleNeed } from './candle-reading.js';

/** Candles that a strategy still waits for. */
export interface CandleGap {
  readonly instrument: string;
  readonly granularity: string;
  /** The number of candles that it waits for, and the number that exist. */
  readonly needed: number;
  readonly known: number;
}

/**
 * Owns the candles that one strategy still waits for in one run. `isDone` removes those that are
 * there; none comes back.
 */
export class WarmUp {
  readonly #known: (need: CandleNeed) => number;
  #missing: readonly CandleNeed[];

  /** @param known - the number of completed candles now, at least up to the need's count. */
  constructor(needs: readonly CandleNeed[], known: (need: CandleNeed) => number) {
    this.#missing = needs.filter(({ count }) => count > 0);
    this.#known = known;
  }

  /** Whether every candle exists; those that were there once are not counted again. */
  isDone(): boolean {
    this.#missing = this.#missing.filter(need => this.#known(need) < need.count);
    return this.#missing.length === 0;
  }

  /** What was missing when `isDone` was last asked. */
  gaps(): CandleGap[] {
    return this.#missing.map(need => ({
      instrument: need.instrument,
      granularity: need.granularity,
      needed: need.count,
      known: this.#known(need),
    }));
  }
}

/** The gaps for a person: `200 EUR_USD M15 candles, of which there are 96`. */
export function gapText(gaps: readonly CandleGap[]): string {
  return gaps
    .map(({ instrument, granularity, needed, known }) => {
      return `${needed} ${instrument} ${granularity} candles, of which there are ${known}`;
    })
    .join('; ');
}
