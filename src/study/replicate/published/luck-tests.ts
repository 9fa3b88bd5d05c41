/**
 * R3: the tests of luck that studies show, on the examples of their papers and on the rules of R1.
 * Sources: D. Bailey, M. Lopez de Prado, "The deflated Sharpe ratio", Journal of Portfolio Management
 * 40(5), 2014; D. Bailey, J. Borwein, M. Lopez de Prado, Q. Zhu, "The probability of backtest
 * overfitting", Journal of Computational Finance 20(4), 2017; P. Hansen, "A test for superior predictive
 * ability", Journal of Business & Economic Statistics 23(4), 2005.
 */

import { Prng } from '../../../core/base/prng.js';
import { mean, sampleDeviation } from '../../../data/figures/math/statistics.js';
import { probabilisticSharpe } from '../../../data/figures/table/return-shape.js';
import { overfitting } from '../../luck/cscv.js';
import { expectedBestSharpe } from '../../luck/deflated.js';
import { normalDraw } from '../../luck/normal-draw.js';
import { plainOverfitting } from '../arithmetic/plain-cross-validation.js';
import type { Check, Claim, Measure, Picture, ReplicationResult } from '../results/replicated.js';
import { averagePanel } from './average-panel.js';
import { openPeriods } from './average-periods.js';
import type { ReplicationInputs } from './inputs.js';
import { BLOCK, type JudgedRules, judged, RESAMPLES } from './judged-rules.js';

/** The example of the deflated Sharpe ratio: five years of 250 days, 2.5 a year, skewness -3, kurtosis 10. */
const EXAMPLE = { sharpe: 2.5 / Math.sqrt(250), skewness: -3, excessKurtosis: 7, count: 1250 };
/** Deviation of the tries: a variance of one half a year. */
const DEVIATION = Math.sqrt(0.5 / 250);
/** What the paper prints, written down from memory: no page is known. */
const REMEMBERED = { best: 0.1132, of100: 0.9004, of46: 0.9505 };
const DIGITS_LIMIT = 0.000_05;
/** Tries that are drawn to see what the best of 100 has by luck. */
const DRAWN = 20_000;
/** The example of the probability of overfitting. */
const NOISE = { rows: 100, days: 1_000, blocks: 8 };
const OVERFIT_MATRICES = 5;
const PLAIN_MATRICES = 10;

/** The replication. @throws InputError (data) when a package cannot be had. */
export async function replicateLuckTests(inputs: ReplicationInputs): Promise<ReplicationResult> {
  const { seed, onProgress } = inputs;
  const { periods, data } = await openPeriods(inputs.packages);
  const total = periods.reduce((sum, { series }) => sum + series.length, 0);
  let done = 0;
  const found = periods.map(period =>
    judged(
      period,
      averagePanel(period.series, () => onProgress(++done, total)),
      seed,
    ),
  );
  const noise = noiseOf(seed);
  return {
    measures: [...sharpeMeasures(seed), ...noise.measures, ...found.flatMap(each => each.measures)],
    claims: [sharpeClaim(), noise.claim, ...found.flatMap(each => each.claims)],
    checks: sharpeChecks(),
    notReproduced: [
      'The pages of the papers: their examples are written down from memory.',
      'Probabilities of other programs to the digit: other draws of days move them by about 0.01.',
    ],
    notes: [
      'Sharpe ratios of rules are those of a year. Best by luck is what the best of as many rules without skill is expected to have. PBO is the probability of backtest overfitting.',
      'Arithmetic: for the best of 100 the mean of drawn tries, for overfitting a second program without running sums, for the rules their returns without an engine.',
      'The expected best of the paper is an approximation: drawing gives a little less.',
      'A study takes only a probability of SPA below 1 % for more than luck, because the test sees skill too often in worthless markets.',
    ],
    parameters: {
      rules: found.map(({ name, ratios }) => `${ratios.length} in ${name}`).join(', '),
      seed,
      'resamples of SPA': RESAMPLES,
      'days of a block': BLOCK,
      'drawn tries': DRAWN,
      noise: `${NOISE.rows} rows of ${NOISE.days} days, ${NOISE.blocks} blocks; ${OVERFIT_MATRICES} matrices overfit, ${PLAIN_MATRICES} plain`,
    },
    data,
    pictures: [bestPicture(found)],
  };
}

function deflated(tries: number): number {
  return Number(probabilisticSharpe(EXAMPLE, expectedBestSharpe(tries, DEVIATION)));
}

