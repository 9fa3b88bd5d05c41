import { describe, expect, it } from 'vitest';
import { GuestAccount } from '../../../../../src/broker/api/guests/guest-account.js';
import { guest } from '../../../../support/api/guests.js';

const HOUR = 3_600_000;

describe('the CPU seconds of a guest', () => {
  it('are those of an hour, and come back with the next', () => {
    let now = 5_000;
    const account = new GuestAccount(guest('anna', { cpuSeconds: 2 }), () => now);
    account.note(1_999);
    expect(() => account.check()).not.toThrow();
    account.note(1);
    now += HOUR - 1_500;
    expect(() => account.check()).toThrow(/has used 2\.0 CPU seconds .* again in 2 s/);
    now += 1_500;
    expect(() => account.check()).not.toThrow();
    expect(account.used.cpuSeconds).toBe(0);
    expect(account.workedSeconds).toBe(2);
    now += 2.5 * HOUR;
    expect(account.secondsLeft).toBe(1_800);
  });
});

describe('work that is paid for', () => {
  it('counts once, also where a part of it notes itself, and where it fails', () => {
    let now = 0;
    const account = new GuestAccount(guest('anna'), () => now);
    const answer = account.paid(() => {
      now += 300;
      account.note(200);
      now += 200;
      return 'done';
    });
    expect([answer, account.workedSeconds]).toEqual(['done', 0.5]);
    const failing = () =>
      account.paid(() => {
        now += 100;
        throw new Error('failed');
      });
    expect(failing).toThrow('failed');
    expect(account.workedSeconds).toBeCloseTo(0.6);
  });
});

describe('the bytes of a guest', () => {
  it('are the sum of its simulations', () => {
    const account = new GuestAccount(guest('anna', { bytes: 100 }));
    account.resize('s1', 60);
    account.resize('s2', 30);
    account.resize('s1', 69);
    expect(account.used).toMatchObject({ simulations: 2, bytes: 99 });
    account.checkBytes();
    account.resize('s2', 31);
    expect(() => account.checkBytes()).toThrow(/have 100 bytes, the quota is 100/);
    account.forget('s1');
    account.forget('s9');
    expect(account.used).toMatchObject({ simulations: 1, bytes: 31 });
    expect(account.refused).toEqual({ simulations: 0, bytes: 1, cpuSeconds: 0, streams: 0 });
  });
});
