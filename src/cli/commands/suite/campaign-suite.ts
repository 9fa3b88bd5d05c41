/**
 * `orrery campaign [SCENARIO] --suite NAME [flags] -- PROGRAM...`: runs a fixed list of cases against a program,
 * and writes a table of properties and cases.
 */

import { dirname, join, relative, resolve } from 'node:path';
import { present } from '../../../core/base/present.js';
import { replaceFile } from '../../../data/storage/files/write-whole.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import { STORES_BESIDE } from '../../../data/storage/tick-store/open-ticks.js';
import type { CampaignProgram } from '../../../exec/campaign/program.js';
import type { Property } from '../../../exec/campaign/properties.js';
import type { Schedule } from '../../../exec/campaign/subject.js';
import type { CampaignThreads, CrewOrder } from '../../../exec/campaign/suite/crew.js';
import { type LoadedProperties, NO_OWN } from '../../../exec/campaign/suite/judging.js';
import type { SuiteFailure, SuiteVerdict } from '../../../exec/campaign/suite/suite-result.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { interrupted } from '../../exit/interrupted.js';
import { checkWhole } from '../../flags/arguments.js';
import type { CacheFlag } from '../../flags/cache-flag.js';
import { casesAskedBy, lanesAskedBy, type SuiteFlags } from '../../flags/program/suite-flags.js';
import { eachSentenceOnce } from '../../output/program/each-sentence-once.js';
import { suiteText } from '../../output/suite/suite-text.js';
import { failureKey, lifeWords, type SuiteEnd } from '../../output/suite/suite-words.js';
import { print } from '../../output/terminal/print.js';
import { withProgress } from '../../output/terminal/progress.js';

/** What the command of campaigns has read already. */
export interface SuiteRequest {
  readonly loaded: LoadedScenario;
  /** The program and its words; none: the strategy of the scenario. */
  readonly command: readonly string[];
  readonly intends: ReadonlyMap<string, string>;
  readonly properties: readonly Property[];
  readonly faults: CampaignProgram['faults'];
  readonly held: Pick<CampaignProgram, 'anyHost' | 'stallSeconds'>;
  /** How the scenario was loaded. */
  readonly load: CrewOrder['load'];
  /** The flags that a single run needs too, as words of a command. */
  readonly words: readonly string[];
}

/** The flags that a suite shares with campaigns. */
export interface SharedFlags extends SuiteFlags {
  readonly runs?: number;
  readonly seed: number;
  readonly out?: string;
  readonly json: boolean;
  readonly cache?: CacheFlag;
}

const RUNS = 3;
const RUNS_MAX = 10_000;
const LABELS = { run: 'running', shrink: 'leaving out rules' } as const;
const PAGE = 'index.html';
const RESULT = 'suite.json';

/** Runs a suite. Sets the exit code. */
export async function campaignSuite(flags: SharedFlags, asked: SuiteRequest): Promise<void> {
  const { suite = '', runs = RUNS, seed, out = suite, junit } = flags;
  checkWhole('runs', runs, 1, RUNS_MAX);
  const { makeFolder } = await import('../../../data/storage/files/make-folder.js');
  await makeFolder(out);
  const stopping = new AbortController();
  const stop = stopping.signal;
  if (asked.command.length > 0) interrupted().then(code => stopping.abort(code));
  const { verdict, isKept } = await verdictOf({ ...flags, runs, out }, asked, stop);
  const { loaded, command } = asked;
  const end: SuiteEnd = {
    ...{ suite, seed, verdict, isKept },
    scenario: loaded.scenario.name,
    client: command.length === 0 ? `strategy of ${loaded.file}` : command.join(' '),
    again: await writeFailures(out, asked, verdict),
  };
  await writeFiles(out, end);
  if (junit !== undefined) {
    const { suiteJUnit } = await import('../../output/suite/suite-junit.js');
    await replaceFile(junit, suiteJUnit(end));
  }
  if (flags.json) print(`${JSON.stringify(documentOf(end))}\n`);
  else print(`${await suiteText(end)}${pageLine(out, verdict)}`);
  process.exitCode = stop.aborted ? Number(stop.reason) : exitCodeOf(verdict);
}

function exitCodeOf(verdict: SuiteVerdict): number {
  if (verdict.kind === 'stopped') return ExitCode.INTERRUPTED;
  if (verdict.kind !== 'done') return ExitCode.BAD_USAGE;
  const isBroken = verdict.rows.some(({ failures }) => failures.length > 0);
  return isBroken ? ExitCode.DIFFERENT : ExitCode.FINE;
}

function pageLine(out: string, { kind }: SuiteVerdict): string {
  return kind === 'done' || kind === 'stopped' ? `page: ${join(out, PAGE)}\n` : '';
}

/** The document of `--json` and of the folder: the same suite gives the same bytes. */
function documentOf({ verdict, again, isKept: _how, ...rest }: SuiteEnd): object {
  return { ...rest, ...verdict, again: Object.fromEntries(again) };
}

/** The folder: the page, and the result as data. */
async function writeFiles(out: string, end: SuiteEnd): Promise<void> {
  const { verdict } = end;
  await replaceFile(join(out, RESULT), `${JSON.stringify(documentOf(end), null, 2)}\n`);
  if (verdict.kind !== 'done' && verdict.kind !== 'stopped') return;
  const { readAssets } = await import('../../../report/assets.js');
  const { suitePage } = await import('../../output/suite/suite-page.js');
  await replaceFile(join(out, PAGE), suitePage(end, verdict, await readAssets('tables-page')));
}

