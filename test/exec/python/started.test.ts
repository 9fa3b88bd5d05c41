import { describe, expect, it } from 'vitest';
import { runVirtually } from '../../support/exec/node-program.js';
import { hasPython, PRELOAD, PYTHON } from '../../support/python/run-python.js';

/** A program of another language, started by a Node program, in one simulated time with it. */

const SLEEPER = 'import time; time.sleep(3); print("python", time.time(), flush=True)';
const environment = { PYTHONPATH: PRELOAD, PATH: process.env['PATH'] };

/** A Node program that starts `argv` with an environment of its own and says when that has ended. */
const starting = (argv: readonly string[]) => `
import { spawn } from 'node:child_process';
const [file, ...words] = ${JSON.stringify(argv)};
const child = spawn(file, words, { env: ${JSON.stringify(environment)}, stdio: 'inherit' });
child.on('exit', code => console.log('node', code, Date.now() / 1000));
setTimeout(() => console.log('timer', Date.now() / 1000), 2000);
`;

describe.skipIf(!hasPython())('a Python program that a Node program starts [needs python3]', () => {
  it('keeps the simulated time, and time waits for its hello and its end', async () => {
    const { stdout, stderr, said } = await runVirtually(starting([PYTHON, '-c', SLEEPER]));
    expect(stderr).toBe('');
    expect(stdout).toBe('timer 1767571202\npython 1767571203.0\nnode 0 1767571203\n');
    const kinds = said.filter(({ say }) => say === 'hello').map(({ kind }) => kind);
    expect(kinds).toEqual(['node', 'python']);
  });
});
