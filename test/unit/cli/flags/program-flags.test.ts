import { describe, expect, it } from 'vitest';
import {
  checkNoProgram,
  paceAskedBy,
  runAskedBy,
} from '../../../../src/cli/flags/program-flags.js';

describe('how the runs of a program are held', () => {
  it('is 600 s of standing time at most, unless the flag says otherwise', () => {
    expect(runAskedBy({ anyHost: false })).toEqual({ anyHost: false, stallSeconds: 600 });
    expect(runAskedBy({ anyHost: true, stallLimit: 0 })).toEqual({
      anyHost: true,
      stallSeconds: 0,
    });
  });

  it.each([-1, 86_401, Number.NaN])('is refused with a limit of %s', stallLimit => {
    expect(() => runAskedBy({ anyHost: false, stallLimit })).toThrow(
      `--stall-limit: must be 0 to 86400, was ${stallLimit}`,
    );
  });
});

describe('a command line without a program', () => {
  const NAMES = ['anyHost', 'stallLimit'] as const;

  it('takes no flag of a program', () => {
    expect(() => checkNoProgram({ anyHost: false, stallLimit: 0 }, NAMES, 'audit')).toThrow(
      '--stall-limit: is for a program, as in: orrery audit SCENARIO -- python bot.py',
    );
  });

  it('may have the defaults of such flags', () => {
    expect(() =>
      checkNoProgram({ anyHost: false, stallLimit: undefined }, NAMES, 'audit'),
    ).not.toThrow();
  });
});

describe('the pace of virtual time', () => {
  const flags = { dashboard: false, paused: false, virtualTime: true };

  it('is that of --speed, or one for viewers; without either there is none', () => {
    expect(paceAskedBy({ ...flags, speed: '600' })).toEqual({ speed: 600, paused: false });
    expect(paceAskedBy({ ...flags, speed: 'max', dashboard: true, paused: true })).toEqual({
      speed: Number.POSITIVE_INFINITY,
      paused: true,
    });
    expect(paceAskedBy({ ...flags, dashboard: true })).toEqual({ speed: 60, paused: false });
    expect(paceAskedBy(flags)).toBeUndefined();
    expect(paceAskedBy({ ...flags, speed: '600', virtualTime: false })).toBeUndefined();
    expect(() => paceAskedBy({ ...flags, speed: 'fast' })).toThrow('--speed: must be a positive');
  });
});
