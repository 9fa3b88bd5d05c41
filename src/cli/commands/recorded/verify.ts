/**
 * `orrery verify DIR|JOURNAL`: checks that every file of a recorded run is unchanged, then replays
 * the run from its journal and compares the ledger. A store (verify-store.ts) is verified too.
 */

import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type BacktestResult, runBacktest } from '../../../core/run/backtest.js';
import { changedFiles } from '../../../data/record/file-digests.js';
import { type Journal, readJournal } from '../../../data/record/journal-file.js';
import { divergenceText, firstDivergence } from '../../../data/record/ledger-diff.js';
import { ledgerHash, readLedger } from '../../../data/record/ledger-file.js';
import { LEDGER_FILE } from '../../../data/record/record-format.js';
import { journalOf, recordedSession } from '../../../data/record/recorded-session.js';
import type { ReplayResult } from '../../../data/record/versions/ledger-changes.js';
import { madeByLines, waysOut } from '../../../data/record/versions/made-by.js';
import { sha256 } from '../../../data/storage/files/sha256.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import { VERSION } from '../../../data/version.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { usageError } from '../../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../../flags/cache-flag.js';
import { commandOf } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';
import { EXPECT_OPTION, isStore, verifyStore } from '../store/verify-store.js';

export const verifyCommand = commandOf({
  command: 'verify <run>',
  builder: yargs =>
    yargs
      .positional('run', {
        type: 'string',
        demandOption: true,
        describe: 'folder of a run or of a store, or journal',
      })
      .option('scenarios', {
        type: 'string',
        describe: "of a store: the server's folder of scenarios; default: the scenario's folder",
      })
      .option('expect', EXPECT_OPTION)
      .option('cache', CACHE_OPTION)
      .option('allow-path', allowPathOption('scenario')),
  async handler({ run, cache, allowPath, scenarios, expect }) {
    if (isStore(run)) {
      await verifyStore(run, { cache, allowPath, scenarios, expect });
      return;
    }
    if (expect !== undefined) throw usageError('expect', 'is for a store; this is a run');
    if (scenarios !== undefined) throw usageError('scenarios', 'is for a store; this is a run');
    const journalPath = await journalOf(run);
    const folder = dirname(resolve(journalPath));
    const { seal } = await readJournal(journalPath);
    const changed = await changedFiles(folder, seal.files ?? {});
    if (changed.length > 0) {
      process.stderr.write(`${changed.join('\n')}\n`);
      process.exitCode = ExitCode.BAD_DATA;
      return;
    }
    const recorded = await readLedger(join(folder, LEDGER_FILE));
    const { journal, loaded } = await recordedSession(run, { allowPath, ...cacheOf(cache) });
    for (const change of await changesOf(journal, loaded)) print(`${change}\n`);
    const replayed = runBacktest(loaded.scenario, { recorded: journal.inputs });
    const versions = { made: journal.header.orrery, own: VERSION };
    for (const line of madeByLines(versions, replayedOf(loaded, replayed))) print(`${line}\n`);
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
        ? 'the recorded ledger does not have the hash that the journal recorded'
        : divergenceText(found);
    print(`${text} (recorded / replayed)\n`);
    for (const line of waysOut(versions, run)) print(`${line}\n`);
  },
});

/** What the replay of a run has. */
function replayedOf({ ticks, scenario }: LoadedScenario, { engine, ledger }: BacktestResult) {
  const accounts = engine.state.cells.map(({ state }) => state.config);
  return { ticks, execution: scenario.execution, accounts, ledger } satisfies ReplayResult;
}

/** What a replay depends on and has changed since, a line each. */
async function changesOf(journal: Journal, loaded: LoadedScenario): Promise<string[]> {
  const was = journal.header.scenario.sha256;
  const is = sha256(await readFile(loaded.file));
  const scenario = was === is ? [] : [`the scenario has changed: sha256 was ${was}, is now ${is}`];
  return [
    ...scenario,
    ...changedCalendar(journal, loaded),
    ...changedFinancing(journal, loaded),
    ...changedTicks(journal, loaded),
  ];
}

function changedCalendar({ header }: Journal, { calendar }: LoadedScenario): string[] {
  const was = header.events?.sha256;
  const is = calendar?.digest;
  if (was === undefined || was === is) return [];
  return [`the calendar has changed: sha256 was ${was}, is now ${is ?? 'missing'}`];
}

function changedFinancing({ header }: Journal, { financing }: LoadedScenario): string[] {
  return (header.financing ?? []).flatMap(({ key, sha256 }) => {
    const is = financing.find(each => each.key === key)?.digest ?? 'missing';
    if (is === sha256) return [];
    return [`the file of financing.${key} has changed: sha256 was ${sha256}, is now ${is}`];
  });
}

function changedTicks({ header }: Journal, { ticks, histories }: LoadedScenario): string[] {
  const { histories: past = [] } = header;
  return [...otherFiles('ticks', header.ticks, ticks), ...otherFiles('history', past, histories)];
}

/** A line for each file of ticks or of history that has changed. */
function otherFiles(
  what: string,
  recorded: Journal['header']['ticks'],
  loaded: LoadedScenario['ticks'],
): string[] {
  return recorded.flatMap(({ instrument, sha256 }) => {
    const now = loaded.find(each => each.instrument === instrument)?.file.digest;
    if (now === undefined) return [`the scenario has no ${what} of ${instrument} any more`];
    if (now === sha256) return [];
    const verb = what === 'ticks' ? 'have' : 'has';
    return [`the ${what} of ${instrument} ${verb} changed: sha256 was ${sha256}, is now ${now}`];
  });
}
