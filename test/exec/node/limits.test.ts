/**
 * What virtual time does not reach in Node is said, and never hangs in silence. Source:
 * docs/guides/exec-node.md.
 */

import { describe, expect, it } from 'vitest';
import type { Ran } from '../../support/exec/fake-exec.js';
import { runVirtually } from '../../support/exec/node-program.js';

/** What was said to be unsupported, in order. */
const limitsOf = ({ said }: Ran) =>
  said.filter(({ say }) => say === 'unsupported').map(({ what }) => what);

describe('virtual time in Node', () => {
  it('holds a worker thread, and says nothing of it', async () => {
    const ran = await runVirtually(
      `import { Worker } from 'node:worker_threads';
       const code = "require('node:worker_threads').parentPort.postMessage('done')";
       const worker = new Worker(code, { eval: true });
       const start = Date.now();
       worker.on('online', () => console.log('runs', Date.now() - start));`,
    );
    expect([ran.stdout, limitsOf(ran)]).toEqual(['runs 0\n', []]);
  });

  it('lets Atomics.wait take simulated time, and programs be waited for', async () => {
    const ran = await runVirtually(
      `import { execFileSync, spawnSync } from 'node:child_process';
       const start = Date.now();
       const cell = new Int32Array(new SharedArrayBuffer(4));
       for (let count = 0; count < 3; count++) Atomics.wait(cell, 0, 0, 5);
       spawnSync('true');
       console.log(String(execFileSync('echo', ['heard'])).trim(), Date.now() - start);`,
    );
    expect(ran.stdout).toBe('heard 15\n');
    expect(limitsOf(ran)).toEqual([]);
  });
});
