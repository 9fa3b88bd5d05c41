/**
 * `orrery run SCENARIO...`: runs scenarios, prints a table, and checks expectations. After the run
 * of a strategy it prints the main figures.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import {
  runScenario,
  type ScenarioRun,
  StrategyFailure,
} from '../../broker/runtime/run-scenario.js';
import { refusedLines } from '../../broker/runtime/unpriced.js';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import { readInput } from '../../core/run/input/input.js';
import { REPLAY_MODES } from '../../core/run/run-loop.js';
import { instant } from '../../core/time/instant.js';
import { decisionsOf } from '../../core/whatif/decisions.js';
import { replaySession } from '../../core/whatif/session.js';
import type { Decisions } from '../../data/record/write-record.js';
import { expandFiles } from '../../data/storage/files/expand-paths.js';
import { replaceFile } from '../../data/storage/files/write-whole.js';
import { disguiseLines } from '../../data/storage/scenario/disguise-use/disguise-facts.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { writeRunFolder } from '../../study/folders/run-folder.js';
import { waitForDebugger } from '../exit/debugger.js';
import { ExitCode, inputCode } from '../exit/exit-codes.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { checkPort, checkWhole, usageError } from '../flags/arguments.js';
import { CACHE_OPTION, cacheOf, LaterStores } from '../flags/cache-flag.js';
import { DISGUISE_OPTIONS, withDisguise } from '../flags/disguise-flags.js';
import { OVERRIDE_OPTIONS, overridesOf, overridesText } from '../flags/override-flags.js';
import { commandOf, type FlagsOf, JSON_OPTION } from '../flags/typed-flags.js';
import { WINDOW_OPTIONS, windowAskedBy, windowText } from '../flags/window-flags.js';
import { failedAnnotations, inputText, isInGitHubActions } from '../output/annotations.js';
import { delayLines } from '../output/delays.js';
import type { JUnitRun } from '../output/junit.js';
import { reportLine, runDocument, runTables } from '../output/run-result.js';
import { print } from '../output/terminal/print.js';
import { type Progress, withProgress } from '../output/terminal/progress.js';
import { tickText } from '../output/tick-text.js';

/** The flags, and the stores that are written after the results are printed. */
interface StoringFlags extends RunFlags {
  readonly stores: LaterStores;
}

/** Decisions of an account whose worth is computed; each is a replay from its instant on. */
const MOST_DECISIONS = 50;

const builder = (yargs: Argv) =>
  yargs
    .positional('scenario', {
      type: 'string',
      array: true,
      demandOption: true,
      describe: 'scenario files or globs',
    })
    .option('json', JSON_OPTION)
    .option('out', {
      type: 'string',
      describe: 'folder for ledger, journal, manifest, report and tables',
    })
    .option('junit', { type: 'string', describe: 'file for the results as JUnit XML' })
    .option('decisions', {
      type: 'boolean',
      default: false,
      describe: 'the report shows what each decision was worth: up to 50 further replays',
    })
    .option('update', {
      type: 'boolean',
      default: false,
      describe: 'write the ledger hash into expect.ledger',
    })
    .option('watch', {
      type: 'boolean',
      default: false,
      describe: 'run again whenever a scenario or a file of its strategy is saved',
    })
    .option('cache', CACHE_OPTION)
    .option('replay', {
      choices: REPLAY_MODES,
      default: 'pass-quiet' as const,
      describe: 'skip ticks that change nothing, or take every tick; the ledger is the same',
    })
    .option('seed', { type: 'number', describe: "replaces the scenario's seed" })
    .option('inspect', {
      type: 'number',
      describe: 'wait for a debugger on this port before the strategy starts; alone: 9229',
    })
    .options(WINDOW_OPTIONS)
    .options(OVERRIDE_OPTIONS)
    .options(DISGUISE_OPTIONS)
    .option('allow-path', allowPathOption('scenario'));

type RunFlags = FlagsOf<typeof builder>;

