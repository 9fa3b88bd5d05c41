/**
 * What luck explains of a study: the tests of the window of its best run. Each says by its own rule
 * whether the best run is more than the best of as many runs without skill.
 */

import { type Overfitting, overfitting } from './cscv.js';
import type { Tries } from './deflated.js';
import type { ReturnMatrix } from './return-matrix.js';
import { type Superiority, superiority } from './spa.js';

/** A probability below this is taken for more than luck; a DSR above one less this. */
const LUCK_LIMIT = 0.05;
/**
 * The limit of Hansen's test: resampling in blocks sees skill a little too often in worthless markets,
 * and so the limit of 0.05 would let more than 5 of 100 pass.
 */
const SPA_LIMIT = 0.01;

/** The tests of one window. */
export interface Assessment {
  readonly tries: Tries;
  /** This and the next are absent when the study kept no daily returns, or too few. */
  readonly overfitting?: Overfitting;
  readonly superiority?: Superiority;
}

/** The tests of the runs of a matrix; only the tries when there is none. */
export function assessmentOf(
  tries: Tries,
  matrix: ReturnMatrix | undefined,
  seed: number,
): Assessment {
  if (matrix === undefined) return { tries };
  const found = overfitting(matrix);
  const superior = superiority(matrix, { seed });
  return {
    tries,
    ...(found === undefined ? {} : { overfitting: found }),
    ...(superior === undefined ? {} : { superiority: superior }),
  };
}

/** Whether a deflated Sharpe ratio is more than luck. */
export function isSkillByDsr(dsr: number | null): boolean {
  return dsr !== null && dsr > 1 - LUCK_LIMIT;
}

/** Whether the cross-validation says so. */
export function isSkillByPbo({ pbo }: Overfitting): boolean {
  return pbo < LUCK_LIMIT;
}

/** Whether Hansen's test says so. */
export function isSkillBySpa({ spa }: Superiority): boolean {
  return spa.consistent < SPA_LIMIT;
}
