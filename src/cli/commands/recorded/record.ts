/**
 * `orrery record DIR --scenario FILE`: makes a recorded run a scenario, whose timeline sends the
 * commands of the run and whose golden hash is that of its ledger.
 */

import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { InputError } from '../../../core/base/input-error.js';
import { present } from '../../../core/base/present.js';
import type { Input } from '../../../core/run/input.js';
import { formatRfc3339 } from '../../../core/time/instant.js';
import { replaySession } from '../../../core/whatif/session.js';
import { namedFiles } from '../../../record/journal-file.js';
import { type RecordedSession, recordedSession } from '../../../record/recorded-session.js';
import { timelineOf } from '../../../record/session-timeline.js';
import { replaceFile } from '../../../storage/files/write-whole.js';
import type {
  RawMarketEntry,
  RawScenario,
  RawTickFile,
} from '../../../storage/scenario/given/raw.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { usageError } from '../../flags/arguments.js';
import { CACHE_OPTION, type CacheFlag, cacheOf } from '../../flags/cache-flag.js';
import { print } from '../../output/terminal/print.js';

interface RecordFlags {
  readonly run: string;
  readonly scenario: string;
  readonly cache: CacheFlag;
  readonly allowPath: readonly string[];
}

export const recordCommand: CommandModule<object, RecordFlags> = {
  command: 'record <run>',
  builder: yargs =>
    yargs
      .positional('run', { type: 'string', demandOption: true, describe: 'run folder or journal' })
      .option('scenario', {
        type: 'string',
        demandOption: true,
        describe: 'the scenario file to write; it must not exist',
      })
      .option('cache', CACHE_OPTION)
      .option('allow-path', allowPathOption('scenario')) as unknown as Argv<RecordFlags>,
  async handler({ run, scenario: file, cache, allowPath }) {
    if (existsSync(file)) throw usageError('scenario', `${file} exists`);
    const options = { allowPath, ...cacheOf(cache) };
    const recorded = await recordedSession(run, options);
    if (recorded.session.inputs.some(isOfFault)) {
      const rule = 'has faults of the market, or orders that a fault refused; a timeline has none';
      throw new InputError('scenario', { file: run }, rule);
    }
    await replaceFile(file, await scenarioText(recorded, file));
    const { runScenario } = await import('../../../runtime/run-scenario.js');
    const folders = namedFiles(recorded.journal.header).map(({ path }) =>
      dirname(resolve(recorded.folder, path)),
    );
    const again = await runScenario(file, { ...options, allowPath: [...allowPath, ...folders] });
    print(`${file}: ${again.hash}\n`);
    if (again.expectations.every(({ ok }) => ok)) return;
    process.exitCode = ExitCode.DIFFERENT;
    for (const { what, expected, actual } of again.expectations.filter(({ ok }) => !ok)) {
      print(`${file}: ${what}: expected ${expected}, was ${actual}\n`);
    }
  },
};

/** Whether a fault that was added while the market ran has changed the ledger by this input. */
function isOfFault(input: Input): boolean {
  return input.kind === 'market' || (input.kind === 'command' && input.refuse !== undefined);
}

/** The scenario of a run with the commands of the run as its timeline. */
async function scenarioText(recorded: RecordedSession, file: string): Promise<string> {
  const { loaded, journal, session } = recorded;
  // In a bundle, a CommonJS package that is loaded late has only a default export.
  const { stringify } = (await import('yaml')).default;
  // With the values that the run had in place of the file's.
  const own = loaded.document.document.toJS() as RawScenario;
  const { strategy: _decided, timeline: _replaced, expect: _old, market, accounts, ...rest } = own;
  const [from, to] = [dirname(resolve(loaded.file)), dirname(resolve(file))];
  const document = {
    ...rest,
    ...present({ events: own.events && relative(to, resolve(from, own.events)) }),
    ...present({ accounts: accounts?.map(({ strategy: _decided, ...account }) => account) }),
    seed: loaded.scenario.seed,
    window: { from: formatRfc3339(session.scenario.from), to: formatRfc3339(session.scenario.to) },
    market: movedMarket(market, from, to),
    timeline: timelineOf(replaySession(session)),
    expect: { ledger: journal.seal.ledger },
  };
  const isJSON = /\.json$/i.test(file);
  return isJSON
    ? `${JSON.stringify(document, null, 2)}\n`
    : stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** The market with files of ticks, bars and history named from another folder. */
function movedMarket(market: RawScenario['market'], from: string, to: string) {
  const moved = (file: string) => relative(to, resolve(from, file));
  const filesOf = ({ ticks, bars }: RawTickFile) =>
    present({ ticks: ticks && moved(ticks), bars: bars && moved(bars) });
  const past = (history: RawMarketEntry['history']) => {
    if (typeof history === 'object') return { ...history, ...filesOf(history) };
    return history === undefined || history === 'none' ? history : moved(history);
  };
  return Object.fromEntries(
    Object.entries(market).map(([name, entry]) => {
      if (entry === null) return [name, entry];
      return [name, { ...entry, ...filesOf(entry), ...present({ history: past(entry.history) }) }];
    }),
  );
}
