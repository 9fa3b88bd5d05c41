/**
 * `orrery campaign SCENARIO [flags] [-- PROGRAM...]`: searches a schedule of faults that breaks a
 * program, or the scenario's strategy, and writes the smallest one as a scenario.
 */

import { closeSync, openSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { present } from '../../core/base/present.js';
import { packageFile } from '../../data/package-root.js';
import { writingFault } from '../../data/storage/files/write-whole.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../data/storage/scenario/scenario-file.js';
import type { CampaignFinding, CampaignVerdict } from '../../exec/campaign/campaign.js';
import type { CampaignProgram } from '../../exec/campaign/program.js';
import { ALL_PROPERTIES, DRAWN_PROPERTIES, type Property } from '../../exec/campaign/properties.js';
import type { FoundParts } from '../../exec/campaign/scenario-text.js';
import type { Schedule, Subject } from '../../exec/campaign/subject.js';
import { ExitCode } from '../exit/exit-codes.js';
import { interrupted } from '../exit/interrupted.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { checkWhole, usageError } from '../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../flags/cache-flag.js';
import { INSTRUMENTS_OPTION, instrumentsAskedBy } from '../flags/override-flags.js';
import { checkNoSuite, SUITE_OPTIONS } from '../flags/program/suite-flags.js';
import {
  accountsAskedBy,
  checkNoProgram,
  FAULTS_OPTION,
  faultsAskedBy,
  PROGRAM_WORDS,
  programIn,
  RUN_OPTIONS,
  runAskedBy,
} from '../flags/program-flags.js';
import { commandOf, type FlagsOf, JSON_OPTION } from '../flags/typed-flags.js';
import { WINDOW_OPTIONS, windowAskedBy } from '../flags/window-flags.js';
import { type CampaignEnd, campaignText } from '../output/program/campaign-text.js';
import { eachSentenceOnce } from '../output/program/each-sentence-once.js';
import { print, printIfEnded } from '../output/terminal/print.js';
import { type Progress, withProgress } from '../output/terminal/progress.js';

/** A client, and the file that its output goes to. */
type SubjectOrder = Omit<CampaignProgram, 'tell'> & { readonly log?: string };

/** What a strategy buys follows prices, so that other prices give other positions. */
const OF_STRATEGIES: readonly Property[] = ['alive', 'expect'];
/** Flags that concern a program alone. */
const OF_PROGRAM = ['anyHost', 'stallLimit', 'instruments'] as const;
const RUNS = 200;
const RUNS_MAX = 1_000_000;
/** The market of a suite without a scenario: four busy hours of the quickstart. */
const SUITE_SCENARIO = packageFile('scenarios/quickstart.yaml');
const SUITE_WINDOW = { from: '2024-03-05T12:00:00Z', to: '2024-03-05T16:00:00Z' } as const;
const LABELS = { search: 'searching', shrink: 'leaving out rules' } as const;
const INTENT = /^([A-Z0-9]{3,6}_[A-Z]{3})=(-?\d{1,12}(?:\.\d{1,6})?)$/;

const builder = (yargs: Argv) =>
  yargs
    .positional('scenario', {
      type: 'string',
      describe: 'scenario file; a suite has one of its own',
    })
    .positional('program', PROGRAM_WORDS)
    .option('runs', {
      type: 'number',
      defaultDescription: '200; 3 of each case of a suite',
      describe: 'schedules of faults to try',
    })
    .option('seed', { type: 'number', default: 1, describe: 'seed for the schedules' })
    .option('property', {
      type: 'string',
      array: true,
      choices: ALL_PROPERTIES,
      defaultDescription: 'those that concern the client',
      describe: 'what must hold; can be given several times',
    })
    .option('intends', {
      type: 'string',
      array: true,
      default: [],
      describe: 'position at the end, as EUR_USD=1000; default: that of a run without faults',
    })
    .option('out', {
      type: 'string',
      defaultDescription: "the scenario's; of a suite its name",
      describe: 'folder for the scenario that shows what broke, and the page of a suite',
    })
    .option('json', JSON_OPTION)
    .options({ ...RUN_OPTIONS, ...WINDOW_OPTIONS, ...FAULTS_OPTION, ...SUITE_OPTIONS })
    .options(INSTRUMENTS_OPTION)
    .option('cache', CACHE_OPTION)
    .option('allow-path', allowPathOption('scenario'));

type GivenFlags = FlagsOf<typeof builder>;
/** The flags of a search, which needs a scenario. */
type CampaignFlags = GivenFlags & { readonly scenario: string; readonly runs: number };

/** The command. @param args - as typed: what follows `--` is the program, word for word. */
export function campaignCommand(args: readonly string[]): CommandModule {
  return commandOf({
    command: 'campaign [scenario] [program..]',
    builder,
    handler: flags => {
      const command = programIn(args, flags);
      if (flags.suite !== undefined) return suite(flags, command);
      checkNoSuite(flags);
      const { scenario, runs = RUNS } = flags;
      if (scenario !== undefined) return campaign({ ...flags, scenario, runs }, command);
      throw usageError(
        '',
        'the scenario is missing, as in: orrery campaign s.yaml -- python bot.py',
      );
    },
  });
}

/** Runs a suite in place of drawn faults. */
async function suite(flags: GivenFlags, command: readonly string[]): Promise<void> {
  const { seed, scenario, allowPath } = flags;
  checkWhole('seed', seed, 0);
  if (command.length === 0) checkNoProgram(flags, OF_PROGRAM, 'campaign');
  if (command.length === 0 && scenario === undefined) {
    throw usageError(
      '',
      'the program is missing, as in: orrery campaign --suite resilience -- python bot.py',
    );
  }
  const intends = new Map(flags.intends.map(intentIn));
  const held = runAskedBy(flags);
  const { faults } = await faultsAskedBy(flags);
  const window = scenario === undefined ? { ...SUITE_WINDOW, ...flags } : flags;
  const asked = { ...flags, ...(scenario === undefined && { instruments: 'any' as const }) };
  const load = { allowPath, ...windowAskedBy(window), ...overridesAskedBy(asked) };
  const file = scenario ?? SUITE_SCENARIO;
  const loaded = await loadScenario(file, { ...cacheOf(flags.cache), ...load });
  const { campaignSuite } = await import('./suite/campaign-suite.js');
  await campaignSuite(flags, {
    ...{ loaded, command, intends, faults, held, load },
    properties: flags.property ?? (command.length === 0 ? OF_STRATEGIES : ALL_PROPERTIES),
    words: runWords({ ...window, ...present({ instruments: asked.instruments }) }),
  });
}

async function campaign(flags: CampaignFlags, command: readonly string[]): Promise<void> {
  const { scenario, runs, seed } = flags;
  checkWhole('runs', runs, 1, RUNS_MAX);
  checkWhole('seed', seed, 0);
  const intends = new Map(flags.intends.map(intentIn));
  if (command.length === 0) checkNoProgram(flags, OF_PROGRAM, 'campaign');
  const asked = runAskedBy(flags);
  const loaded = await load(flags, scenario);
  const { faults } = await faultsAskedBy(flags);
  const held = await heldBy(flags, command);
  try {
    const given = { loaded, command, ...asked, ...held, ...present({ faults }) };
    const end = await searched(flags, given, intends);
    print(endText(flags, command, end));
    const { verdict } = end;
    process.exitCode = held.stop?.aborted ? Number(held.stop.reason) : EXIT_CODES[verdict.kind];
  } finally {
    if (held.output !== undefined) closeSync(held.output);
  }
}

/** What a campaign prints at its end. */
function endText(
  flags: CampaignFlags,
  command: readonly string[],
  end: Pick<CampaignEnd, 'verdict' | 'file' | 'log'>,
): string {
  const { scenario, json } = flags;
  const { verdict, ...files } = end;
  if (json) return `${JSON.stringify({ scenario, ...verdict, ...files })}\n`;
  return campaignText({ scenario, ...end, command, flags: runWords(flags) });
}

/** Runs the campaign, and writes what it has found. */
async function searched(
  flags: CampaignFlags,
  given: SubjectOrder,
  intends: ReadonlyMap<string, string>,
) {
  const { runs, seed, scenario } = flags;
  const { loaded, command, faults, stop, log } = given;
  const subject = await subjectOf(given);
  const { runCampaign } = await import('../../exec/campaign/campaign.js');
  const search = (running: Progress) =>
    runCampaign(subject, {
      runs,
      seed,
      intends,
      properties: flags.property ?? (command.length === 0 ? OF_STRATEGIES : DRAWN_PROPERTIES),
      onRun: (soFar, { phase, done, total }) => {
        running.update(done, total, LABELS[phase]);
        printIfEnded(endText(flags, command, { verdict: soFar, file: undefined, log }));
      },
      ...present({ stop }),
    });
  const verdict = await withProgress(LABELS.search, 'runs', search, { lines: true });
  if (verdict.kind !== 'broken') return { verdict, file: undefined, log };
  const { finding } = verdict;
  const file = await write(flags, { loaded, finding, rules: faults?.rules ?? [] });
  if (stop?.aborted) return { verdict, file, log };
  const folders = [scenario, ...loaded.ticks.map(({ path }) => path)].map(path =>
    dirname(resolve(path)),
  );
  const found = await load({ ...flags, allowPath: [...flags.allowPath, ...folders] }, file);
  const { faults: _inTheFile, ...rest } = given;
  await mustBreak(await subjectOf({ ...rest, loaded: found }), finding, file);
  return { verdict, file, log };
}

/** What holds the runs of a program: its output goes to a file, and Ctrl-C stops the campaign. */
async function heldBy(
  { scenario, out = dirname(scenario) }: CampaignFlags,
  { length }: readonly string[],
) {
  if (length === 0) return {};
  const { makeFolder } = await import('../../data/storage/files/make-folder.js');
  const log = join(out, `${basename(scenario, extname(scenario))}-program.log`);
  await makeFolder(out);
  const stopping = new AbortController();
  interrupted().then(exitCode => stopping.abort(exitCode));
  return { log, output: openLog(log), stop: stopping.signal };
}

/** @throws InputError when the file cannot be written */
function openLog(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw writingFault(error, path);
  }
}

