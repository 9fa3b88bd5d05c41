/** The rules of a period, judged by the tests of studies: is the best of them more than luck? */

import { probabilisticSharpe, shapeOfReturns } from '../../../data/figures/table/return-shape.js';
import { isSkillBySpa } from '../../luck/assessment.js';
import { triesOf } from '../../luck/deflated.js';
import type { ReturnMatrix } from '../../luck/return-matrix.js';
import { superiority } from '../../luck/spa.js';
import type { Claim, Measure } from '../results/replicated.js';
import { type PanelRun, panelMatrix, type ReturnSource, RULES } from './average-panel.js';
import type { Period } from './average-periods.js';

/** Mean length of a block in days, and number of resamples. */
export const BLOCK = 10;
export const RESAMPLES = 4_000;
const DAYS = 252;
/** A probability below it is usually not taken for chance. */
const USUAL_LIMIT = 0.05;
/** Days before the longest average has its first side. */
const WARM_UP = Math.max(...RULES.map(({ long }) => long));

/** What was found for a period. */
export interface JudgedRules {
  readonly name: string;
  /** Sharpe ratios of a year of all rules, in the engine. */
  readonly ratios: readonly number[];
  readonly measures: readonly Measure[];
  readonly claims: readonly Claim[];
}

/** One matrix with its tests. */
function testsOf(matrix: ReturnMatrix, seed: number) {
  const shapes = matrix.rows.flatMap(row => shapeOfReturns([...row]) ?? []);
  const [best] = shapes.toSorted((one, other) => other.sharpe - one.sharpe);
  const tries = triesOf(shapes, matrix);
  const tested = superiority(matrix, { seed, block: BLOCK, resamples: RESAMPLES });
  if (best === undefined || tested === undefined) throw new RangeError('too few days to judge');
  const year = Math.sqrt(DAYS);
  return {
    ratios: shapes.map(({ sharpe }) => sharpe * year),
    best: best.sharpe * year,
    luck: tries.luck * year,
    clusters: tries.clusters,
    dsr: Number(probabilisticSharpe(best, tries.luck)),
    tested,
  };
}

/** Judges the rules of a period. */
export function judged(period: Period, runs: readonly PanelRun[], seed: number): JudgedRules {
  const { name } = period;
  const of = (side: ReturnSource) => testsOf(fromFirstSide(panelMatrix(runs, side), runs), seed);
  const [arithmetic, orrery] = [of('arithmetic'), of('engine')];
  const row = (what: string, digits: number, numberOf: (found: typeof orrery) => number) => ({
    what: `${name}: ${what}`,
    unit: '',
    digits,
    arithmetic: numberOf(arithmetic),
    orrery: numberOf(orrery),
  });
  return {
    name,
    ratios: orrery.ratios,
    measures: [
      row('best Sharpe ratio', 2, found => found.best),
      row('best by luck', 2, found => found.luck),
      row('deflated ratio of the best', 3, found => found.dsr),
      row('p of SPA', 3, found => found.tested.spa.consistent),
      row('p of SPA, plain means', 3, found => found.tested.plain.consistent),
    ],
    claims: [claimOf(period, orrery)],
  };
}

/** The days on which every rule has a side. */
function fromFirstSide({ days, rows }: ReturnMatrix, runs: readonly PanelRun[]): ReturnMatrix {
  const shortest = Math.min(...RULES.map(({ long }) => long));
  const first = Math.min(runs[0]?.days.length ?? 0, WARM_UP - shortest);
  return { days: days.slice(first), rows: rows.map(row => row.slice(first)) };
}

/** The 1980s are said to have had genuine returns, and later years none. */
function claimOf(
  { name, isSaidGenuine }: Period,
  { tested, dsr }: ReturnType<typeof testsOf>,
): Claim {
  const p = tested.spa.consistent;
  const isSkill = isSkillBySpa(tested);
  const usual = !isSkill && p < USUAL_LIMIT ? ', below the usual 5 % and above that 1 %' : '';
  const because = `The p of SPA is ${p.toFixed(3)}${usual}; the deflated Sharpe ratio of the best rule is ${dsr.toFixed(3)}.`;
  return isSaidGenuine
    ? {
        says: `Neely and others: the returns of the 1980s were not just the result of data mining. A study of ${name} would say so if the p of SPA were below 1 %.`,
        holds: isSkill,
        because,
      }
    : {
        says: `Expected: from ${name} the best rule is no more than luck.`,
        holds: !isSkill,
        because,
      };
}
