import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ThreadSleep } from '../../../../src/exec/layers/thread-sleep.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

const open: ThreadSleep[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** A folder as /proc, with looks at it. */
function machine() {
  const proc = temporaryFolder();
  const sleep = new ThreadSleep(proc);
  open.push(sleep);
  const thread = (pid: number, id: number, state: string, runs: number) => {
    const folder = join(proc, `${pid}`, 'task', `${id}`);
    mkdirSync(folder, { recursive: true });
    const lines = [`Name:\tbot`, `Umask:\t0022`, `State:\t${state}`, `Pid:\t${id}`];
    const counts = [`voluntary_ctxt_switches:\t${runs}`, 'nonvoluntary_ctxt_switches:\t0', ''];
    writeFileSync(join(folder, 'status'), [...lines, ...counts].join('\n'));
  };
  const packets = (...waiting: number[]) => {
    mkdirSync(join(proc, 'net'), { recursive: true });
    const row = (count: number) =>
      [...Array(11).fill('00000000'), count.toString(16).padStart(8, '0')].join(' ');
    writeFileSync(join(proc, 'net', 'softnet_stat'), waiting.map(row).join('\n'));
  };
  return { proc, sleep, thread, packets };
}

const ASLEEP = 'S (sleeping)';

describe('the sleep of threads', () => {
  it('is the same while none of them runs, and another one when one has run', () => {
    const { sleep, thread } = machine();
    thread(7, 7, ASLEEP, 3);
    thread(7, 8, ASLEEP, 5);
    thread(9, 9, ASLEEP, 1);
    const seen = sleep.look([7, 9]);
    expect(seen).toBeDefined();
    expect(sleep.look([7, 9])).toBe(seen);
    thread(7, 8, ASLEEP, 6);
    expect(sleep.look([7, 9])).not.toBe(seen);
  });

  it.each(['R (running)', 'D (disk sleep)', 't (tracing stop)', 'Z (zombie)'])(
    'is not known while one is %s',
    state => {
      const { sleep, thread } = machine();
      thread(7, 7, ASLEEP, 3);
      thread(7, 8, state, 5);
      expect(sleep.look([7])).toBeUndefined();
    },
  );

  it('is not known while packets wait in any queue of the system', () => {
    const { sleep, thread, packets } = machine();
    thread(7, 7, ASLEEP, 3);
    packets(0, 2);
    expect(sleep.look([7])).toBeUndefined();
    packets(0, 0);
    expect(sleep.look([7])).toBeDefined();
  });

  it('notices threads that have come and that have ended', () => {
    const { proc, sleep, thread } = machine();
    thread(7, 7, ASLEEP, 3);
    const alone = sleep.look([7]);
    thread(7, 8, ASLEEP, 1);
    expect(sleep.look([7])).not.toBe(alone);
    rmSync(join(proc, '7', 'task', '8'), { recursive: true });
    expect(sleep.look([7])).toBe(alone);
  });
});
