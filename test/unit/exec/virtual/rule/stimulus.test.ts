import { describe, expect, it } from 'vitest';
import {
  type IdleReport,
  type MomentView,
  nextStimulus,
} from '../../../../../src/exec/virtual/rule/stimulus.js';

type Given = Partial<MomentView<{ port: number }, { port: number }>>;

/** A process with a connection on each port, all bytes of which have arrived. */
function report(ports: readonly number[], until = Number.POSITIVE_INFINITY): IdleReport {
  const connections = new Map(ports.map(port => [port, { sent: 5, received: 7 }]));
  return { now: 1_000, until, connections, unread: new Set() };
}

const ours = (ports: readonly number[]) =>
  new Map(ports.map(port => [port, { sent: 7, received: 5 }]));

/** What comes next for a process that waits, with ports 1 and 2, unless `given` says otherwise. */
function next(given: Given = {}) {
  return nextStimulus({
    reports: [report([1, 2], 2_000)],
    connections: ours([1, 2]),
    programs: new Set<string>(),
    closed: new Map<number, number>(),
    calm: 'calm' as const,
    isTurnAsked: false,
    isServing: false,
    held: [],
    streams: [],
    owesNow: false,
    now: 1_000,
    last: 9_000,
    nextLines: Number.POSITIVE_INFINITY,
    ...given,
  });
}

const everything = { held: [{ port: 1 }], streams: [{ port: 2 }], owesNow: true };

describe('the next stimulus', () => {
  it('waits for a program outside before everything else that could be given', () => {
    const given = { ...everything, owesNow: true, calm: 'outside' as const };
    expect(next(given)).toEqual({ kind: 'wait', for: 'an outside program' });
  });

  it('lets a process that was woken take its turn beside a program outside, once it is known which were woken', () => {
    const given = { owesNow: true, isTurnAsked: true };
    expect(next({ ...given, calm: 'outside' })).toEqual({ kind: 'tell' });
    expect(next({ ...given, calm: 'stirring' })).toEqual({ kind: 'wait', for: 'a woken process' });
  });

  it('does not wait for bytes of a connection that a copy of a process keeps and does not use', () => {
    const copy = { ...report([]), kept: [1, 2] };
    expect(next({ reports: [copy] })).toEqual({ kind: 'move', to: 9_000 });
  });

  it.each([
    ['no process has said hello', { reports: [] }, 'a process'],
    ['a process works', { reports: [report([1, 2]), undefined] }, 'word of a process'],
    ['a request is being answered', { isServing: true }, 'an answer'],
    [
      'the child has not read all',
      { connections: new Map([...ours([1]), [2, { sent: 8, received: 5 }]]) },
      'bytes',
    ],
    [
      'we have not read all',
      { connections: new Map([...ours([1]), [2, { sent: 7, received: 4 }]]) },
      'bytes',
    ],
    ['a connection has not arrived (T3)', { connections: ours([1]) }, 'bytes'],
    ['the child has not told of a connection (T3)', { connections: ours([1, 2, 3]) }, 'bytes'],
  ])('is none while %s', (_why, given, awaited) => {
    expect(next({ ...everything, ...given })).toEqual({ kind: 'wait', for: awaited });
  });

  it('does not wait for a connection that we have closed', () => {
    expect(next({ connections: ours([1]), closed: new Map([[2, 7]]) }).kind).toBe('move');
  });

  it('waits until the child has read what we sent before we closed', () => {
    expect(next({ connections: ours([1]), closed: new Map([[2, 8]]) })).toEqual({
      kind: 'wait',
      for: 'bytes',
    });
  });

  it('is the present before a line that came with it (T2), and answers before lines', () => {
    expect(next(everything)).toEqual({ kind: 'tell' });
    expect(next({ ...everything, owesNow: false })).toEqual({ kind: 'serve', held: { port: 1 } });
    expect(next({ streams: [{ port: 2 }] })).toEqual({ kind: 'release', stream: { port: 2 } });
  });

  it('is the request that the child sent first, whichever arrived first (T1)', () => {
    const held = [{ port: 2 }, { port: 1 }];
    const served = (reports: IdleReport[], connections = ours([1, 2])) =>
      next({ held, reports, connections });
    expect(served([report([1, 2])])).toEqual({ kind: 'serve', held: { port: 1 } });
    expect(served([report([2, 1])])).toEqual({ kind: 'serve', held: { port: 2 } });
    // Of several processes, the one that said hello first.
    expect(served([report([1]), report([2])])).toEqual({ kind: 'serve', held: { port: 1 } });
  });

  it.each([
    [
      'the next deadline of any process',
      { reports: [report([1], 4_000), report([2], 3_000)] },
      3_000,
    ],
    ['the next lines', { nextLines: 1_500 }, 1_500],
    ['the end of the window', { reports: [report([1, 2])] }, 9_000],
    [
      'a microsecond on, for a deadline that has passed (T5)',
      { reports: [report([1, 2], 900)] },
      1_001,
    ],
  ])('is time, to %s', (_what, given, to) => {
    expect(next(given)).toEqual({ kind: 'move', to });
  });

  it('is no line for a stream without a reader, whose bytes are not counted', () => {
    const sleeping = { ...report([1, 2], 2_000), unread: new Set([2]) };
    const connections = new Map([...ours([1]), [2, { sent: 900, received: 5 }]]);
    const streams = [{ port: 2 }, { port: 1 }];
    const given = { reports: [sleeping], connections };
    expect(next({ ...given, streams })).toEqual({ kind: 'release', stream: { port: 1 } });
    expect(next({ ...given, streams: [{ port: 2 }] })).toEqual({ kind: 'move', to: 2_000 });
    const sent = new Map([...ours([1]), [2, { sent: 900, received: 4 }]]);
    expect(next({ ...given, connections: sent })).toEqual({ kind: 'wait', for: 'bytes' });
  });

  it('is the end when the child waits at the last instant', () => {
    expect(next({ now: 9_000 })).toEqual({ kind: 'end' });
    expect(next({ now: 9_000, held: [{ port: 1 }] }).kind).toBe('serve');
  });
});
