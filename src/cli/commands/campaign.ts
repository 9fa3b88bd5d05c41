/**
 * `orrery campaign SCENARIO [flags] [-- PROGRAM...]`: searches a schedule of faults that breaks a
 * program, or the scenario's strategy, and writes the smallest one as a scenario.
 */

import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { Finding, Verdict } from '../../campaign/campaign.js';
import { ALL_PROPERTIES, type Property } from '../../campaign/properties.js';
import type { Subject } from '../../campaign/subject.js';
import type { LoadedScenario } from '../../storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../storage/scenario/scenario-file.js';
import { ExitCode } from '../exit/exit-codes.js';
import { allowPathOption } from '../flags/allow-path-flag.js';
import { checkWhole, usageError } from '../flags/arguments.js';
import { CACHE_OPTION, type CacheFlag, cacheOf } from '../flags/cache-flag.js';
import { type ProgramWords, programIn } from '../flags/program-flags.js';
import { campaignText } from '../output/campaign-text.js';
import { print } from '../output/terminal/print.js';
import { withProgress } from '../output/terminal/progress.js';

interface CampaignFlags extends ProgramWords {
  readonly scenario: string;
  readonly runs: number;
  readonly seed: number;
  readonly property?: readonly Property[];
  readonly intends: readonly string[];
  readonly out?: string;
  readonly json: boolean;
  readonly cache: CacheFlag;
  readonly allowPath: readonly string[];
}

/** What a strategy buys follows prices, so that other prices give other positions. */
const OF_STRATEGIES: readonly Property[] = ['alive', 'expect'];
const RUNS_MAX = 1_000_000;
const INTENT = /^([A-Z0-9]{3,6}_[A-Z]{3})=(-?\d{1,12}(?:\.\d{1,6})?)$/;

/** The command. @param args - as typed: what follows `--` is the program, word for word. */
export function campaignCommand(args: readonly string[]): CommandModule<object, CampaignFlags> {
  return {
    command: 'campaign <scenario> [program..]',
    builder: yargs =>
      yargs
        .positional('scenario', { type: 'string', demandOption: true, describe: 'scenario file' })
        .positional('program', { type: 'string', describe: 'after --: the program and its words' })
        .option('runs', { type: 'number', default: 200, describe: 'schedules of faults to try' })
        .option('seed', { type: 'number', default: 1, describe: 'seed for the schedules' })
        .option('property', {
          type: 'string',
          array: true,
          choices: ALL_PROPERTIES,
          defaultDescription: 'all; alive and expect for a strategy',
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
          defaultDescription: "the scenario's",
          describe: 'folder for the scenario that shows what broke',
        })
        .option('json', {
          type: 'boolean',
          default: false,
          describe: 'one JSON document on stdout',
        })
        .option('cache', CACHE_OPTION)
        .option('allow-path', allowPathOption('scenario')) as unknown as Argv<CampaignFlags>,
    handler: flags => campaign(flags, programIn(args, flags)),
  };
}

async function campaign(flags: CampaignFlags, command: readonly string[]): Promise<void> {
  const { scenario, runs, seed, json } = flags;
  checkWhole('runs', runs, 1, RUNS_MAX);
  checkWhole('seed', seed, 0);
  const intends = new Map(flags.intends.map(intentIn));
  const loaded = await load(flags, scenario);
  const subject = await subjectOf(loaded, command);
  const { runCampaign } = await import('../../campaign/campaign.js');
  const verdict = await withProgress('searching', 'runs', running =>
    runCampaign(subject, {
      runs,
      seed,
      intends,
      properties: flags.property ?? (command.length === 0 ? OF_STRATEGIES : ALL_PROPERTIES),
      onRun: (_phase, done) => running.update(done, Math.max(done, runs)),
    }),
  );
  const file = verdict.kind === 'broken' ? await write(flags, loaded, verdict.finding) : undefined;
  if (file !== undefined && verdict.kind === 'broken') {
    const folders = [scenario, ...loaded.ticks.map(({ path }) => path)].map(path =>
      dirname(resolve(path)),
    );
    const allowPath = [...flags.allowPath, ...folders];
    const again = await subjectOf(await load({ ...flags, allowPath }, file), command);
    await mustBreak(again, verdict.finding, file);
  }
  if (json) print(`${JSON.stringify({ scenario, ...verdict, file })}\n`);
  else print(campaignText({ scenario, verdict, file, command }));
  process.exitCode = EXIT_CODES[verdict.kind];
}

const EXIT_CODES: Readonly<Record<Verdict['kind'], number>> = {
  held: ExitCode.FINE,
  broken: ExitCode.DIFFERENT,
  'broken-without-faults': ExitCode.BAD_USAGE,
  differs: ExitCode.BAD_USAGE,
};

function load({ cache, allowPath }: CampaignFlags, file: string): Promise<LoadedScenario> {
  return loadScenario(file, { ...cacheOf(cache), allowPath });
}

/** The program, or the strategy of the scenario when there is none. */
async function subjectOf(loaded: LoadedScenario, command: readonly string[]): Promise<Subject> {
  if (command.length === 0) {
    const { strategySubject } = await import('../../campaign/strategy.js');
    return strategySubject(loaded);
  }
  const { programSubject } = await import('../../campaign/program.js');
  const told = new Set<string>();
  const tell = (sentence: string) => {
    // Every run says the same.
    if (!told.has(sentence)) process.stderr.write(`orrery campaign: ${sentence}\n`);
    told.add(sentence);
  };
  return programSubject({ loaded, command, tell });
}

/** Writes the scenario of a finding. @returns its path. */
async function write(
  { scenario, out = dirname(scenario) }: CampaignFlags,
  loaded: LoadedScenario,
  finding: Finding,
): Promise<string> {
  const { scenarioText } = await import('../../campaign/scenario-text.js');
  const { makeFolder } = await import('../../storage/files/make-folder.js');
  const { replaceFile } = await import('../../storage/files/write-whole.js');
  const name = `${basename(scenario, extname(scenario))}-${finding.breach.property}.yaml`;
  const file = join(out, name);
  await makeFolder(out);
  await replaceFile(file, await scenarioText(loaded, finding, file));
  return file;
}

/** Runs the scenario that was written. @throws Error when it shows nothing. */
async function mustBreak(subject: Subject, { breach, demands }: Finding, file: string) {
  const { breachOf } = await import('../../campaign/properties.js');
  const again = breachOf(await subject.run([]), demands);
  if (again?.property === breach.property) return;
  throw new Error(`${file} does not break the client, but its rules did when they were added`);
}

function intentIn(text: string): [string, string] {
  const [, instrument, units] = INTENT.exec(text) ?? [];
  if (instrument !== undefined && units !== undefined) return [instrument, units];
  throw usageError('intends', `must be an instrument and units, as EUR_USD=1000, was ${text}`);
}
