import { describe, expect, it } from 'vitest';
import type { HeldProcess } from '../../../../src/exec/control/control-server.js';
import { Sleepers } from '../../../../src/exec/virtual/sleepers.js';

/** A program with one process of Java, and what is seen of it. */
function program() {
  const seen = { living: [7], threads: 'asleep' as string | undefined, passed: '0' };
  const questions: number[] = [];
  const java: HeldProcess = {
    pid: 7,
    kind: 'java',
    version: '17',
    program: 'Bot',
    place: '',
    takesTurns: false,
    idleBy: 'threads',
    tellNow: () => undefined,
    tellFree: () => undefined,
    ask: question => questions.push(question),
    drop: () => undefined,
  };
  const sleepers = new Sleepers({
    living: () => seen.living,
    look: pids => (seen.threads === undefined ? undefined : `${pids.join()} ${seen.threads}`),
    passed: () => seen.passed,
    portsOf: () => [40_001, 40_002],
  });
  const ours = new Map([40_001, 40_002, 50_000].map(port => [port, { sent: port, received: 7 }]));
  const says = (question: number) =>
    sleepers.reportOf(java, { epoch: question, now: 5, until: null }, ours);
  const looks = (count: number) =>
    Array.from({ length: count }, () => sleepers.look([java])).at(-1) === true;
  return { seen, questions, java, sleepers, looks, says };
}

/** Looks that it takes to know the processes of a program, to see it twice, and to ask. */
const ENOUGH = 6;

describe('processes that are seen by their threads', () => {
  it('are asked once when looks in a row have seen the same', () => {
    const { questions, looks } = program();
    expect(looks(1)).toBe(true);
    expect(questions).toEqual([]);
    expect(looks(ENOUGH)).toBe(false);
    expect(questions).toEqual([1]);
  });

  it('are not asked while a thread runs, or has run between two looks', () => {
    const { seen, questions, looks } = program();
    looks(2);
    for (let turn = 0; turn < ENOUGH; turn++) {
      seen.threads = turn % 2 === 0 ? undefined : 'asleep';
      looks(1);
    }
    for (let turn = 0; turn < ENOUGH; turn++) {
      seen.threads = `has run ${turn} times`;
      looks(1);
    }
    expect(questions).toEqual([]);
  });

  it('are not asked while something passes', () => {
    const { seen, questions, looks } = program();
    for (let turn = 0; turn < ENOUGH; turn++) {
      seen.passed = String(turn);
      looks(1);
    }
    expect(questions).toEqual([]);
  });

  it('are asked with the processes that they have started', () => {
    const { seen, questions, looks } = program();
    for (let turn = 0; turn < ENOUGH; turn++) {
      seen.living = [...seen.living, 100 + turn];
      looks(2);
    }
    expect(questions).toEqual([]);
    looks(ENOUGH);
    expect(questions).toEqual([1]);
  });

  it('are believed if they answer the last question, and nothing has passed since', () => {
    const { seen, looks, says } = program();
    looks(ENOUGH);
    expect(says(2)).toBeUndefined();
    const bytes = (port: number) => [port, { sent: 7, received: port }] as const;
    expect(says(1)).toEqual({
      now: 5,
      until: Number.POSITIVE_INFINITY,
      connections: new Map([bytes(40_001), bytes(40_002)]),
      unread: new Set(),
    });
    expect(says(1)).toBeUndefined();
    looks(ENOUGH);
    seen.passed = 'an answer';
    expect(says(2)).toBeUndefined();
  });

  it('have sent their requests in the order of what these ask for', () => {
    const { sleepers, looks, says } = program();
    sleepers.asks(40_001, '/v3/b');
    sleepers.asks(40_002, '/v3/a');
    looks(ENOUGH);
    expect([...(says(1)?.connections.keys() ?? [])]).toEqual([40_002, 40_001]);
    sleepers.closed(40_002);
    sleepers.asks(40_002, '/v3/c');
    looks(ENOUGH);
    expect([...(says(2)?.connections.keys() ?? [])]).toEqual([40_001, 40_002]);
  });

  it('need no look when others work that say so by themselves, or when they are gone', () => {
    const { questions, java, sleepers, looks, says } = program();
    const { idleBy: _, ...python } = java;
    expect(sleepers.look([python])).toBe(false);
    looks(ENOUGH);
    sleepers.forget(java);
    expect(says(1)).toBeUndefined();
    expect(questions).toEqual([1]);
  });
});
