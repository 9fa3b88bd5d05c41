import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workspace } from '../../../src/exec/workspace.js';
import { temporaryFolder } from '../../support/files/temporary.js';

/** The folder that a process of that id would have left. */
function folderLike(own: Workspace, pid: number): string {
  const path = own.path.replace(`-${process.pid}-`, `-${pid}-`);
  mkdirSync(join(path, 'inner'), { recursive: true });
  return path;
}

describe('the folder of a run', () => {
  const { TMPDIR } = process.env;
  let tmp: string;
  beforeEach(() => {
    tmp = temporaryFolder();
    process.env['TMPDIR'] = tmp;
  });
  afterEach(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  });

  it('is removed when its process is dead, and not while another run uses its own', async () => {
    const first = await Workspace.open();
    const { pid } = spawnSync(process.execPath, ['--version']);
    const left = folderLike(first, pid);
    const second = await Workspace.open();
    expect([existsSync(left), existsSync(first.path)]).toEqual([false, true]);
    expect(readdirSync(tmp).sort()).toEqual([first.path, second.path].map(p => basename(p)).sort());
    await Promise.all([first.remove(), second.remove()]);
    expect(readdirSync(tmp)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('is for its owner only [not on Windows]', async () => {
    const workspace = await Workspace.open();
    expect(statSync(workspace.path).mode & 0o777).toBe(0o700);
    await workspace.remove();
  });
});