function sharpeMeasures(seed: number): Measure[] {
  const row = { unit: '', digits: 4 };
  return [
    {
      ...row,
      what: 'Sharpe ratio of a day, best of 100 tries by luck',
      source: remembered(REMEMBERED.best),
      arithmetic: drawnBest(seed) * DEVIATION,
      orrery: expectedBestSharpe(100, DEVIATION),
    },
    {
      ...row,
      what: 'deflated ratio of the example, 100 tries',
      source: remembered(REMEMBERED.of100),
      orrery: deflated(100),
    },
    {
      ...row,
      what: 'deflated ratio of the example, 46 tries',
      source: remembered(REMEMBERED.of46),
      orrery: deflated(46),
    },
  ];
}

function remembered(value: number): NonNullable<Measure['source']> {
  return { value, page: 'from memory' };
}

/** The mean of the greatest of 100 normal draws. */
function drawnBest(seed: number): number {
  const prng = new Prng(seed).fork('best of 100');
  const best = () => Math.max(...Array.from({ length: 100 }, () => normalDraw(prng)));
  return mean(Array.from({ length: DRAWN }, best));
}

function sharpeChecks(): Check[] {
  const check = (what: string, difference: number) => ({
    what: `${what}: Orrery less the paper as remembered`,
    difference,
    limit: DIGITS_LIMIT,
    unit: '',
  });
  return [
    check('best of 100 tries', expectedBestSharpe(100, DEVIATION) - REMEMBERED.best),
    check('deflated ratio, 100 tries', deflated(100) - REMEMBERED.of100),
    check('deflated ratio, 46 tries', deflated(46) - REMEMBERED.of46),
  ];
}

function sharpeClaim(): Claim {
  const { best, of100, of46 } = REMEMBERED;
  return {
    says: `Bailey and Lopez de Prado, from memory: ${best} by luck, and ${of100} with 100 tries, ${of46} with 46.`,
    holds: sharpeChecks().every(({ difference, limit }) => Math.abs(difference) <= limit),
    because: `Here: ${expectedBestSharpe(100, DEVIATION).toFixed(4)}, ${deflated(100).toFixed(4)} and ${deflated(46).toFixed(4)}.`,
  };
}

/** The probability of overfitting in noise: as it is, and with the mean of each row taken out. */
function noiseOf(seed: number): { readonly measures: readonly Measure[]; readonly claim: Claim } {
  const prng = new Prng(seed).fork('noise');
  const matrix = () =>
    Array.from({ length: NOISE.rows }, () =>
      Float64Array.from({ length: NOISE.days }, () => normalDraw(prng)),
    );
  const days = Array.from({ length: NOISE.days }, (_, day) => day);
  const orreryOf = (rows: readonly Float64Array[]) =>
    overfitting({ days, rows }, NOISE.blocks)?.pbo ?? 0;
  const drawn = (count: number, made: (rows: readonly Float64Array[]) => Float64Array[]) => {
    const matrices = Array.from({ length: count }, () => made(matrix()));
    return {
      arithmetic: matrices.map(rows => plainOverfitting(rows, NOISE.blocks)),
      orrery: matrices.map(orreryOf),
    };
  };
  const means = ({ arithmetic, orrery }: ReturnType<typeof drawn>) => ({
    arithmetic: mean(arithmetic),
    orrery: mean(orrery),
  });
  const overfit = means(drawn(OVERFIT_MATRICES, rows => rows.map(withoutMean)));
  const plain = drawn(PLAIN_MATRICES, rows => [...rows]);
  const error = sampleDeviation(plain.orrery) / Math.sqrt(PLAIN_MATRICES);
  const row = { unit: '', digits: 3 };
  return {
    measures: [
      {
        ...row,
        what: 'PBO of noise, means taken out',
        ...overfit,
      },
      { ...row, what: 'PBO of plain noise', ...means(plain) },
    ],
    claim: {
      says: 'Bailey and others: what is best by overfitting alone is in the lower half out of sample, always.',
      holds: overfit.orrery === 1,
      because: `The probability is ${overfit.orrery.toFixed(3)} where one half of the days gains what the other loses, and ${mean(plain.orrery).toFixed(3)} (standard error ${error.toFixed(3)}) in plain noise.`,
    },
  };
}

function withoutMean(row: Float64Array): Float64Array {
  const middle = mean([...row]);
  return row.map(value => value - middle);
}

/** The Sharpe ratios of all rules, from the least to the greatest. */
function bestPicture(found: readonly JudgedRules[]): Picture {
  return {
    title: 'Sharpe ratios of a year of all rules in the engine',
    caption: 'from the least to the greatest of each period, by their share of the rules',
    lines: found.map(({ name, ratios }) => ({
      name,
      points: ratios
        .toSorted((one, other) => one - other)
        .map((ratio, at) => [((at + 0.5) / ratios.length) * 100, ratio] as const),
    })),
    x: { unit: '%', digits: 0 },
    y: '',
  };
}
