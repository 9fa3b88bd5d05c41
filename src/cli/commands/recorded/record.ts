/**
 * `orrery record DIR --scenario FILE`: makes a recorded run a scenario, whose timeline sends the
 * commands of the run and whose golden hash is that of its ledger.
 */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Sequence } from '../../../core/base/chunked-list.js';
import { InputError } from '../../../core/base/input-error.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import { replaySession } from '../../../core/whatif/session.js';
import { type Journal, namedFiles } from '../../../data/record/journal-file.js';
import { ledgerHash } from '../../../data/record/ledger-file.js';
import { recordedSession } from '../../../data/record/recorded-session.js';
import { isRecordedLedger } from '../../../data/record/same-ledger.js';
import { sessionScenario, unlikeScenario } from '../../../data/record/session-scenario.js';
import { replaceFile } from '../../../data/storage/files/write-whole.js';
import { VERSION } from '../../../data/version.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { usageError } from '../../flags/arguments.js';
import { CACHE_OPTION, cacheOf } from '../../flags/cache-flag.js';
import { commandOf } from '../../flags/typed-flags.js';
import { print } from '../../output/terminal/print.js';

export const recordCommand = commandOf({
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
      .option('allow-path', allowPathOption('scenario')),
  async handler({ run, scenario: file, cache, allowPath }) {
    if (existsSync(file)) throw usageError('scenario', `${file} exists`);
    const options = { allowPath, ...cacheOf(cache) };
    const recorded = await recordedSession(run, options);
    const rule = unlikeScenario(recorded.session);
    if (rule !== undefined) throw new InputError('scenario', { file: run }, rule);
    const { loaded, session, journal } = recorded;
    const replayed = replaySession(session);
    const { ledger, other } = ledgerFor(file, journal, replayed.run.engine.ledger);
    const parts = { loaded, run: replayed, ledger };
    await replaceFile(file, await sessionScenario(parts, file));
    const { runScenario } = await import('../../../broker/runtime/run-scenario.js');
    const folders = namedFiles(recorded.journal.header).map(({ path }) =>
      dirname(resolve(recorded.folder, path)),
    );
    const again = await runScenario(file, { ...options, allowPath: [...allowPath, ...folders] });
    print(`${file}: ${again.hash}\n`);
    if (other !== undefined) {
      process.stderr.write(`${run}: ${other}\n`);
      process.exitCode = ExitCode.DIFFERENT;
    }
    if (again.expectations.every(({ ok }) => ok)) return;
    process.exitCode = ExitCode.DIFFERENT;
    for (const { what, expected, actual } of again.expectations.filter(({ ok }) => !ok)) {
      print(`${file}: ${what}: expected ${expected}, was ${actual}\n`);
    }
  },
});

/**
 * The golden hash of the scenario `file`: that of the run, unless another version made it and this
 * one gives another ledger; then that of the replay, and a note about it.
 */
function ledgerFor(file: string, journal: Journal, ledger: Sequence<Transaction>) {
  const { ledger: recorded } = journal.seal;
  const { orrery: made } = journal.header;
  if (made === VERSION || isRecordedLedger(journal, ledger)) return { ledger: recorded };
  const other = `orrery ${made} recorded ledger ${recorded}, this is ${VERSION}: the ledger that ${file} expects is that of ${VERSION}`;
  return { ledger: ledgerHash(ledger), other };
}
