import { describe, expect, it } from 'vitest';
import {
  DEFAULT_LIMITS,
  DRAIN_MS,
  HELD_BYTES_MAX,
} from '../../../../src/broker/api/http/doors/limits.js';
import {
  LIMIT_OPTIONS,
  type LimitFlags,
  loadLimits,
} from '../../../../src/cli/flags/server/limit-flags.js';

const USUAL: LimitFlags = {
  rateLimit: LIMIT_OPTIONS['rate-limit'].default,
  requestLimit: LIMIT_OPTIONS['request-limit'].default,
  streamLimit: LIMIT_OPTIONS['stream-limit'].default,
  allStreamsLimit: LIMIT_OPTIONS['all-streams-limit'].default,
  connectionLimit: LIMIT_OPTIONS['connection-limit'].default,
  heldLimit: LIMIT_OPTIONS['held-limit'].default,
  drainTimeout: LIMIT_OPTIONS['drain-timeout'].default,
};

describe('flags of limits', () => {
  it('are the usual limits unless given', () => {
    expect(loadLimits(USUAL)).toEqual({
      limits: DEFAULT_LIMITS,
      heldBytes: HELD_BYTES_MAX,
      drainMs: DRAIN_MS,
    });
  });

  it('turn a limit off with none', () => {
    const off = Object.fromEntries(Object.keys(USUAL).map(flag => [flag, 'none']));
    const { limits, heldBytes, drainMs } = loadLimits(off as unknown as LimitFlags);
    expect(new Set([...Object.values(limits ?? {}), heldBytes])).toEqual(new Set([Infinity]));
    // No time at all is how sockets spell that they wait for ever.
    expect(drainMs).toBe(0);
  });

  it.each([
    [{ rateLimit: '0' }, 'rate-limit'],
    [{ requestLimit: '' }, 'request-limit'],
    [{ streamLimit: '1.5' }, 'stream-limit'],
    [{ heldLimit: 'much' }, 'held-limit'],
    [{ drainTimeout: '86401' }, 'drain-timeout'],
  ])('refuse %j and name the flag', (given, flag) => {
    expect(() => loadLimits({ ...USUAL, ...given })).toThrow(flag);
  });
});
