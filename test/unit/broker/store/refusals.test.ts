import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeTokens } from '../../../../src/broker/store/beside/store-tokens.js';
import { checksumOf, FIRST_CHECKSUM } from '../../../../src/broker/store/log/record-line.js';
import { DISK } from '../../../../src/broker/store/log/storage.js';
import { openStore } from '../../../../src/broker/store/store.js';
import { temporaryFolder } from '../../../support/files/temporary.js';
import { caseOf } from '../../../support/random/random-case.js';
import { HEADER, StoreRun } from '../../../support/store/store-run.js';

/** Stores that a server refuses, and leaves as they were. Invariants F6, F15. */

const NOBODY = 65_534;
const LOG = 'store.ndjson';

/** A store with some records in a new folder. @returns the folder. */
async function store(): Promise<string> {
  const folder = join(temporaryFolder(), 'store');
  const run = await StoreRun.start(caseOf(1), folder, DISK);
  for (let step = 0; step < 12; step++) await run.keeper.settled(run.act(step), true);
  await run.keeper.close();
  return folder;
}

const open = (folder: string) => StoreRun.start(caseOf(1), folder, DISK);

/** All files of a folder. */
function contentOf(folder: string) {
  return readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'utf8')]);
}

/** Opens a store, which is refused with `words`; no file has changed then. */
async function expectRefused(folder: string, words: string | RegExp): Promise<void> {
  const before = contentOf(folder);
  await expect(open(folder)).rejects.toThrow(words);
  expect(contentOf(folder)).toEqual(before);
}

/** Does `work` without the rights of an administrator, who may write everywhere. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(NOBODY);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('a store is refused', () => {
  it('when its folder can be read and not written', async () => {
    const folder = await store();
    const empty = join(folder, '..', 'empty');
    mkdirSync(empty);
    for (const each of [join(folder, '..'), folder, empty]) chmodSync(each, 0o555);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
    await asNobody(async () => {
      await expectRefused(folder, `${join(folder, 'lock')}: cannot be written (EACCES`);
      await expectRefused(empty, `${join(empty, 'lock')}: cannot be written (EACCES`);
      const below = join(empty, 'below');
      await expect(open(below)).rejects.toThrow(`${below}: cannot be written (EACCES`);
    });
    for (const each of [join(folder, '..'), folder, empty]) chmodSync(each, 0o755);
  });

  it('when its folder is a file, or has other files', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    await expect(open(file)).rejects.toThrow(`${file}: cannot be written (ENOTDIR`);
    await expectRefused(folder, `${folder}: has other files, and is not a store`);
  });

  it('when a newer version wrote it', async () => {
    const folder = await store();
    const json = JSON.stringify({ ...HEADER, store: 2, orrery: '9.0.0' });
    const line = `${checksumOf(FIRST_CHECKSUM, 0, json)} 0 ${json}\n`;
    writeFileSync(join(folder, LOG), line);
    await expectRefused(folder, /has format 2; .* that store was written by 9\.0\.0$/);
  });

  it.each([
    ['scenario', { name: 'another' }, 'another scenario: random, not another'],
    [
      'scenario file',
      { scenario: { path: 'random.yaml', sha256: 'other' } },
      /another scenario file, .*random\.yaml: none, not other/,
    ],
    ['seed', { seed: 2 }, 'another seed: 1, not 2'],
    [
      'window',
      { window: { from: '2024-03-05', to: '2024-03-06' } },
      'another window: that of the scenario, not 2024-03-05 to 2024-03-06',
    ],
    ['timeline', { timeline: true }, 'another --timeline: false, not true'],
  ])('when it is of another %s', async (_what, changes, words) => {
    const folder = await store();
    const before = contentOf(folder);
    const { sandboxes } = await open(join(temporaryFolder(), 'other'));
    const refuse = (): never => {
      throw new Error('a refused store makes nothing');
    };
    const opening = openStore(folder, sandboxes, {
      header: { ...HEADER, ...changes },
      makers: { create: refuse, fork: refuse },
      onFailure: refuse,
      tell: refuse,
    });
    await expect(opening).rejects.toThrow(words);
    expect(contentOf(folder)).toEqual(before);
  });

  it('when a byte in its middle is another one, and the record is named', async () => {
    const folder = await store();
    const file = join(folder, LOG);
    const bytes = readFileSync(file);
    const lines = bytes.toString().split('\n');
    const record = lines.length >> 1;
    const start = Buffer.byteLength(`${lines.slice(0, record).join('\n')}\n`);
    bytes[start + 80] = (bytes[start + 80] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    await expectRefused(folder, `${file}: record ${record} at byte ${start} is damaged`);
  });

  it('when its log or its secret was emptied', async () => {
    const folder = await store();
    await storeTokens(folder, () => undefined);
    const secret = join(folder, 'secret');
    writeFileSync(secret, '');
    await expect(storeTokens(folder, () => undefined)).rejects.toThrow(
      `${secret}: must be 64 hex digits`,
    );
    writeFileSync(join(folder, LOG), '');
    await expectRefused(folder, `${join(folder, LOG)}: ends after 0 bytes, and `);
  });
});
