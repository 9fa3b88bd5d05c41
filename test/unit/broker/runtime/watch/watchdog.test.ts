import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { boardWatch } from '../../../../../src/broker/runtime/watch/hook-board.js';
import { Watchdog } from '../../../../../src/broker/runtime/watch/watchdog.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

const OWN = [
  { accountID: 'first', file: '/home/me/first.ts' },
  { accountID: 'second', file: '/home/me/second.ts' },
];
const LATE_MS = 50;
const NOON = instant(Date.parse('2024-03-05T12:00:00Z') * 1_000);

let worker: Worker;
let watchdog: Watchdog;
afterEach(async () => {
  watchdog.end();
  await worker.terminate();
});

/** A watchdog of a thread that begins to run this source. @returns what it says first, and a watch. */
async function watching(source: string) {
  const file = join(temporaryFolder(), 'loop.cjs');
  writeFileSync(file, `require('worker_threads').parentPort.postMessage('begun');\n${source}`);
  worker = new Worker(file);
  await once(worker, 'message');
  const first = new Promise<string>(resolve => {
    watchdog = new Watchdog(
      () => worker,
      ({ message }) => resolve(message),
      { lateMs: LATE_MS, meanwhile: '; time stands still' },
    );
  });
  watchdog.watch(OWN);
  return { first, watch: boardWatch(watchdog.memory, ['first', 'second']) };
}

describe('a watchdog', () => {
  it('names file and line, hook and simulated time of a hook that does not return', async () => {
    const before = new Worker('setInterval(() => undefined, 1_000)', { eval: true });
    await once(before, 'online');
    const { first, watch } = await watching('function spin() {\n  for (;;);\n}\nspin();\n');
    watch.onHook('onCandle', 'second', NOON);
    expect(await first).toMatch(
      /loop\.cjs:3:\d+: onCandle at 2024-03-05T12:00:00.000000000Z: has not returned for \d+ s; time stands still/,
    );
    await before.terminate();
  });

  it('names the line of a hook that sleeps too', async () => {
    const asleep = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
    const { first, watch } = await watching(asleep);
    watch.onHook('onTick', 'second', NOON);
    expect(await first).toMatch(/loop\.cjs:2:\d+: onTick at 2024-03-05T12:00:00/);
  });

  it('says nothing of hooks that return, and names the last one when the thread dies', async () => {
    const { watch } = await watching('');
    expect(watchdog.died('burst')).toBeUndefined();
    watch.onHook('onTick', 'first', NOON);
    expect(watchdog.died('burst')?.message).toBe(
      '/home/me/first.ts: onTick at 2024-03-05T12:00:00.000000000Z: burst',
    );
    watch.onReturn();
    expect(watchdog.cut()).toBeUndefined();
    expect(watchdog.died('burst')?.message).toContain('after it, burst');
  });
});
