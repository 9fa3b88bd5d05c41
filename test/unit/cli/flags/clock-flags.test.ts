import { describe, expect, it } from 'vitest';
import {
  type ClockFlags,
  clockAskedBy,
  programClockAskedBy,
} from '../../../../src/cli/flags/clock-flags.js';

const ask = (flags: Partial<ClockFlags>) =>
  clockAskedBy({ clock: 'paced', paused: false, ...flags });

describe('the flags of a clock', () => {
  it.each([
    [{}, { mode: 'paced', start: 'at-once' }],
    [{ speed: 'max' }, { mode: 'paced', speed: Number.POSITIVE_INFINITY, start: 'first-request' }],
    [{ speed: '60' }, { mode: 'paced', speed: 60, start: 'at-once' }],
    [{ clock: 'on-poll' }, { mode: 'on-poll', start: 'at-once' }],
    [
      { clock: 'on-poll', step: '30s' },
      { mode: 'on-poll', step: '30s', start: 'at-once' },
    ],
    [{ clock: 'lockstep' }, { mode: 'lockstep', start: 'at-once' }],
    [
      { clock: 'lockstep', settle: '20ms' },
      { mode: 'lockstep', settle: '20ms', start: 'first-request' },
    ],
    [
      { clock: 'lockstep', paused: true },
      { mode: 'lockstep', start: 'when-played' },
    ],
  ] as const)('%j give %j', (flags, asked) => {
    expect(ask(flags)).toEqual(asked);
  });

  it.each([
    [{ clock: 'lockstep', speed: '2' }, '--speed: needs --clock paced'],
    [{ clock: 'manual', step: 'M1' }, '--step: needs --clock on-poll'],
    [{ clock: 'on-poll', settle: '20ms' }, '--settle: needs --clock lockstep'],
    [{ clock: 'on-poll', pid: 1 }, '--pid: needs --clock lockstep'],
    [{ clock: 'on-poll', step: '1x' }, '--step: must be a duration such as 30s'],
    [{ clock: 'lockstep', settle: '500us' }, '--settle: must be a duration from 1ms'],
    [{ clock: 'lockstep', settle: '20ms', pid: 1 }, '--pid: cannot be given with --settle'],
    [{ clock: 'manual', start: 'at-once' }, '--start: needs --clock paced or lockstep or on-poll'],
  ] as const)('%j are refused: %s', (flags, message) => {
    expect(() => ask(flags)).toThrow(message);
  });

  it.runIf(process.platform === 'linux')('a process is one that runs [needs Linux]', () => {
    const asked = ask({ clock: 'lockstep', pid: process.pid });
    expect(asked).toEqual({ mode: 'lockstep', pid: process.pid, start: 'first-request' });
    expect(() => ask({ clock: 'lockstep', pid: 4_194_304 })).toThrow('there is no process 4194304');
    expect(() => ask({ clock: 'lockstep', pid: 0 })).toThrow('--pid: must be a whole number');
    expect(() => ask({ clock: 'lockstep', pid: Number.NaN })).toThrow(/, was no number$/);
  });
});

describe('the clock of a program that is run', () => {
  it('is paced, and in lockstep by the hook of the program in virtual time', () => {
    expect(programClockAskedBy({ virtualTime: false })).toEqual({ mode: 'paced' });
    expect(programClockAskedBy({ virtualTime: true })).toEqual({ mode: 'lockstep' });
  });

  it.each([
    [{ clock: 'paced' }, '--virtual-time: needs --clock lockstep'],
    [{ clock: 'on-poll' }, '--virtual-time: needs --clock lockstep'],
    [{ settle: '20ms' }, '--settle: cannot be given with --virtual-time'],
  ] as const)('in virtual time is not %j', (flags, message) => {
    expect(() => programClockAskedBy({ ...flags, virtualTime: true })).toThrow(message);
  });
});
