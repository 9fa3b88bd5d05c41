/**
 * Repetitions of the best run: with other seeds of the execution model (how the result depends on
 * random latency, slippage and rejections), and on redrawn ticks (how it depends on this market).
 * The results are reported as quantiles.
 */

import { Prng } from '../../core/base/prng.js';
import type { Scenario } from '../../core/run/scenario.js';
import { DIGITS, roundedAs } from '../../data/figures/table/figure.js';
import type { Study } from '../../data/storage/study/study-file.js';
import { isFailed, type Job, type JobOutcome } from '../engines/job.js';
import { type MonteCarlo, monteCarloColumns } from './monte-carlo.js';
import { QUANTILES, quantileOf } from './quantiles.js';
import type { StudyColumn } from './table.js';

type RerunKind = 'noise' | 'bootstrap';

/** Results of the repetitions of one kind. */
export interface Reruns {
  readonly kind: RerunKind;
  readonly runs: number;
  readonly failed: number;
  /** Fraction of the repetitions without a failure that end with a loss, 0 to 1. */
  readonly lossProbability: number | null;
  readonly rows: readonly {
    readonly quantile: number;
    readonly netProfit: number | null;
    readonly maxDrawdown: number | null;
  }[];
}

/** @throws InputError when the scenario has nothing random to draw. */
export function checkReruns({ monteCarlo, document }: Study, scenario: Scenario): void {
  const { latency, slippage, rejectMillionths } = scenario.execution;
  const draws =
    latency.minMicros < latency.maxMicros ||
    slippage.minPoints < slippage.maxPoints ||
    rejectMillionths > 0;
  if (monteCarlo?.noise !== undefined && !draws) {
    const rule =
      'needs an execution with random values: a range of latency or slippage, or a rejectRate';
    throw document.error(['monteCarlo', 'noise'], rule);
  }
  const priced = scenario.market.filter(({ ticks }) => ticks !== undefined).length;
  if (monteCarlo?.bootstrap !== undefined && priced !== 1) {
    const rule = `needs a market with the ticks of one instrument, was ${priced} instruments`;
    throw document.error(['monteCarlo', 'bootstrap'], rule);
  }
}

/** The repetitions of `best` that the study asks for, by kind; indexes start at `first`. */
export function rerunJobs(
  { monteCarlo = { samples: 0 }, seed }: Study,
  best: Job,
  first: number,
): ReadonlyMap<RerunKind, readonly Job[]> {
  const { noise, bootstrap } = monteCarlo;
  const prng = new Prng(seed).fork('repetitions');
  const { values, from, to } = best;
  let index = first;
  const jobs = (runs: number, more: { readonly block?: number }) =>
    Array.from({ length: runs }, () => ({
      values,
      from,
      to,
      index: index++,
      resample: { seed: prng.nextUint32(), ...more },
    }));
  return new Map<RerunKind, readonly Job[]>([
    ...(noise === undefined ? [] : [['noise', jobs(noise.runs, {})] as const]),
    ...(bootstrap === undefined
      ? []
      : [['bootstrap', jobs(bootstrap.runs, { block: bootstrap.block })] as const]),
  ]);
}

/** Results of the repetitions. */
export function reruns(
  kind: RerunKind,
  jobs: readonly Job[],
  outcomes: ReadonlyMap<number, JobOutcome>,
): Reruns {
  const figures = jobs.flatMap(({ index }) => {
    const outcome = outcomes.get(index);
    return outcome === undefined || isFailed(outcome) ? [] : [outcome.figures];
  });
  const sorted = (name: 'netProfit' | 'maxDrawdown') =>
    figures.flatMap(each => each[name] ?? []).sort((a, b) => a - b);
  const [profits, drawdowns] = [sorted('netProfit'), sorted('maxDrawdown')];
  const losses = profits.filter(profit => profit < 0).length;
  return {
    kind,
    runs: jobs.length,
    failed: jobs.length - figures.length,
    lossProbability: roundedAs(losses / profits.length, 'fraction'),
    rows: QUANTILES.map(quantile => ({
      quantile,
      netProfit: quantileOf(profits, quantile),
      maxDrawdown: quantileOf(drawdowns, quantile),
    })),
  };
}

/** Columns of the table of samples, and those that the repetitions add. */
export function sampleColumns(sampled: MonteCarlo, repetitions: readonly Reruns[]): StudyColumn[] {
  return [...monteCarloColumns(sampled), ...repetitions.flatMap(rerunColumns)];
}

function rerunColumns({ kind, rows }: Reruns): StudyColumn[] {
  return [
    {
      name: `${kind}Profit`,
      cells: rows.map(({ netProfit }) => netProfit),
      digits: DIGITS.money,
      unit: 'money',
    },
    {
      name: `${kind}Drawdown`,
      cells: rows.map(({ maxDrawdown }) => maxDrawdown),
      digits: DIGITS.fraction,
      unit: 'fraction',
    },
  ];
}