const EXIT_CODES: Readonly<Record<CampaignVerdict['kind'], number>> = {
  held: ExitCode.FINE,
  stopped: ExitCode.INTERRUPTED,
  broken: ExitCode.DIFFERENT,
  'broken-without-faults': ExitCode.BAD_USAGE,
  differs: ExitCode.BAD_USAGE,
};

function load(flags: CampaignFlags, file: string): Promise<LoadedScenario> {
  const { cache, allowPath } = flags;
  const asked = { ...windowAskedBy(flags), ...overridesAskedBy(flags) };
  return loadScenario(file, { ...cacheOf(cache), allowPath, ...asked });
}

/** The ids of accounts, and whether each instrument is there. */
function overridesAskedBy(flags: Pick<GivenFlags, 'account' | 'instruments'>) {
  const overrides = { ...accountsAskedBy(flags).overrides, ...instrumentsAskedBy(flags) };
  return Object.keys(overrides).length === 0 ? {} : { overrides };
}

/** The flags that a single run needs too, as words of a command. */
function runWords(flags: GivenFlags): readonly string[] {
  const { from, to, anyHost, stallLimit, allowPath, instruments } = flags;
  return [
    ...(instruments === undefined ? [] : ['--instruments', instruments]),
    ...allowPath.flatMap(path => ['--allow-path', path]),
    ...(anyHost ? ['--any-host'] : []),
    ...(stallLimit === undefined ? [] : ['--stall-limit', String(stallLimit)]),
    ...(from === undefined ? [] : ['--from', from]),
    ...(to === undefined ? [] : ['--to', to]),
  ];
}

