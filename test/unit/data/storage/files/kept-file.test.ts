import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepFile } from '../../../../../src/data/storage/files/kept-file.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

/** The id of a process that has ended. */
const ENDED = spawnSync(process.execPath, ['--version']).pid;

describe('a kept file', () => {
  it('takes the place of the one before, in a folder that is made', () => {
    const path = join(temporaryFolder(), 'cache', 'kept');
    keepFile(path, 'one');
    keepFile(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    expect(readdirSync(join(path, '..'))).toEqual(['kept']);
  });

  it('is left out where the system refuses, and nothing else is left there', () => {
    const folder = temporaryFolder();
    // A folder cannot be replaced by a file, nor can one be made below a file.
    mkdirSync(join(folder, 'kept', 'other'), { recursive: true });
    keepFile(join(folder, 'kept'), 'one');
    writeFileSync(join(folder, 'file'), '');
    keepFile(join(folder, 'file', 'kept'), 'one');
    expect(readdirSync(folder).toSorted()).toEqual(['file', 'kept']);
    expect(readdirSync(join(folder, 'kept'))).toEqual(['other']);
  });

  it('does not fail where a file of its own lies that cannot be removed', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'kept');
    mkdirSync(join(`${path}.${process.pid}.tmp`, 'inside'), { recursive: true });
    expect(() => keepFile(path, 'one')).not.toThrow();
    expect(readdirSync(folder)).toEqual([`kept.${process.pid}.tmp`]);
  });

  it('removes what processes left that have ended, and leaves what others write', () => {
    const folder = temporaryFolder();
    const names = [`kept.${ENDED}.tmp`, `kept.${process.ppid}.tmp`, `other.${ENDED}.tmp`];
    for (const name of names) writeFileSync(join(folder, name), 'part');
    keepFile(join(folder, 'kept'), 'one');
    const left = ['kept', `kept.${process.ppid}.tmp`, `other.${ENDED}.tmp`];
    expect(readdirSync(folder).toSorted()).toEqual(left.toSorted());
  });
});
