import { describe, expect, it } from 'vitest';
import { checkNoProgram, runAskedBy } from '../../../../src/cli/flags/program-flags.js';

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

  it('takes no flag that concerns a program', () => {
    expect(() => checkNoProgram({ anyHost: false, stallLimit: 0 }, NAMES, 'audit')).toThrow(
      '--stall-limit: concerns a program, as in: orrery audit SCENARIO -- python bot.py',
    );
  });

  it('may have the defaults of such flags', () => {
    expect(() =>
      checkNoProgram({ anyHost: false, stallLimit: undefined }, NAMES, 'audit'),
    ).not.toThrow();
  });
});
