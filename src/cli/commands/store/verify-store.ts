/**
 * `orrery verify DIR` and `orrery store verify DIR` of a store: checks every record, replays them
 * all, and says where the simulations stand. Nothing is changed, and no lock is taken.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../../broker/runtime/sandboxes.js';
import { misfitOf, readExpected } from '../../../broker/store/expected-end.js';
import { LOG_FILE } from '../../../broker/store/log/log-files.js';
import { DISK } from '../../../broker/store/log/storage.js';
import { replayLog } from '../../../broker/store/replay-log.js';
import { replayedIn, unknownChanges } from '../../../broker/store/store-versions.js';
import { formatRfc3339, instant } from '../../../core/time/instant.js';
import { ledgerHash } from '../../../data/record/ledger-file.js';
import { madeByLines } from '../../../data/record/versions/made-by.js';
import { VERSION } from '../../../data/version.js';
import { ExitCode } from '../../exit/exit-codes.js';
import { allowPathOption } from '../../flags/allow-path-flag.js';
import { CACHE_OPTION } from '../../flags/cache-flag.js';
import { print } from '../../output/terminal/print.js';
import { marketOf, type StoreFlags } from './market-of-store.js';

/** Whether `folder` is a store. */
export function isStore(folder: string): boolean {
  return existsSync(join(folder, LOG_FILE));
}

/** The flag that says what a store is expected to be. */
export const EXPECT_OPTION = {
  type: 'string',
  describe: 'of a store: the hash of its end or of a ledger, or a file with them, as of a backup',
} as const;

/** The flags of a command that replays a store. */
export const REPLAY_OPTIONS = {
  scenarios: {
    type: 'string',
    describe: "the server's folder of scenarios; default: the scenario's folder",
  },
  cache: CACHE_OPTION,
  'allow-path': allowPathOption('scenario'),
} as const;

/** How a store is verified. */
export interface VerifyStoreFlags extends StoreFlags {
  /** What it is expected to be; default: any. */
  readonly expect?: string | undefined;
}

/**
 * Verifies the store in `folder`.
 * @throws InputError for damage, another scenario, or files that have changed or are missing.
 */
export async function verifyStore(
  folder: string,
  { expect, ...flags }: VerifyStoreFlags,
): Promise<void> {
  const expected = expect === undefined ? undefined : await readExpected(expect);
  const { sandboxes, ...place } = await marketOf(folder, flags);
  const { versions } = place;
  const made = versions.writer.orrery;
  const end = await replayLog(DISK, folder, { ...place, sandboxes });
  const replayed = sandboxes.all().map(replayedIn);
  for (const line of madeByLines({ made, own: VERSION }, ...replayed)) print(`${line}\n`);
  if (end.torn.length > 0) {
    print(`the last write was cut off: ${end.torn.length} bytes are no record\n`);
  }
  print(`whole: ${end.records} records\n`);
  const stands = sandboxes.all().map(standOf);
  for (const { text } of stands) print(text);
  print(`its last record has the checksum ${end.checksum}\n`);
  if (unknownChanges(versions, VERSION, sandboxes).length > 0) {
    differs(
      `its records do not say which ledgers they gave: npx orrery-fx@${made} verify ${folder} has the hashes to compare`,
    );
  }
  if (expected === undefined) return;
  const ledgers = stands.map(({ ledger }) => ledger);
  const { compacted } = place.found;
  const misfit = await misfitOf(folder, expected, { ledgers, end, compacted });
  if (misfit === undefined) print('as expected\n');
  else differs(`${folder}: ${misfit}`);
}

function differs(sentence: string): void {
  process.exitCode = ExitCode.DIFFERENT;
  print(`${sentence}\n`);
}

/** Where a simulation stands, and the hash of its ledger. */
export function standOf({ id, simulation }: Sandbox) {
  const { now, transactions } = simulation.place;
  const time = formatRfc3339(instant(now));
  const ledger = ledgerHash(simulation.engine.ledger);
  return { id, ledger, text: `${id} at ${time}: ${transactions} transactions, ledger ${ledger}\n` };
}
