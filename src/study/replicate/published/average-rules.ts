/**
 * R1: what moving-average rules earned in foreign exchange, 1980 to 1987 and since 1999.
 * Source: C. Neely, P. Weller, J. Ulrich, "The adaptive markets hypothesis: evidence from the foreign
 * exchange market", Journal of Financial and Quantitative Analysis 44(2), 2009; Federal Reserve Bank of
 * St. Louis, working paper 2006-046. Only its abstract was read.
 */

import { mean } from '../../../data/figures/math/statistics.js';
import { tValue, yearlyPercent } from '../arithmetic/yearly.js';
import type { Check, Claim, Measure, Picture, ReplicationResult } from '../results/replicated.js';
import { fixingOn } from '../series/price-series.js';
import {
  averagePanel,
  COST,
  type PanelRun,
  panelMatrix,
  type ReturnSource,
  RULES,
  UNITS,
} from './average-panel.js';
import { openPeriods, type Period } from './average-periods.js';
import { type EuroRun, euroSinceStart } from './euro-since-start.js';
import type { ReplicationInputs } from './inputs.js';

/** A period with its runs, and the mean over all of them on each day. */
interface PeriodRuns extends Period {
  readonly runs: readonly PanelRun[];
  readonly together: Readonly<Record<ReturnSource, readonly number[]>>;
  readonly days: readonly number[];
}

const SIDES = ['arithmetic', 'engine'] as const;
/** Standard errors beyond which a mean is not taken for chance. */
const CHANCE = 1.96;
/** Dollars that a position of `UNITS` units may be off. */
const MONEY_LIMIT = 0.01;

/** The replication. @throws InputError (data) when a package cannot be had. */
export async function replicateAverageRules(inputs: ReplicationInputs): Promise<ReplicationResult> {
  const { periods, rates, data } = await openPeriods(inputs.packages);
  const total = periods.reduce((sum, { series }) => sum + series.length, 0);
  let done = 0;
  const measured = periods.map(period => {
    const runs = averagePanel(period.series, () => inputs.onProgress(++done, total));
    return { ...period, runs, ...togetherOf(runs) };
  });
  const euro = euroSinceStart(rates.euro());
  return {
    measures: [...measured.flatMap(measuresOf), ...euro.measures],
    claims: claimsOf(measured, euro),
    checks: [largestDifference(measured), ...euro.checks],
    notReproduced: [
      'Of the source only the abstract was read: the column of its numbers is empty.',
      'Filter rules, the 1970s, and the years 1987 to 1998, in which the returns are said to have disappeared: the packages have no such data.',
      'Interest: an excess return includes the difference of interest rates, and these data have prices only.',
    ],
    notes: [
      'The row of a currency is the mean of its rules. The t value is that of the daily mean of all rules in all currencies.',
      'In the arithmetic a return is the logarithm of the ratio of two prices. In the engine it is the change of the net value over the value of the units. The means of the same trades differ by up to half the variance of a year.',
      'The engine takes half the spread of the open position off its value, which no mean of the arithmetic has.',
      'Financing is off. The last rows show what the built-in rates of financing do to a result of 27 years.',
    ],
    parameters: {
      rules: RULES.map(({ short, long }) => `${short}/${long}`).join(' '),
      'cost of a change by 1': `${COST} of the price`,
      'units in the engine': UNITS,
      'days of a year': 252,
    },
    data,
    pictures: [growthPicture(measured)],
  };
}

/** The mean over all runs on each day. */
function togetherOf(runs: readonly PanelRun[]): Pick<PeriodRuns, 'together' | 'days'> {
  const of = (side: ReturnSource) => {
    const { rows, days } = panelMatrix(runs, side);
    return days.map((_, day) => mean(rows.map(row => row[day] as number)));
  };
  return {
    together: { arithmetic: of('arithmetic'), engine: of('engine') },
    days: panelMatrix(runs, 'engine').days,
  };
}

function measuresOf({ name, series, runs, together }: PeriodRuns): Measure[] {
  const of = (own: readonly PanelRun[]) =>
    bothSides(side => mean(own.map(run => yearlyPercent([...run[side]]))));
  const row = { unit: '% a year', digits: 2 };
  return [
    ...series.map(({ base }) => ({
      ...row,
      what: `${name}, ${base}, ${RULES.length} rules`,
      ...of(runs.filter(run => run.base === base)),
    })),
    { ...row, what: `${name}: mean of all`, ...of(runs) },
    {
      what: `${name}: t value of it`,
      unit: '',
      digits: 2,
      ...bothSides(side => tValue(together[side])),
    },
  ];
}

function bothSides(numberOf: (side: ReturnSource) => number) {
  const [arithmetic = 0, orrery = 0] = SIDES.map(numberOf);
  return { arithmetic, orrery };
}

function claimsOf(measured: readonly PeriodRuns[], euro: EuroRun): Claim[] {
  const [first, ...later] = measured;
  if (first === undefined) return [];
  const poor = first.series
    .map(({ base }) => [base, meanOf(first.runs.filter(run => run.base === base))] as const)
    .filter(([, value]) => value <= 0);
  return [
    {
      says: 'The source (abstract): the excess returns of the 1980s were genuine.',
      holds: tValue(first.together.engine) > CHANCE,
      because: `The rules earned ${percentOf(first)} from ${first.name}. That the best of them is more than the luck of 35 tries is another question: orrery replicate luck-tests.`,
    },
    {
      says: 'The source (abstract): they had disappeared by the early 1990s.',
      holds: later.every(({ together }) => tValue(together.engine) <= CHANCE),
      because: `They earned ${later.map(each => `${percentOf(each)} from ${each.name}`).join(', and ')}.`,
    },
    {
      says: 'Expected: in the 1980s the rules earned in each of the five currencies.',
      holds: poor.length === 0,
      because:
        poor.length === 0
          ? 'They earned in each.'
          : `They lost in ${poor.map(([base, value]) => `${base} (${value.toFixed(2)} % a year)`).join(' and ')}.`,
    },
    ...euro.claims,
  ];
}

function meanOf(runs: readonly PanelRun[]): number {
  return mean(runs.map(({ engine }) => yearlyPercent([...engine])));
}

function percentOf({ runs, together }: PeriodRuns): string {
  return `${meanOf(runs).toFixed(2)} % a year (t ${tValue(together.engine).toFixed(2)})`;
}

function largestDifference(measured: readonly PeriodRuns[]): Check {
  const all = measured.flatMap(({ runs }) => runs.map(({ difference }) => Math.abs(difference)));
  return {
    what: `largest difference of a profit of ${UNITS} units, engine less whole points, over ${all.length} runs`,
    difference: Math.max(...all),
    limit: MONEY_LIMIT,
    unit: 'USD',
  };
}

/** What one dollar under all rules came to, without interest on interest. */
function growthPicture(measured: readonly PeriodRuns[]): Picture {
  return {
    title: 'What the rules earned in all currencies together',
    caption: 'sum of the daily returns in the engine, per cent, from the start of each period',
    lines: measured.map(({ name, days, together }) => {
      let sum = 0;
      return {
        name,
        points: together.engine.map((value, at) => {
          sum += value * 100;
          return [fixingOn(days[at] as number), sum] as const;
        }),
      };
    }),
    x: 'date',
    y: '%',
  };
}
