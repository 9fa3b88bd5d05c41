import { beforeAll, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../../src/study/engines/job-runner.js';
import { strategyScenario } from '../../../support/files/strategy-scenario.js';

/** Jobs of one thread, together and one by one. */

const MODULE = `
export const parameters = { units: { type: 'integer', default: 1, describe: 'size' } };
export function strategy({ units }) {
  if (units === 3) throw new Error('three');
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
    onCandle(context) {
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: String(units) });
    },
  };
}
`;
const jobs = [1, 2, 3, 4].map(units => ({
  index: units,
  values: [units],
  from: Date.UTC(2024, 2, 5, 10) * 1_000,
  to: Date.UTC(2024, 2, 6) * 1_000,
}));

let runner: JobRunner;

beforeAll(async () => {
  runner = await JobRunner.load({
    scenarioPath: await strategyScenario(MODULE),
    parameters: ['units'],
    figures: ['fills', 'netProfit'],
    allowPath: [],
    ticks: [],
  });
});

describe('jobs that share a watch', () => {
  it('have the outcomes of jobs that run one by one', () => {
    const alone = jobs.map(job => runner.run(job));
    expect(runner.runAll(jobs)).toEqual(alone);
    expect(alone.map(({ figures }) => figures === undefined)).toEqual([false, false, true, false]);
  });

  it('go on one by one when the watch ends one of them', () => {
    let calls = 0;
    const outcomes = runner.runAll(jobs, work => {
      while (calls < 2 && work()) calls += 1;
      return false;
    });
    expect(calls).toBe(2);
    expect(outcomes).toEqual(jobs.map(job => runner.run(job)));
  });
});
