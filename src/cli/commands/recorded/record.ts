/**
 * `orrery record DIR --scenario FILE`: makes a recorded run a scenario, whose timeline sends the
 * commands of the run and whose golden hash is that of its ledger.
 */

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import { InputError } from '../../../core/base/input-error.js';
import { replaySession } from '../../../core/whatif/session.js';
import { namedFiles } from '../../../record/journal-file.js';
import { recordedSession } from '../../../record/recorded-session.js';
import { sessionScenario, unlikeScenario } from '../../../record/session-scenario.js';
import { replaceFile } from '../../../storage/files/write-whole.js';
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
    const rule = unlikeScenario(recorded.session.inputs);
    if (rule !== undefined) throw new InputError('scenario', { file: run }, rule);
    const { loaded, session, journal } = recorded;
    const parts = { loaded, run: replaySession(session), ledger: journal.seal.ledger };
    await replaceFile(file, await sessionScenario(parts, file));
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