/** The program, or the strategy of the scenario when there is none. */
async function subjectOf(order: SubjectOrder): Promise<Subject> {
  const { loaded, command, faults } = order;
  if (command.length === 0) {
    const { strategySubject } = await import('../../exec/campaign/strategy.js');
    return strategySubject(loaded, faults?.rules as Schedule | undefined);
  }
  const { programSubject } = await import('../../exec/campaign/program.js');
  return programSubject({ ...order, tell: eachSentenceOnce('campaign') });
}

/** Writes the scenario of a finding. @returns its path. */
async function write(
  { scenario, out = dirname(scenario) }: CampaignFlags,
  parts: FoundParts & { readonly finding: CampaignFinding },
): Promise<string> {
  const { scenarioText } = await import('../../exec/campaign/scenario-text.js');
  const { makeFolder } = await import('../../data/storage/files/make-folder.js');
  const { replaceFile } = await import('../../data/storage/files/write-whole.js');
  const name = `${basename(scenario, extname(scenario))}-${parts.finding.breach.property}.yaml`;
  const file = join(out, name);
  await makeFolder(out);
  await replaceFile(file, await scenarioText(parts, file));
  return file;
}

/** Runs the scenario that was written. @throws Error when it shows nothing. */
async function mustBreak(subject: Subject, { breach, demands }: CampaignFinding, file: string) {
  const { breachOf } = await import('../../exec/campaign/properties.js');
  const again = breachOf(await subject.run([]), demands);
  if (again?.property === breach.property) return;
  throw new Error(`${file} does not break the client, but its rules did when they were added`);
}

function intentIn(text: string): [string, string] {
  const [, instrument, units] = INTENT.exec(text) ?? [];
  if (instrument !== undefined && units !== undefined) return [instrument, units];
  throw usageError('intends', `must be an instrument and units, as EUR_USD=1000, was ${text}`);
}
