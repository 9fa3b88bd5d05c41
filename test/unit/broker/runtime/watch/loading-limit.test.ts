import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { LoadingLimit } from '../../../../../src/broker/runtime/watch/loading-limit.js';
import type { InputError } from '../../../../../src/core/base/input-error.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

/** A thread that says that it has begun, and then runs this source. */
async function busy(source: string) {
  const file = join(temporaryFolder(), 'strategy.cjs');
  writeFileSync(file, `require('worker_threads').parentPort.postMessage('begun');\n${source}`);
  const worker = new Worker(file);
  await once(worker, 'message');
  return { file, worker };
}

it('names file and line of a module that does not end its loading', async () => {
  const { file, worker } = await busy('for (;;);\n');
  const late = new Promise<InputError>(resolve => {
    new LoadingLimit(() => worker, resolve, { limitMs: 50 }).begin(file);
  });
  expect((await late).message).toMatch(
    /strategy\.cjs:2:\d+: did not end its loading within 0\.05 s, and was ended: end the loop, or prepare .* before the start$/,
  );
  await worker.terminate();
});

it('says nothing of a module that has ended its loading before another begins', async () => {
  const { file, worker } = await busy('for (;;);\n');
  const named: string[] = [];
  const late = new Promise<void>(resolve => {
    const limit = new LoadingLimit(
      () => worker,
      ({ message }) => {
        named.push(message);
        resolve();
      },
      { limitMs: 50 },
    );
    limit.begin('/home/me/quick.ts');
    limit.over();
    limit.begin(file);
  });
  await late;
  expect(named).toEqual([expect.stringContaining('strategy.cjs:2')]);
  await worker.terminate();
});
