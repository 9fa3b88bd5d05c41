/** The floor traders' pivot of a day and the levels around it. */

import type { StrategyCandle } from 'orrery-fx/strategy';

/** Prices as numbers. */
export interface Levels {
  readonly pivot: number;
  readonly support: number;
  readonly resistance: number;
}

/** The levels for the day after `candle`; undefined when it has no mid prices. */
export function levelsAfter({ mid }: StrategyCandle): Levels | undefined {
  if (mid === undefined) return undefined;
  const [high, low, close] = [Number(mid.h), Number(mid.l), Number(mid.c)];
  const pivot = (high + low + close) / 3;
  return { pivot, support: 2 * pivot - high, resistance: 2 * pivot - low };
}
