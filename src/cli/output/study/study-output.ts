/** The output of `orrery sweep`: tables for people, one document for programs. */

import { present } from '../../../core/base/present.js';
import { DIGITS } from '../../../data/figures/table/figure.js';
import { annualisedNote, figureNamed } from '../../../data/figures/table/run-figures.js';
import type { Study } from '../../../data/storage/study/study-file.js';
import { type JoinedCurve, joinedText } from '../../../study/judge/joined-curve.js';
import type { MonteCarlo } from '../../../study/judge/monte-carlo.js';
import { rankingText, rankUnit } from '../../../study/judge/rank.js';
import { type Reruns, sampleColumns } from '../../../study/judge/reruns.js';
import { type FailedRun, hasOneWindow } from '../../../study/judge/rows.js';
import { studyRefusals } from '../../../study/judge/study-refusals.js';
import { rowColumns, type StudyColumn, shownText } from '../../../study/judge/table.js';
import { verdictOf } from '../../../study/judge/verdict.js';
import { type WalkRow, walkColumns } from '../../../study/judge/walk-forward.js';
import type { StudySoFar } from '../../../study/output/leader.js';
import type { StudyResult } from '../../../study/output/study-result.js';
import { MAIN_FIGURES } from '../../../study/output/study-tables.js';
import { fittedTable } from '../terminal/fitted-table.js';
import { print } from '../terminal/print.js';

const BEST_SHOWN = 10;
const FAILED_SHOWN = 5;
const LUCK_COLUMNS = ['psr', 'dsr', 'dsrOfRuns'];
const SHOWN_OF_WALK = ['netProfit', 'sharpe', 'closedTrades'];
/** What a narrow terminal leaves out first. */
const LEFT_OUT_FIRST = [
  'dsrOfRuns',
  'psr',
  'totalReturn',
  'profitFactor',
  'closedTrades',
  'winRate',
  'split',
  'to',
];

/** Prints the verdict, the best runs, the failed runs, and the other results of the study. */
export async function printStudy(result: StudyResult): Promise<void> {
  const { study, rows, best, front, parameters, walkForward, monteCarlo, resumed } = result;
  const { answer, sentences } = verdictOf(result, study.goals, value => rankText(study, value));
  for (const line of [answer, ...sentences]) print(`${line}\n`);
  const top = rowColumns(result, best.slice(0, BEST_SHOWN));
  const windows = hasOneWindow(rows) ? [] : ['from', 'to'];
  await printTable(
    top,
    ['run', ...windows, ...shownFigures(study, MAIN_FIGURES), 'paretoFront', ...LUCK_COLUMNS],
    ['run', 'paretoFront', ...study.goals],
  );
  const failed = rows.filter(({ error }) => error !== undefined);
  const counts = [
    counted(rows.length, 'run'),
    ...(resumed > 0 ? [`${counted(resumed, 'result')} from an earlier start`] : []),
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    `ranked by ${rankingText(study.goals)}`,
    ...(front === undefined ? [] : [`${front.size} on the Pareto front`]),
  ];
  print(`${counts.join(', ')}\n`);
  const known = rows.flatMap(row => (row.figures === undefined ? [] : [row.figures]));
  for (const line of [...studyRefusals(rows), ...annualisedNote(study.figures, known)]) {
    print(`${line}\n`);
  }
  for (const line of failedLines(parameters, failed)) print(`${line}\n`);
  if (walkForward !== undefined) await printWalk(result, walkForward);
  if (monteCarlo !== undefined) {
    const whose = walkForward === undefined ? 'the best run' : 'the trades out of sample';
    await printMonteCarlo(whose, monteCarlo, result.reruns);
  }
}

/** A line for each of the first failed runs, and how many more there are. */
export function failedLines(
  parameters: readonly string[],
  failed: readonly FailedRun[],
): readonly string[] {
  const lines = failed.slice(0, FAILED_SHOWN).map(({ index, values, error }) => {
    const set = parameters.map((name, axis) => `${name} ${String(values[axis])}`).join(', ');
    return `run ${index + 1} (${set}): ${error}`;
  });
  const left = failed.length - lines.length;
  return left === 0 ? lines : [...lines, `and ${left} more failed runs`];
}

/** A value of the ranking figure with its decimals. */
function rankText({ rank }: Study, value: number): string {
  return value.toFixed(DIGITS[rankUnit(rank)]);
}

async function printWalk(result: StudyResult, rows: readonly WalkRow[]): Promise<void> {
  const { study, joined } = result;
  const few = shownFigures(study, SHOWN_OF_WALK);
  const figures = ['inSample.', 'outOfSample.'].flatMap(part => few.map(name => part + name));
  print('walk forward: each run was chosen in sample and tried out of sample\n');
  await printTable(
    walkColumns(result, rows),
    ['fold', 'split', ...figures],
    ['fold', ...study.goals.map(goal => `outOfSample.${goal}`)],
  );
  for (const { fold, error } of rows) {
    if (error !== undefined) print(`fold ${fold}: ${error}\n`);
  }
  printReasons(rows, few);
  if (joined !== undefined) print(`${joinedText(joined)}\n`);
}

/** The names in `few`, the goals, and the figures that the study requests. */
function shownFigures({ figures, goals }: Study, few: readonly string[]): string[] {
  return figures.filter(
    name => few.includes(name) || goals.includes(name) || figureNamed(name).isCompared !== true,
  );
}

