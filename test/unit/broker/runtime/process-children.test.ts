import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { threadsOf } from '../../../../src/broker/runtime/lockstep/threads.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

interface Thread {
  readonly state: string;
  /** The text of the file `children`; undefined on a kernel without it. */
  readonly children?: string;
}

/** A folder in the form of /proc, of a kernel that has the file `children` or not. */
function machine(hasChildren: boolean) {
  const proc = temporaryFolder();
  if (hasChildren) {
    mkdirSync(join(proc, 'thread-self'));
    writeFileSync(join(proc, 'thread-self', 'children'), '');
  }
  const put = (pid: number, parent: number, threads: readonly Thread[]) => {
    for (const [index, { state, children }] of threads.entries()) {
      const folder = join(proc, String(pid), 'task', String(pid + index));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'stat'), stat(pid + index, state, parent));
      if (hasChildren) writeFileSync(join(folder, 'children'), children ?? '');
    }
    const [main] = threads;
    writeFileSync(join(proc, String(pid), 'stat'), stat(pid, main?.state ?? 'Z', parent));
  };
  return { proc, put };
}

/** A line of /proc/PID/stat, of a program whose name looks like fields. */
function stat(pid: number, state: string, parent: number): string {
  return `${pid} (a) R 7 (b) ${state} ${parent} 1 1 0 -1 4194304\n`;
}

describe.each([
  { kernel: 'with', hasChildren: true },
  { kernel: 'without', hasChildren: false },
])('the threads of a process tree on a kernel $kernel files of children', ({ hasChildren }) => {
  it('work when a grandchild works, also one that a second thread has started', () => {
    const { proc, put } = machine(hasChildren);
    put(10, 1, [{ state: 'S' }, { state: 'S', children: '20 ' }]);
    put(20, 10, [{ state: 'S', children: '30 ' }]);
    put(30, 20, [{ state: 'R' }]);
    expect(threadsOf(10, proc)).toBe('work');
  });

  it('sleep when only processes of others work', () => {
    const { proc, put } = machine(hasChildren);
    put(10, 1, [{ state: 'S', children: '20 ' }]);
    put(20, 10, [{ state: 'S' }, { state: 'Z' }]);
    put(40, 1, [{ state: 'R' }]);
    expect(threadsOf(10, proc)).toBe('sleep');
  });

  it('are gone with the first process, whatever its number was', () => {
    const { proc, put } = machine(hasChildren);
    put(20, 10, [{ state: 'R' }]);
    expect(threadsOf(10, proc)).toBe('gone');
  });
});