interface SuiteResult {
  readonly verdict: SuiteVerdict;
  /** Whether it was kept from an earlier run. */
  readonly isKept: boolean;
}

type WholeFlags = SharedFlags & { readonly runs: number; readonly out: string };

/** The verdict that is kept, or that of runs. */
async function verdictOf(
  flags: WholeFlags,
  asked: SuiteRequest,
  stop: AbortSignal,
): Promise<SuiteResult> {
  const { suite = '', runs, seed, cache, anew, copy, properties: module } = flags;
  const { loaded, command, intends, properties, faults, held } = asked;
  const cases = casesAskedBy(flags);
  const { keepSuite, keptSuite, suiteKey } = await import(
    '../../../exec/campaign/suite/kept-suite.js'
  );
  const folder = cache === false ? undefined : (cache ?? STORES_BESIDE);
  const names = cases.map(({ name }) => name);
  const key = suiteKey({
    ...{ suite, loaded, command, ...present({ copy }) },
    files: [faults?.file, module].filter(file => file !== undefined),
    settings: [names, runs, seed, properties, [...intends], held],
  });
  const kept = anew || folder === undefined ? undefined : keptSuite(folder, key);
  if (kept !== undefined) return { verdict: kept, isKept: true };
  const own = await ownProperties(module);
  const crew = await crewOf(flags, asked, stop);
  try {
    const { runSuite } = await import('../../../exec/campaign/suite/run-suite.js');
    const verdict = await withProgress(
      LABELS.run,
      'runs',
      running =>
        runSuite(crew.subject, {
          ...{ cases, runs, seed, properties, own, intends, stop },
          lanes: command.length === 0 ? 1 : lanesAskedBy(flags),
          onRun: ({ phase, done, total }) => running.update(done, total, LABELS[phase]),
        }),
      { lines: true },
    );
    if (folder !== undefined && verdict.kind === 'done') keepSuite(folder, key, verdict);
    return { verdict, isKept: false };
  } finally {
    own.close();
    await crew.close();
  }
}

async function ownProperties(file: string | undefined): Promise<LoadedProperties> {
  if (file === undefined) return { ...NO_OWN, close: () => undefined };
  const { loadProperties } = await import('../../../exec/campaign/suite/own-properties.js');
  return loadProperties(file);
}

/** What runs the client: threads for a program, this one for a strategy. */
async function crewOf(
  flags: WholeFlags,
  { loaded, command, faults, held, load }: SuiteRequest,
  stop: AbortSignal,
): Promise<CampaignThreads> {
  if (command.length === 0) {
    const { strategySubject } = await import('../../../exec/campaign/strategy.js');
    const subject = strategySubject(loaded, faults?.rules as Schedule | undefined);
    return { subject, close: () => Promise.resolve() };
  }
  const { programSubject } = await import('../../../exec/campaign/program.js');
  const { startCrew } = await import('../../../exec/campaign/suite/crew.js');
  const tell = eachSentenceOnce('campaign');
  const { run: _here, ...facts } = programSubject({ loaded, command, tell });
  const { out: logs, cache, copy } = flags;
  const order = { scenario: loaded.file, ...{ load, cache, logs, command }, ...held };
  return startCrew({
    order: { ...order, ...present({ faults, copy }) },
    lanes: lanesAskedBy(flags),
    ...{ facts, tell, stop },
  });
}

/** Writes a scenario for each failure. @returns the commands that show them again, by case and property. */
async function writeFailures(
  out: string,
  asked: SuiteRequest,
  verdict: SuiteVerdict,
): Promise<ReadonlyMap<string, string>> {
  const again = new Map<string, string>();
  if (verdict.kind !== 'done' && verdict.kind !== 'stopped') return again;
  const { scenarioText } = await import('../../../exec/campaign/scenario-text.js');
  const { loaded, faults } = asked;
  for (const { name, failures } of verdict.rows) {
    for (const failure of failures) {
      const file = join(out, `${name}-${failure.property.replace(/[^\w-]+/g, '-')}.yaml`);
      const { words, plan } = failure;
      const finding = { breach: { words }, schedule: plan.rules };
      await replaceFile(
        file,
        await scenarioText({ loaded, finding, rules: faults?.rules ?? [] }, file),
      );
      again.set(failureKey(name, failure.property), againText(file, failure, asked));
    }
  }
  return again;
}

/** The command that shows a failure again. */
function againText(file: string, { plan }: SuiteFailure, asked: SuiteRequest): string {
  const { command, words } = asked;
  const name = relative('.', file);
  const held = [...foreignFolders(file, asked), ...words];
  if (command.length === 0) return ['orrery run', name, ...held].join(' ');
  const life = lifeWords(plan.life ?? {});
  return ['orrery exec --virtual-time --scenario', name, ...life, ...held, '--', ...command].join(
    ' ',
  );
}

/** Flags for ticks that lie outside of the folder of the written scenario, as those of the package do. */
function foreignFolders(file: string, { loaded, load }: SuiteRequest): readonly string[] {
  const given = (load.allowPath ?? []).map(path => resolve(path));
  const folders = new Set(loaded.ticks.map(({ path }) => dirname(path)));
  return [...folders]
    .filter(folder => relative(dirname(file), folder).startsWith('..') && !given.includes(folder))
    .flatMap(folder => ['--allow-path', folder]);
}
