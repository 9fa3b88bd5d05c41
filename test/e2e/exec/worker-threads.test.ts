import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tellsOfProcesses } from '../../../src/exec/layers/processes.js';
import { ROOT } from '../../support/files/paths.js';
import { documentOf, execPlain, saidBy } from '../../support/process/exec.js';

/** Worker threads of Node in one simulated time, one at a time. Source: decision 0092. */

const PROGRAM = join(ROOT, 'test/exec/children/worker-threads.mjs');

const SAID = `1 2 1 timed-out
1.7 2 1.7 200 first
2.4 2 2.4 200 last
2.4 2 2.4 stop
2.4 exit 0
3.5 0 3.5 ok
3.5 1 3.5 ok
4.2 0 4.2 200 first
4.5 1 4.5 200 first
4.9 0 4.9 200 last
4.9 0 4.9 stop
4.9 exit 0
5.5 1 5.5 200 last
5.5 1 5.5 stop
5.5 exit 0
8 end
`;

it.skipIf(!tellsOfProcesses())(
  'holds worker threads, their messages and Atomics.wait in simulated time [needs Linux]',
  async () => {
    const run = await execPlain(['--virtual-time', '--json', '--', process.execPath, PROGRAM]);
    expect(saidBy(run), run.stderr).toBe(SAID);
    expect([run.status, documentOf(run).exec.limits]).toEqual([0, {}]);
  },
);
