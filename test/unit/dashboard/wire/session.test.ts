import { describe, expect, it } from 'vitest';
import { usedUpOf } from '../../../../src/dashboard/wire/session.js';

const usage = (used: { cpuSeconds: number; streams: number }, quotas: object) => ({
  name: 'anna',
  quotas,
  used: { simulations: 9, bytes: 9, ...used },
  secondsLeft: 60,
});

describe('the quota that keeps a page from the feed', () => {
  it.each([
    [{ cpuSeconds: 4.9, streams: 1 }, { cpuSeconds: 5, streams: 2 }, undefined],
    [{ cpuSeconds: 5, streams: 2 }, { cpuSeconds: 5, streams: 2 }, 'CPU seconds used up'],
    [{ cpuSeconds: 4.9, streams: 2 }, { cpuSeconds: 5, streams: 2 }, 'streams used up'],
    [{ cpuSeconds: 99, streams: 99 }, { simulations: 1, bytes: 1 }, undefined],
  ])('of %j used of %j is: %s', (used, quotas, words) => {
    expect(usedUpOf(usage(used, quotas))).toBe(words);
  });
});
