import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WaitEnds } from '../../../../src/exec/control/lines.js';
import { ProcessTree } from '../../../../src/exec/layers/process-tree.js';
import { commandOf, filesOf, tellsOfProcesses } from '../../../../src/exec/layers/processes.js';
import { OutsideProcesses } from '../../../../src/exec/virtual/outside.js';

/** Real processes, of which the test says which are held. */

const started: ChildProcess[] = [];
const NOTHING: WaitEnds = {
  pids: [],
  asked: [],
  reads: [],
  inputs: [],
  writes: [],
  peers: [],
  children: [],
};

/** Starts a shell and waits until it has said a line. */
async function shell(script: string): Promise<{ child: ChildProcess; pid: number }> {
  // A group of its own, so that what the shell starts ends with it.
  const child = spawn('sh', ['-c', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  started.push(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return { child, pid: child.pid as number };
}

/** What looks at the processes below this one. */
function outside(held: ReadonlySet<number>, told: string[] = []): OutsideProcesses {
  const found = new OutsideProcesses(
    pid => held.has(pid),
    text => told.push(text),
  );
  found.watch(new ProcessTree(process.pid, 'ORRERY_TEST_OF_OUTSIDE=1'));
  return found;
}

const waiting = (ends: Partial<WaitEnds>) => [{ pid: process.pid, ends: { ...NOTHING, ...ends } }];
/** Looks until the answer is the one that is expected: a shell may not have come to its wait yet. */
async function becomes(look: () => unknown, expected: unknown): Promise<void> {
  while (look() !== expected) await new Promise(resolve => setTimeout(resolve, 1));
}

afterEach(() => {
  for (const { pid, exitCode, signalCode } of started.splice(0)) {
    if (exitCode === null && signalCode === null) process.kill(-(pid as number), 'SIGKILL');
  }
});

describe.skipIf(!tellsOfProcesses())('programs outside [needs Linux]', () => {
  it('are waited for by their end, unless they are held', async () => {
    const { pid } = await shell('echo; exec sleep 600');
    const ends = { pids: [pid], children: [pid] };
    expect(outside(new Set()).awaitedBy(waiting(ends))).toContain(`(process ${pid})`);
    expect(outside(new Set([pid])).awaitedBy(waiting(ends))).toBeUndefined();
    expect(outside(new Set()).awaitedBy([])).toBeUndefined();
  });

  it('are waited for where their end has not been seen', async () => {
    const { child, pid } = await shell('echo; read line');
    child.stdin?.end();
    await once(child, 'exit');
    const ends = { pids: [pid], children: [pid] };
    expect(outside(new Set([pid])).awaitedBy(waiting(ends))).toContain(`(process ${pid})`);
  });

  it('are no shells that wait for a held process, nor filters that read what one writes', async () => {
    const { child, pid } = await shell('echo; sleep 600 | cat');
    const { stdout } = child;
    stdout?.resume();
    const below = () => new ProcessTree(pid, 'ORRERY_TEST_OF_OUTSIDE=1').living();
    const named = (name: string) =>
      below().find(each => filesOf(each).size > 0 && basename(commandOf(each)[0] ?? '') === name);
    await becomes(() => named('sleep') !== undefined && named('cat') !== undefined, true);
    const [sleep = 0, cat = 0] = [named('sleep'), named('cat')];
    const waits = waiting({ pids: [pid], children: [pid] });
    expect(outside(new Set()).awaitedBy(waits)).toContain(`(process ${pid})`);
    await becomes(() => outside(new Set([sleep])).awaitedBy(waits), undefined);
    // Nobody feeds the sleeper, so the shell waits for what only the wall's clock ends.
    expect(outside(new Set([cat])).awaitedBy(waits)).toContain('(process');
  });

  it('are waited for at the other end of a pipe, and where a question is asked', async () => {
    const told: string[] = [];
    const { pid } = await shell('echo; sleep 600 | cat >/dev/null');
    const tree = new ProcessTree(pid, 'ORRERY_TEST_OF_OUTSIDE=1');
    const sleeper = () => tree.living().find(each => commandOf(each)[0] === 'sleep') ?? 0;
    await becomes(() => sleeper() > 0, true);
    const pipe = [...filesOf(sleeper()).values()].find(name => name.startsWith('pipe:')) ?? '';
    const reads = waiting({ reads: [pipe], children: [pid] });
    expect(outside(new Set()).awaitedBy(reads)).toContain(`(process ${sleeper()})`);
    const asks = waiting({ asked: [sleeper()], children: [pid] });
    expect(outside(new Set(), told).awaitedBy(asks)).toContain(`(process ${sleeper()})`);
    expect(told).toEqual([]);
  });

  it('are those at the far end of an input that no process of the program writes', () => {
    const lone = waiting({ inputs: ['pipe:[1]'] });
    expect(outside(new Set([process.pid])).awaitedBy(lone)).toBe('its input');
    const polled = waiting({ reads: ['pipe:[1]'] });
    expect(outside(new Set([process.pid])).awaitedBy(polled)).toBeUndefined();
  });
});

describe('where the system shows no processes', () => {
  it('whatever is not held is outside', () => {
    const ends = { ...NOTHING, pids: [1] };
    const blind = (held: boolean) =>
      new OutsideProcesses(
        () => held,
        () => undefined,
      );
    expect(blind(false).awaitedBy([{ pid: 2, ends }])).toContain('(process 1)');
    expect(blind(true).awaitedBy([{ pid: 2, ends }])).toBeUndefined();
  });
});