export const runCommand = commandOf({
  command: 'run <scenario..>',
  builder,
  async handler(flags) {
    const overrides = valuesOf(flags);
    const isOther = flags.from !== undefined || flags.to !== undefined;
    if (flags.update && (isOther || overrides.overrides !== undefined)) {
      throw usageError(
        'update',
        "cannot be given with --from, --to, --param, --balance, --disguise or --as-of: the hash is the scenario's own",
      );
    }
    if (flags.decisions && flags.out === undefined) {
      throw usageError('decisions', 'needs --out: the report shows them');
    }
    if (flags.watch && flags.update) {
      throw usageError('watch', 'cannot be given with --update, which changes the scenario itself');
    }
    const files = await expandFiles(flags.scenario);
    if (flags.watch) {
      // It reads the sources of strategies, which a single run does not need.
      const { watchRuns } = await import('./watch.js');
      return watchRuns(files, flags.allowPath);
    }
    if (flags.seed !== undefined) checkWhole('seed', flags.seed, 0);
    if (flags.inspect !== undefined) checkPort('inspect', flags.inspect);
    const stores = new LaterStores();
    try {
      await runAndPrint(files, flags, stores);
    } finally {
      await stores.write();
    }
  },
});

/** A file that did not run to its end. */
interface BadRun {
  readonly file: string;
  readonly error: InputError;
  readonly seconds: number;
}

const MS_PER_SECOND = 1_000;

/** Runs all files: what is wrong with one hides no result of another. */
async function runAndPrint(files: readonly string[], flags: RunFlags, stores: LaterStores) {
  const all: (ScenarioRun | BadRun)[] = [];
  for (const file of files) {
    // It may have the ticks of the run before it.
    await stores.write();
    const startedMs = performance.now();
    const running = runOne(file, files.length, { ...flags, stores });
    all.push(
      await running.catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        return { file, error, seconds: (performance.now() - startedMs) / MS_PER_SECOND };
      }),
    );
  }
  const runs = all.filter((each): each is ScenarioRun => !('error' in each));
  const bad = all.filter((each): each is BadRun => 'error' in each);
  await writeJUnit(all.map(junitRun), flags);
  if (files.length === 1 && bad[0] !== undefined) throw bad[0].error;
  if (isInGitHubActions()) process.stderr.write(failedAnnotations(runs));
  if (flags.json) await printJson(all);
  else if (runs.length > 0) {
    print(await runTables(runs));
    for (const { loaded } of runs) print(reportLine(outFolderOf(loaded, files.length, flags)));
  }
  const failed = runs.some(run => run.expectations.some(each => !each.ok));
  if (failed && !flags.update) process.exitCode = ExitCode.DIFFERENT;
  for (const { error } of bad) process.stderr.write(inputText(error));
  if (bad[0] !== undefined) process.exitCode = inputCode(bad[0].error);
}

function junitRun(run: ScenarioRun | BadRun): JUnitRun {
  if ('error' in run) return run;
  const { loaded, expectations, seconds } = run;
  return { file: loaded.file, expectations, seconds };
}

/** Writes the file of `--junit`, also when a run failed: a CI server shows why. */
async function writeJUnit(runs: readonly JUnitRun[], { junit }: RunFlags): Promise<void> {
  if (junit === undefined) return;
  const { junitText } = await import('../output/junit.js');
  await replaceFile(junit, junitText(runs));
}

async function runOne(file: string, count: number, flags: StoringFlags): Promise<ScenarioRun> {
  const running = withProgress('reading', 'bytes', reading =>
    withProgress('replaying', 'ticks', replaying =>
      runBeside(file, count, flags, { reading, replaying }),
    ),
  );
  const made = await running.catch(async error => {
    // The author needs to see what the strategy did before it failed.
    if (error instanceof StrategyFailure) await writeOut(error.run, count, flags);
    throw error;
  });
  const { lookedRun } = await import('../../study/looks/record-looks.js');
  const run = { ...made, ...present({ looked: await lookedRun(made, 'run') }) };
  process.stderr.write(tickText(run));
  for (const line of refusedLines(run.loaded.scenario, run.result)) {
    process.stderr.write(`${file}: ${line}\n`);
  }
  for (const line of delayLines(run)) process.stderr.write(`${file}: ${line}\n`);
  for (const notice of [windowText(run.loaded), overridesText(run.loaded)]) {
    if (notice === undefined) continue;
    process.stderr.write(`${file}: ${notice}; its expectations at the end are not checked\n`);
  }
  for (const line of disguiseLines(run.loaded)) process.stderr.write(`${file}: ${line}\n`);
  await writeOut(run, count, flags);
  if (flags.update) await updateGolden(file, run.hash);
  return run;
}

