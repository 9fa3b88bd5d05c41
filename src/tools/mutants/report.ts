/** What became of the mutants: as JSON, and as a table by folder with the survivors. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDERS } from './draw.js';
import { EXPLANATIONS, type ExplainedMutant } from './explained.js';
import { keyOf, MUTANT_KINDS, type Mutant } from './mutant.js';

/** `killed` by a test, `timed out` in one, `not covered` by any; all others survived. */
export type MutantFate = 'killed' | 'timed out' | 'survived' | 'not covered';

export interface MutantResult {
  readonly mutant: Mutant;
  readonly fate: MutantFate;
  /** The test that failed. */
  readonly by?: string;
  /** Of how many test files that reach it how many ran. */
  readonly tests: { readonly reach: number; readonly ran: number };
}

export interface MutantReport {
  readonly seed: string;
  readonly results: readonly MutantResult[];
}

/** Whether the suite noticed the mutant. */
export function isDead({ fate }: MutantResult): boolean {
  return fate === 'killed' || fate === 'timed out';
}

/** Writes `mutants.json` and `mutants.md` into the folder. */
export function writeReport(
  folder: string,
  report: MutantReport,
  explained: ReadonlyMap<string, ExplainedMutant>,
): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'mutants.json'), `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(join(folder, 'mutants.md'), reportText(report, explained));
}

/** The results of an earlier report of the folder, by the key of the mutant. */
export function earlierResults(folder: string): ReadonlyMap<string, MutantResult> {
  const file = join(folder, 'mutants.json');
  if (!existsSync(file)) return new Map();
  const { results } = JSON.parse(readFileSync(file, 'utf8')) as MutantReport;
  return new Map(results.map(result => [keyOf(result.mutant), result]));
}

/** The report as Markdown. */
export function reportText(
  { seed, results }: MutantReport,
  explained: ReadonlyMap<string, ExplainedMutant>,
): string {
  const rows = FOLDERS.map(folder => {
    const own = results.filter(({ mutant }) => mutant.path.startsWith(`dist/${folder}/`));
    return `| ${folder} | ${cells(own, explained).join(' | ')} |`;
  });
  const kinds = MUTANT_KINDS.map(kind => {
    const own = results.filter(({ mutant }) => mutant.kind === kind);
    return `| ${kind} | ${cells(own, explained).join(' | ')} |`;
  });
  const head = 'drawn | killed | timed out | explained | survived | not covered | score |';
  const rule = '| --- | --: | --: | --: | --: | --: | --: | --: |';
  return [
    `# Mutants, seed ${seed}`,
    'The score is the dead ones among those that are not explained.',
    [
      `| folder | ${head}`,
      rule,
      ...rows,
      `| all | ${cells(results, explained).join(' | ')} |`,
    ].join('\n'),
    [`| kind | ${head}`, rule, ...kinds].join('\n'),
    ...results.filter(result => !isDead(result)).map(result => survivorText(result, explained)),
    '',
  ].join('\n\n');
}

function cells(
  results: readonly MutantResult[],
  explained: ReadonlyMap<string, ExplainedMutant>,
): readonly string[] {
  const dead = results.filter(isDead);
  const alive = results.filter(result => !isDead(result));
  const open = alive.filter(({ mutant }) => !explained.has(keyOf(mutant)));
  const of = (list: readonly MutantResult[], fate: MutantFate) =>
    String(list.filter(result => result.fate === fate).length);
  const counted = dead.length + open.length;
  return [
    String(results.length),
    of(dead, 'killed'),
    of(dead, 'timed out'),
    String(alive.length - open.length),
    of(open, 'survived'),
    of(open, 'not covered'),
    counted === 0 ? '-' : `${((100 * dead.length) / counted).toFixed(1)} %`,
  ];
}

/** A survivor as one paragraph. */
export function survivorText(
  { mutant, fate, tests }: MutantResult,
  explained: ReadonlyMap<string, ExplainedMutant>,
): string {
  const { path, owner, kind, line, text, replacement, occurrence } = mutant;
  const known = explained.get(keyOf(mutant));
  return [
    `${fate}: ${path}, ${owner} (${kind}), ${tests.ran} of ${tests.reach} test files`,
    `    ${line}`,
    `    ${text.trim()}  ->  ${replacement === '' ? 'nothing' : replacement}${occurrence === 0 ? '' : ` (place ${occurrence + 1})`}`,
    ...(known === undefined ? [] : [`    ${EXPLANATIONS[known.why]}: ${known.reason}`]),
  ].join('\n');
}
