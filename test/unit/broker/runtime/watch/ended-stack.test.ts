import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import type { LateStack } from '../../../../../src/broker/runtime/watch/hook-board.js';
import { Watchdog } from '../../../../../src/broker/runtime/watch/watchdog.js';
import { ROOT } from '../../../../support/files/paths.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

const WATCH = pathToFileURL(join(ROOT, 'dist/broker/runtime/watch/thread-watch.js')).href;

/** A thread whose hook runs until the other thread has seen where; it is never said to have returned. */
const HOOK = `import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { endedStack, showHooks, threadWatch } from ${JSON.stringify(WATCH)};
const { memory, isSeen } = workerData;
const lateStack = () => receiveMessageOnPort(parentPort)?.message;
showHooks({ memory, onStrategies: strategies => parentPort.postMessage({ strategies }), lateStack });
const watch = threadWatch([{ accountID: 'own', file: import.meta.filename }]);
watch.onHook('onTick', 'own', 0);
watch.onReturn();
const before = endedStack();
watch.onHook('onCandle', 'own', 0);
(function spin() {
  while (Atomics.load(isSeen, 0) === 0);
})();
parentPort.postMessage({ before, stack: endedStack() });
`;

it('the thread of a hook that is ended has its calls, as the other thread has seen them', async () => {
  const file = join(temporaryFolder(), 'hook.mjs');
  writeFileSync(file, HOOK);
  const isSeen = new Int32Array(new SharedArrayBuffer(4));
  const onStack = (late: LateStack) => {
    worker.postMessage(late);
    Atomics.store(isSeen, 0, 1);
  };
  const watchdog: Watchdog = new Watchdog(
    () => worker,
    () => undefined,
    { lateMs: 50, onStack },
  );
  const worker: Worker = new Worker(file, { workerData: { memory: watchdog.memory, isSeen } });
  const said = await new Promise<Record<string, unknown>>(resolve => {
    type Said = { readonly strategies?: Parameters<Watchdog['watch']>[0] };
    worker.on('message', ({ strategies, ...rest }: Said) => {
      if (strategies === undefined) resolve(rest);
      else watchdog.watch(strategies);
    });
  });
  expect(said).toEqual({ before: undefined, stack: expect.stringMatching(/hook\.mjs:12:\d+/) });
  watchdog.end();
  await worker.terminate();
});
