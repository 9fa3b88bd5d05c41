/** Files and folders that are whole or not there, and what dead writers leave beside them. */

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../../src/core/base/input-error.js';
import {
  removeUnfinished,
  sweepUnfinished,
  takeFolderPlace,
  unfinishedName,
} from '../../../../../src/data/storage/files/unfinished.js';
import { replaceFile, writeWhole } from '../../../../../src/data/storage/files/write-whole.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

const refusal = (code: string, syscall = 'write') =>
  Object.assign(new Error(`${code}: something, ${syscall}`), { code, syscall });

async function faultOf(promise: Promise<unknown>): Promise<InputError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof InputError) return error;
  throw new Error(`was ${String(error)}`);
}

describe('a file that the system refuses', () => {
  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the quota of the disk is used up'],
    ['EROFS', 'the disk is read-only'],
    ['EACCES', 'no permission to write there'],
    ['EMFILE', 'too many files are open'],
    ['EFBIG', 'the file would be larger than is allowed'],
  ])('is named with the reason, as a bad path: %s', async (code, reason) => {
    const path = join(temporaryFolder(), 'out.csv');
    writeFileSync(path, 'before');
    const halfWritten = writeWhole(path, async temporary => {
      writeFileSync(temporary, 'half');
      throw refusal(code);
    });
    const fault = await faultOf(halfWritten);
    expect([fault.kind, fault.message]).toEqual([
      'scenario',
      `${path}: cannot be written (${code}: ${reason})`,
    ]);
    expect(readdirSync(dirname(path))).toEqual(['out.csv']);
    expect(readFileSync(path, 'utf8')).toBe('before');
  });

  it('is named when it cannot take its place', async () => {
    const path = join(temporaryFolder(), 'out.csv');
    const moving = writeWhole(
      path,
      temporary => writeFile(temporary, 'whole'),
      () => Promise.reject(refusal('ENOSPC', 'rename')),
    );
    expect((await faultOf(moving)).rule).toBe('cannot be written (ENOSPC: the disk is full)');
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('is named when its folder is a file, or is not there', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect((await faultOf(replaceFile(join(file, 'x'), ''))).rule).toContain('ENOTDIR');
    expect((await faultOf(replaceFile(join(dirname(file), 'none', 'x'), ''))).rule).toBe(
      'cannot be written (ENOENT: no such folder)',
    );
  });

  it.skipIf(!existsSync('/dev/full'))(
    'is named when a real disk is full [needs /dev/full]',
    async () => {
      const path = join(temporaryFolder(), 'out.csv');
      const writing = writeWhole(path, () => writeFile('/dev/full', 'x'.repeat(100)));
      expect((await faultOf(writing)).message).toBe(
        `${path}: cannot be written (ENOSPC: the disk is full)`,
      );
    },
  );

  it('leaves faults that are not the system’s as they are', async () => {
    const path = join(temporaryFolder(), 'out.csv');
    const broken = new TypeError('ours');
    await expect(writeWhole(path, () => Promise.reject(broken))).rejects.toBe(broken);
  });
});

describe('a folder', () => {
  it('takes the place of the one before, also by a name that ends in a slash', async () => {
    const folder = join(temporaryFolder(), 'out');
    mkdirSync(folder);
    writeFileSync(join(folder, 'old'), '');
    const make = async (temporary: string) => {
      await mkdir(temporary);
      await writeFile(join(temporary, 'new'), '');
    };
    await writeWhole(`${folder}/`, make, takeFolderPlace);
    expect(readdirSync(folder)).toEqual(['new']);
    expect(readdirSync(dirname(folder))).toEqual(['out']);
  });

  it('is back in its place when the new one cannot take it', async () => {
    const folder = join(temporaryFolder(), 'out');
    mkdirSync(folder);
    await expect(takeFolderPlace(`${folder}-none`, folder)).rejects.toThrow('ENOENT');
    expect(readdirSync(dirname(folder))).toEqual(['out']);
  });
});

/** A name of the parts that our own names have, with some of them replaced. */
function named(path: string, parts: { realm?: string; pid?: number; start?: string }): string {
  const [realm, pid, start, random] = basename(unfinishedName(path))
    .slice(basename(path).length + 1, -4)
    .split('-');
  const writer = [parts.realm ?? realm, parts.pid ?? pid, parts.start ?? start, random].join('-');
  return `${path}.${writer}.tmp`;
}

const DAY_OLD = new Date(Date.now() - 25 * 3_600_000);
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('what a writer left', () => {
  it('is removed when its process is dead, by the next one that writes there', async () => {
    const path = join(temporaryFolder(), 'out.csv');
    writeFileSync(named(path, { pid: deadPid() }), 'half');
    mkdirSync(join(named(path, { pid: deadPid() }), 'deep'), { recursive: true });
    await replaceFile(path, 'whole');
    expect(readdirSync(dirname(path))).toEqual(['out.csv']);
  });

  it.skipIf(!existsSync('/proc/self/stat'))(
    'is removed when another process has its number by now [needs /proc]',
    async () => {
      const path = join(temporaryFolder(), 'out.csv');
      writeFileSync(named(path, { start: '12' }), 'half');
      await sweepUnfinished(path);
      expect(readdirSync(dirname(path))).toEqual([]);
    },
  );

  it('is left alone while its process lives', async () => {
    const path = join(temporaryFolder(), 'out.csv');
    const mine = unfinishedName(path);
    writeFileSync(mine, 'half');
    utimesSync(mine, DAY_OLD, DAY_OLD);
    await sweepUnfinished(path);
    expect(readdirSync(dirname(path))).toEqual([basename(mine)]);
    await removeUnfinished(mine);
  });

  it('goes by its age when it comes from another host', async () => {
    const path = join(temporaryFolder(), 'out.csv');
    const [young, old] = [
      named(path, { realm: '0123abcd' }),
      named(path, { realm: '0123abcd', pid: deadPid() }),
    ];
    writeFileSync(young, 'half');
    writeFileSync(old, 'half');
    utimesSync(old, DAY_OLD, DAY_OLD);
    await sweepUnfinished(path);
    expect(readdirSync(dirname(path))).toEqual([basename(young)]);
  });

  it('is not taken for what belongs to another place, or to a person', async () => {
    const path = join(temporaryFolder(), 'out.csv');
    const others = [
      basename(named(`${path}.gz`, { pid: deadPid() })),
      'out.csv.tmp',
      'out.csv.1234.tmp',
      'out.csv.old',
    ];
    for (const name of others) writeFileSync(join(dirname(path), name), '');
    await sweepUnfinished(path);
    expect(readdirSync(dirname(path)).toSorted()).toEqual(others.toSorted());
  });

  it('is renamed away without a trace', async () => {
    const path = join(temporaryFolder(), 'out.csv');
    const name = unfinishedName(path);
    writeFileSync(name, 'whole');
    await rename(name, path);
    await removeUnfinished(name);
    expect(readdirSync(dirname(path))).toEqual(['out.csv']);
  });
});
