import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeldProcess } from '../../../../src/exec/control/control-server.js';
import { StallBudget } from '../../../../src/exec/virtual/stall-budget.js';

const bot: HeldProcess = {
  pid: 7,
  kind: 'python',
  version: '3',
  place: '',
  takesTurns: false,
  program: 'bot.py',
  tellNow: () => undefined,
  tellFree: () => undefined,
  ask: () => undefined,
  drop: () => undefined,
};
const SPIN = { say: 'spin', thread: 'MainThread', where: 'bot.py:3' } as const;

function budget(seconds: number) {
  const ended: string[] = [];
  const looks = { computes: () => true, placeOf: () => Promise.resolve('bot.mjs:1') };
  return { ended, stalls: new StallBudget({ seconds, end: why => ended.push(why), ...looks }) };
}

describe('the budget of a thread that does not stop', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends the run once, with the place, when it is spent', () => {
    const { ended, stalls } = budget(600);
    stalls.begin(bot, SPIN);
    stalls.begin(bot, { ...SPIN, where: 'bot.py:9' });
    vi.advanceTimersByTime(599_999);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1_200_000);
    expect(ended).toEqual([
      'bot.py (python, process 7) was ended: at bot.py:3 its thread MainThread has kept simulated time still ' +
        'for more than 600 s; time passes only while a program waits, as in a sleep or a timer; ' +
        '--stall-limit gives more seconds, and 0 takes the limit away',
    ]);
  });

  it('begins anew for a process that has waited meanwhile', () => {
    const { ended, stalls } = budget(10);
    stalls.begin(bot, SPIN);
    vi.advanceTimersByTime(9_000);
    stalls.over(bot);
    vi.advanceTimersByTime(9_000);
    expect(ended).toEqual([]);
    stalls.begin(bot, SPIN);
    vi.advanceTimersByTime(10_000);
    expect(ended).toHaveLength(1);
  });

  it('ends nothing without a limit, nor after the run', () => {
    const [none, closed] = [budget(0), budget(10)];
    none.stalls.begin(bot, SPIN);
    closed.stalls.begin(bot, SPIN);
    closed.stalls.close();
    vi.advanceTimersByTime(1e9);
    expect([...none.ended, ...closed.ended]).toEqual([]);
  });
});