/** Prints for each fold why figures out of sample are missing. */
function printReasons(rows: readonly WalkRow[], figures: readonly string[]): void {
  for (const { fold, reasons = {} } of rows) {
    const told = figures.filter(name => name in reasons);
    for (const name of told) print(`fold ${fold} out of sample: no ${name}: ${reasons[name]}\n`);
  }
}

async function printMonteCarlo(
  whose: string,
  sampled: MonteCarlo,
  reruns: readonly Reruns[],
): Promise<void> {
  const { samples, trades, lossProbability } = sampled;
  print(
    `Monte Carlo of ${whose}: ${samples} samples of ${counted(trades, 'trade')}` +
      `${lossText(lossProbability)}\n`,
  );
  for (const { kind, runs, failed, lossProbability: losses } of reruns) {
    const lost = failed === 0 ? '' : `, ${failed} failed`;
    print(`${kind}: ${counted(runs, 'repetition')}${lost}${lossText(losses)}\n`);
  }
  const columns = sampleColumns(sampled, reruns);
  await printTable(
    columns,
    columns.map(({ name }) => name),
    ['quantile'],
  );
}

/**
 * Prints the named columns, with those of the parameters after the first one.
 * @param staying - columns that the narrowest terminal shows too.
 */
async function printTable(
  columns: readonly StudyColumn[],
  names: readonly string[],
  staying: readonly string[],
): Promise<void> {
  const shown = columns.filter(({ name }) => names.includes(name) || isParameter(name));
  const order = leavingOrder(shown.map(({ name }) => name));
  const fitted = shown.map(({ name, cells, digits }) => ({
    head: headOf(name),
    align: cells.some(cell => typeof cell === 'string') ? ('left' as const) : ('right' as const),
    cells: cells.map(cell => shownText(cell, digits)),
    ...(!staying.includes(name) && { leftOut: order.length - order.indexOf(name) }),
  }));
  print(await fittedTable(fitted));
}

/** Over two lines where a name has two parts: `inSample.sharpe`, `bootstrapProfit`. */
function headOf(name: string): string {
  const parts = name.replace(/^(shuffled|redrawn|noise|bootstrap)(?=[A-Z])/, '$1\n');
  return parts.replace(/^param\./, '').replaceAll('.', '.\n');
}

/** The names in the order in which they are left out: of figures the last one first, then parameters. */
function leavingOrder(names: readonly string[]): string[] {
  const place = (name: string) => {
    const early = LEFT_OUT_FIRST.indexOf(name.replace(/^(inSample|outOfSample)\./, ''));
    if (early >= 0) return early;
    return LEFT_OUT_FIRST.length + (isParameter(name) ? 1 : 0);
  };
  return names.toReversed().toSorted((a, b) => place(a) - place(b));
}

function isParameter(name: string): boolean {
  return name.startsWith('param.');
}

function lossText(probability: number | null): string {
  return probability === null ? '' : `, a loss in ${(probability * 100).toFixed(1)} %`;
}

/** `1 run`, `2 runs`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** How far a study is. */
interface StudyProgress extends StudySoFar {
  readonly runs: number;
  readonly total: number;
}

/** What a study prints when a signal ends it. @param out - its folder, in which it can be continued. */
export function studySoFarText(
  { name, axes, rank }: Study,
  { runs, total, failed, best }: StudyProgress,
  { json, out }: { readonly json: boolean; readonly out?: string },
): string {
  const stopped = { runs, total, failed, ...present({ best: best && best.index + 1 }) };
  if (json) return `${JSON.stringify({ name, rank, stopped })}\n`;
  const set = axes.map((axis, at) => `${axis.name} ${String(best?.values[at])}`).join(', ');
  const lines = [
    `${name}: stopped after ${runs} of ${total} runs${failed === 0 ? '' : `; ${failed} failed`}`,
    ...(best === undefined
      ? []
      : [`best so far: run ${best.index + 1} (${set}): ${rank} ${best.value}`]),
    ...(out === undefined ? [] : [`the same command continues in ${out}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The JSON document of a study; everything but `timing` and `resumed` is deterministic. */
export function studyDocument(result: StudyResult, seconds: number) {
  const { manifest, rows, best, walkForward, joined, monteCarlo, resumed, study } = result;
  return {
    ...manifest,
    rank: study.rank,
    ...(study.goals.length > 1 && { goals: study.goals }),
    best: best[0] === undefined ? null : best[0].index + 1,
    runs: objectsOf(rowColumns(result, rows)),
    verdict: verdictOf(result, study.goals, value => rankText(study, value)),
    ...present({
      assessment: result.assessment,
      stability: result.stability,
      looked: result.looked,
      walkForward: walkForward && objectsOf(walkColumns(result, walkForward)),
      joined: joined && joinedDocument(joined),
      monteCarlo,
      reruns: monteCarlo && result.reruns,
    }),
    resumed,
    timing: { seconds, runsPerSecond: Math.round(result.made / seconds) },
  };
}

/** The out-of-sample windows as one; its points are in walk-forward-curve.csv. */
function joinedDocument({ points, ...figures }: JoinedCurve) {
  return { tradingDays: points.length, ...figures };
}

/** A table as a list of objects, one for each row. */
function objectsOf(columns: readonly StudyColumn[]) {
  const length = columns[0]?.cells.length ?? 0;
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(({ name, cells }) => [name, cells[row] ?? null])),
  );
}