/** The values in place of those of the file. @throws InputError */
function valuesOf(flags: RunFlags) {
  return withDisguise(overridesOf(flags), flags);
}

/** The two bars of a run. */
interface Bars {
  readonly reading: Progress;
  readonly replaying: Progress;
}

/** Runs the scenario beside two bars, of which the second takes the place of the first. */
function runBeside(file: string, count: number, flags: StoringFlags, { reading, replaying }: Bars) {
  return runScenario(file, {
    onLoaded: async loaded => {
      if (flags.inspect !== undefined) inspect(flags.inspect);
      const folder = outFolderOf(loaded, count, flags);
      if (folder === undefined) return;
      // Report this error before a long run, not after it.
      const { checkOutFolder } = await import('../../data/record/write-record.js');
      checkOutFolder(folder);
    },
    ...cacheOf(flags.cache, flags.stores),
    ...windowAskedBy(flags),
    ...valuesOf(flags),
    replay: flags.replay,
    allowPath: flags.allowPath,
    ...present({ seed: flags.seed }),
    onProgress: (_instrument, bytes, total) => reading.update(bytes, total),
    onTicks: (done, total) => {
      reading.stop();
      replaying.update(done, total);
    },
  });
}

/** Waits for a debugger, before the module of the strategy is loaded. @throws InputError */
function inspect(port: number): void {
  if (!waitForDebugger(port)) throw usageError('inspect', `port ${port} is not free`);
}

/** The folder of a run: `--out` itself, or a folder inside it if several scenarios run together. */
function outFolderOf({ scenario }: LoadedScenario, count: number, { out }: RunFlags) {
  return out === undefined || count === 1 ? out : join(out, scenario.name);
}

/** Writes the run's folder if `--out` is given. @param count - number of scenarios in this call. */
async function writeOut({ loaded, result, looked }: ScenarioRun, count: number, flags: RunFlags) {
  const folder = outFolderOf(loaded, count, flags);
  if (folder === undefined) return;
  const decisions = flags.decisions ? worths(loaded, result) : undefined;
  await writeRunFolder(folder, loaded, result, { decisions, looked });
}

/** What the decisions of each account were worth. */
function worths({ scenario }: LoadedScenario, { commands }: ScenarioRun['result']): Decisions {
  const inputs = commands.map(readInput);
  const base = replaySession({ scenario, inputs, end: instant(scenario.to - 1) });
  return new Map(scenario.accounts.map(({ id }) => [id, decisionsOf(base, id, MOST_DECISIONS)]));
}

/** Writes the hash into expect.ledger; comments and layout of the file stay unchanged. */
async function updateGolden(file: string, hash: string): Promise<void> {
  // In a bundle, a CommonJS package that is loaded late has only a default export.
  const { parseDocument } = (await import('yaml')).default;
  const text = await readFile(file, 'utf8');
  // Each key was checked to be unique before; the parser's own check takes quadratic time.
  const document = parseDocument(text, { uniqueKeys: false });
  if (document.getIn(['expect', 'ledger']) === hash) return;
  document.setIn(['expect', 'ledger'], hash);
  const updated = /\.json$/i.test(file)
    ? `${JSON.stringify(document.toJS(), null, 2)}\n`
    : document.toString({ lineWidth: 0, flowCollectionPadding: true });
  await replaceFile(file, updated);
}

async function printJson(runs: readonly (ScenarioRun | BadRun)[]): Promise<void> {
  const documents = await Promise.all(
    runs.map(run =>
      'error' in run ? { file: run.file, error: run.error.message } : runDocument(run),
    ),
  );
  print(`${JSON.stringify(documents.length === 1 ? documents[0] : documents)}\n`);
}
