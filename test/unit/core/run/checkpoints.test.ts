import { describe, expect, it } from 'vitest';
import { Checkpoints } from '../../../../src/core/run/checkpoints.js';
import type { Run } from '../../../../src/core/run/run.js';

/** A run that has taken so many inputs and nothing else; its time is their number. */
function runAt(inputs: number, hasStrategies = false): Run {
  const run = {
    inputs: { length: inputs },
    engine: { ledger: { length: 0 }, now: inputs },
    ticks: 0,
    hasStrategies,
    fork: () => runAt(inputs),
  };
  return run as unknown as Run;
}

/** Inputs that are worth a snapshot: 600 take 6 ms. */
const STEP = 600;

describe('the snapshots of a run', () => {
  it('stand where enough was done since the last one, and not beside strategies', () => {
    const checkpoints = Checkpoints.of(runAt(0));
    for (const inputs of [STEP - 1, STEP, STEP + 1, 2 * STEP - 1, 2 * STEP + 5, 3 * STEP + 4]) {
      checkpoints.note(runAt(inputs));
    }
    checkpoints.note(runAt(9 * STEP, true));
    expect(checkpoints.times).toEqual([0, STEP, 2 * STEP + 5]);
  });

  it('are thinned in their older half when there are many: old places replay more', () => {
    const checkpoints = Checkpoints.of(runAt(0));
    const steps = 3_000;
    for (let step = 1; step <= steps; step++) {
      checkpoints.note(runAt(step * STEP));
      expect(checkpoints.times.length).toBeLessThanOrEqual(800);
    }
    const { times } = checkpoints;
    expect([times[0], times.at(-1)]).toEqual([0, steps * STEP]);
    const gaps = times.slice(1).map((time, at) => (time - (times[at] as number)) / STEP);
    // The newest lie side by side, the old ones the further apart the older they are.
    expect(gaps.slice(-400)).toEqual(Array.from({ length: 400 }, () => 1));
    const [old, middle] = [gaps.slice(0, 100), gaps.slice(100, 200)].map(part => Math.min(...part));
    expect([old, middle].map(Number).every(gap => gap > 1)).toBe(true);
    expect(Number(old)).toBeGreaterThanOrEqual(Number(middle));
    for (const inputs of [0, 1, 1_000 * STEP, steps * STEP]) {
      const near = checkpoints.forkLast(each => each.inputs.length <= inputs);
      expect(near.inputs.length).toBe(times.findLast(time => time <= inputs));
    }
  });

  it('are thinned too when replays fill old places', () => {
    const checkpoints = Checkpoints.of(runAt(0)).with(runAt(2_000 * STEP));
    for (let step = 1; step < 2_000; step++) checkpoints.fill(runAt(step * STEP));
    const { times } = checkpoints;
    expect(times.length).toBeLessThanOrEqual(800);
    expect([times[0], times.at(-1)]).toEqual([0, 2_000 * STEP]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
