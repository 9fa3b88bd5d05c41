import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeTokens } from '../../../../src/broker/store/beside/store-tokens.js';
import { openLength } from '../../../../src/broker/store/log/log-length.js';
import { LogWriter } from '../../../../src/broker/store/log/log-writer.js';
import { DISK } from '../../../../src/broker/store/log/storage.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { caseOf } from '../../../support/random/random-case.js';
import { newLog } from '../../../support/store/new-log.js';
import { StoreRun } from '../../../support/store/store-run.js';

/** A store that vanishes, shrinks or is exchanged while a server writes to it, or before. */

/** Commits without a false alarm; once 10,000 were run. */
const COMMITS = Number(process.env['ORRERY_COMMITS'] ?? 500);
const ALL_RIGHTS = 0o777;

async function running() {
  const folder = join(temporaryFolder(), 'store');
  const failures: string[] = [];
  const run = await StoreRun.start(caseOf(1), folder, DISK, {
    onFailure: ({ message }) => failures.push(message),
  });
  let steps = 0;
  const act = () => Promise.resolve(run.keeper.settled(run.act(steps++), true));
  for (let step = 0; step < 12; step++) await act();
  const end = () => run.keeper.close();
  return { folder, log: join(folder, 'store.ndjson'), failures, act, end };
}

describe('a server that writes to a store', () => {
  it.each([
    ['its log is deleted', ({ log }) => rmSync(log), /store\.ndjson: is not there any more$/],
    [
      'its folder is deleted',
      ({ folder }) => rmSync(folder, { recursive: true }),
      /not there any more$/,
    ],
    [
      'its folder is moved',
      ({ folder }) => renameSync(folder, `${folder}-moved`),
      /not there any more$/,
    ],
    ['its log is cut', ({ log }) => truncateSync(log, 500), /has \d+ bytes, and \d+ were written$/],
    [
      'a copy takes the place of its log',
      ({ log }) => {
        copyFileSync(log, `${log}.copy`);
        renameSync(`${log}.copy`, log);
      },
      /another file has taken its place$/,
    ],
    [
      'another process writes to its log',
      ({ log }) => writeFileSync(log, 'x', { flag: 'a' }),
      /has \d+ bytes, and \d+ were written$/,
    ],
  ] satisfies readonly [string, (at: { folder: string; log: string }) => void, RegExp][])(
    'answers nothing more when %s',
    async (_what, change, words) => {
      const { act, end, failures, ...at } = await running();
      change(at);
      await expect(
        (async () => {
          for (let step = 0; step < 12; step++) await act();
        })(),
      ).rejects.toThrow(words);
      expect(failures).toHaveLength(1);
      await end();
    },
  );

  it('has no false alarm, whatever it writes beside its log', async () => {
    const folder = temporaryFolder();
    const file = await DISK.open(join(folder, 'log'));
    const note = await openLength(DISK, folder);
    const start = { ...newLog(DISK, folder), file, note };
    const writer = new LogWriter(start, error => {
      throw error;
    });
    for (let record = 0; record < COMMITS; record++) {
      writer.append({ record });
      if (record % 50 === 0) {
        writeFileSync(join(folder, 'snapshot.new'), String(record));
        renameSync(join(folder, 'snapshot.new'), join(folder, 'snapshot'));
      }
      await writer.settled();
    }
    await writer.close();
    expect(readFileSync(join(folder, 'log'), 'utf8').split('\n')).toHaveLength(COMMITS + 1);
  });
});

describe('the next start', () => {
  async function ended(): Promise<string> {
    const { folder, end } = await running();
    await end();
    return folder;
  }
  const open = (folder: string) => StoreRun.start(caseOf(1), folder, DISK);
  const logOf = (folder: string) => join(folder, 'store.ndjson');
  /** Cuts the log after its record `keep`. */
  const cut = (folder: string, keep: number) => {
    const lines = readFileSync(logOf(folder), 'utf8').split('\n').slice(0, keep);
    writeFileSync(logOf(folder), lines.map(line => `${line}\n`).join(''));
  };

  it('refuses a log that has lost whole records at its end, or is missing', async () => {
    const folder = await ended();
    cut(folder, 5);
    await expect(open(folder)).rejects.toThrow(
      /store\.ndjson: ends after \d+ bytes, and \d+ were on disk once: its end is missing\. Put the file back, or delete .*length to go on from where it ends$/,
    );
    rmSync(logOf(folder));
    await expect(open(folder)).rejects.toThrow(/store\.ndjson: is missing; it had \d+ bytes$/);
  });

  it('takes a shorter log once its length is deleted, as the message says', async () => {
    const folder = await ended();
    cut(folder, 5);
    rmSync(join(folder, 'length'));
    await (await open(folder)).keeper.close();
    await (await open(folder)).keeper.close();
  });

  it('does not count a length that a crash cut off', async () => {
    const folder = await ended();
    cut(folder, 5);
    truncateSync(join(folder, 'length'), 20);
    await (await open(folder)).keeper.close();
  });

  it.each([
    ['empty', 0],
    ['cut', 40],
  ])('begins anew, and says so, when the header is %s', async (_what, bytes) => {
    const folder = await ended();
    truncateSync(logOf(folder), bytes);
    rmSync(join(folder, 'length'));
    const run = await open(folder);
    expect(run.told).toEqual([
      `${logOf(folder)}: its first record was cut off, so the store begins anew; it is ${logOf(folder)}.0.torn now`,
    ]);
    await run.keeper.close();
    expect((await open(folder)).told).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('the files of a store [not on Windows]', () => {
  const modeOf = (file: string) => statSync(file).mode & ALL_RIGHTS;

  it('are for their owner alone', async () => {
    const { folder, end } = await running();
    await storeTokens(folder, message => expect.fail(message));
    for (const name of readdirSync(folder)) expect(modeOf(join(folder, name)), name).toBe(0o600);
    await end();
  });

  it('may be a secret with another mode, which is a notice', async () => {
    const folder = temporaryFolder();
    const secret = join(folder, 'secret');
    const said: string[] = [];
    await storeTokens(folder, message => said.push(message));
    chmodSync(secret, 0o444);
    await storeTokens(folder, message => said.push(message));
    expect(said).toEqual([
      `${secret}: others than its owner have rights to it (mode 444): chmod 600`,
    ]);
  });
});
