import { describe, expect, it } from 'vitest';
import { formatRfc3339 } from '../../../../../src/core/time/instant.js';
import { hostClock } from '../../../../../src/live/fidelity/compare/host-clock.js';
import type {
  CapturedSession,
  Moment,
  SentCommand,
} from '../../../../../src/live/fidelity/compare/recorded-session.js';
import { at } from '../../../../support/market/fixtures.js';

const START = at('2024-03-05T10:00:00Z');
const WALL = START / 1_000;

function session(moments: readonly Moment[], acted: string): CapturedSession {
  const fill = { id: '7', time: acted };
  return {
    file: 's',
    account: {},
    instruments: [],
    samples: [],
    commands: [],
    transactions: new Map([['7', fill]]),
    moments,
    priceMoments: [],
    unanswered: 0,
    unseen: 0,
  };
}

/** A heartbeat that the host sent `seconds` after the start, and that came `lateMs` later. */
function heartbeat(seconds: number, lateMs: number): Moment {
  return {
    wallMs: WALL + seconds * 1_000 + lateMs,
    host: at(formatRfc3339(START)) + seconds * 1e6,
  } as Moment;
}

function sent(sentMs: number, seenBefore = START): SentCommand {
  const command = { type: 'CancelOrder', orderSpecifier: '1' } as const;
  return { n: 1, command, sentMs, seenBefore, ids: ['7'], answerLine: 1 };
}

describe('the clock of a host', () => {
  const beats = [heartbeat(0, 80), heartbeat(5, 30), heartbeat(10, 250)];

  it('runs with the wall, less the way of the quickest heartbeat', () => {
    const clock = hostClock(session(beats, '2024-03-05T10:00:08.000000000Z'));
    expect(clock.kind).toBe('wall');
    expect(formatRfc3339(clock.sentAt(sent(WALL + 7_030)))).toBe('2024-03-05T10:00:07.000000000Z');
  });

  it('never has a command act before it was sent', () => {
    const clock = hostClock(session(beats, '2024-03-05T10:00:06.500000000Z'));
    expect(formatRfc3339(clock.sentAt(sent(WALL + 7_030)))).toBe('2024-03-05T10:00:06.500000000Z');
  });

  it('is the last time that was seen, when it does not run with the wall', () => {
    const jumps = [heartbeat(0, 0), heartbeat(3_600, -3_595_000)];
    const clock = hostClock(session(jumps, '2024-03-05T11:00:00.000000000Z'));
    expect(clock.kind).toBe('own');
    const seen = at('2024-03-05T10:59:00Z');
    expect(clock.sentAt(sent(WALL, seen))).toBe(seen);
  });

  it('is not known from fewer than two moments', () => {
    expect(hostClock(session([heartbeat(0, 0)], '2024-03-05T10:00:01Z')).kind).toBe('unknown');
  });
});
