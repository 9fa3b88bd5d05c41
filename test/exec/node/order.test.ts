/** The order of callbacks under virtual time is that of Node itself. */

import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NODE, runVirtually } from '../../support/exec/node-program.js';
import { timerPrograms, timerRunner } from '../../support/exec/timer-programs.js';
import { patience } from '../../support/patience.js';

it('runs random programs of nested timers in the order of real time', async () => {
  const programs = fc.sample(timerPrograms, { numRuns: 20, seed: 14 });
  const source = timerRunner(programs);
  const [real, simulated] = [
    spawnSync(NODE, ['--input-type=module', '-e', source], {
      timeout: patience(120_000),
      encoding: 'utf8',
    }),
    await runVirtually(source),
  ];
  expect({ real: real.stderr, simulated: simulated.stderr }).toEqual({ real: '', simulated: '' });
  expect(JSON.parse(simulated.stdout)).toEqual(JSON.parse(real.stdout));
  expect(JSON.parse(real.stdout).flat().length).toBeGreaterThan(100);
});
