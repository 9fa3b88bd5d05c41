/**
 * `orrery verify DIR|JOURNAL`: checks that every file of a recorded run is unchanged, then replays
 * the run from its journal and compares the ledger.
 */

import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { InputError } from '../../core/base/input-error.js';
import { runBacktest } from '../../core/run/backtest.js';
import { changedFiles } from '../../record/file-digests.js';
import { type Journal, readJournal } from '../../record/journal-file.js';
import { divergenceText, firstDivergence } from '../../record/ledger-diff.js';
import { ledgerHash, readLedger } from '../../record/ledger-file.js';
import { JOURNAL_FILE, LEDGER_FILE } from '../../record/record-format.js';
import type { LoadedScenario } from '../../storage/scenario/loaded-scenario.js';
import { loadScenario } from '../../storage/scenario/scenario-file.js';
import { ExitCode } from '../exit/exit-codes.js';
import { CACHE_OPTION, type CacheFlag, cacheOf } from '../flags/cache-flag.js';
import { windowAskedBy } from '../flags/window-flags.js';
import { print } from '../output/print.js';

interface VerifyFlags {
  readonly run: string;
  readonly cache: CacheFlag;
  readonly allowPath: readonly string[];
}

export const verifyCommand: CommandModule<object, VerifyFlags> = {
  command: 'verify <run>',
  builder: yargs =>
    yargs
      .positional('run', { type: 'string', demandOption: true, describe: 'run folder or journal' })
      .option('cache', CACHE_OPTION)
      .option('allow-path', {
        type: 'string',
        array: true,
        default: [],
        describe: "folders outside the scenario's tree that may be read",
      }) as unknown as Argv<VerifyFlags>,
  async handler({ run, cache, allowPath }) {
    const journalPath = await journalOf(run);
    const journal = await readJournal(journalPath);
    const folder = dirname(resolve(journalPath));
    const changed = await changedFiles(folder, journal.seal.files ?? {});
    if (changed.length > 0) {
      process.stderr.write(`${changed.join('\n')}\n`);
      process.exitCode = ExitCode.BAD_DATA;
      return;
    }
    const recorded = await readLedger(join(folder, LEDGER_FILE));
    const { seed, window = {} } = journal.header;
    const scenarioPath = resolve(folder, journal.header.scenario.path);
    // The verification may read the folders that the run was allowed to read.
    const allowed = [
      ...allowPath,
      ...journal.header.ticks.map(({ path }) => dirname(resolve(folder, path))),
    ];
    const loaded = await loadScenario(scenarioPath, {
      seed,
      allowPath: allowed,
      ...windowAskedBy(window),
      ...cacheOf(cache),
    });
    for (const change of changedTicks(journal, loaded)) print(`${change}\n`);
    const replayed = runBacktest(loaded.scenario, { recorded: journal.commands });
    const { stopped, transactions } = journal.seal;
    const ledger = stopped === undefined ? replayed.ledger : replayed.ledger.slice(0, transactions);
    const found = firstDivergence(recorded, ledger);
    if (found === undefined && ledgerHash(recorded) === journal.seal.ledger) {
      print(`identical ${journal.seal.ledger}\n`);
      return;
    }
    process.exitCode = ExitCode.DIFFERENT;
    const text =
      found === undefined
        ? 'the recorded ledger is not the one that was sealed'
        : divergenceText(found);
    print(`${text} (recorded / replayed)\n`);
  },
};

async function journalOf(run: string): Promise<string> {
  const info = await stat(run).catch(() => undefined);
  if (info === undefined) throw new InputError('data', { file: run }, 'no such run');
  return info.isDirectory() ? join(run, JOURNAL_FILE) : run;
}

function changedTicks({ header }: Journal, { ticks }: LoadedScenario): string[] {
  return header.ticks.flatMap(({ instrument, sha256 }) => {
    const now = ticks.find(each => each.instrument === instrument);
    if (now === undefined) return [`ticks of ${instrument} are gone from the scenario`];
    return now.file.digest === sha256
      ? []
      : [`ticks of ${instrument} changed: sha256 ${sha256} then, ${now.file.digest} now`];
  });
}
