import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tellsOfProcesses } from '../../../src/exec/layers/processes.js';
import { ROOT } from '../../support/files/paths.js';
import { documentOf, execPlain, saidBy } from '../../support/process/exec.js';
import { hasPython, PYTHON } from '../../support/python/run-python.js';

/** Processes of Python's multiprocessing in one simulated time, one at a time. Source: decision 0090. */

const PROGRAM = join(ROOT, 'test/support/exec/processes.py');

const run = (method: string) =>
  execPlain(['--virtual-time', '--json', '--', PYTHON, '-W', 'ignore', PROGRAM, method]);

/** What each process draws by chance differs from the others, and is left out here. */
const TIMES = `0 0 0.6 200
2 0 0.7 200
1 0 1.1 200
0 1 1.2 200
2 1 1.3 200
1 1 2.2 200
[0, 0, 0]
[(0, 2.2), (1, 3.2), (4, 2.2), (9, 3.2)]
False 1.5 4.7
7
served 6.7
`;

describe.skipIf(!hasPython() || !tellsOfProcesses())(
  'processes of multiprocessing under --virtual-time [needs python3 on Linux]',
  () => {
    it.each(['fork', 'spawn', 'forkserver'])(
      'started by %s keep one time and one order',
      async method => {
        const [one, other] = await Promise.all([run(method), run(method)]);
        expect(one.status, one.stderr).toBe(0);
        expect(saidBy(other)).toBe(saidBy(one));
        expect(documentOf(other).ledger).toEqual(documentOf(one).ledger);
        const chance = /(?<= 200) (0\.\d+) (\S+)$/gm;
        expect(saidBy(one).replace(chance, '')).toBe(TIMES);
        const drawn = [...saidBy(one).matchAll(chance)].map(([, , id]) => id);
        expect(new Set(drawn).size).toBe(6);
      },
    );
  },
);
