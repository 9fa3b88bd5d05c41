import { describe, expect, it } from 'vitest';
import { Conductor } from '../../../../../src/exec/virtual/rule/conductor.js';
import type { Calm, IdleReport } from '../../../../../src/exec/virtual/rule/stimulus.js';
import type { World } from '../../../../../src/exec/virtual/rule/world.js';

interface Port {
  readonly port: number;
}

/** A world with one process that waits until `until`, and with lines at some instants. */
function alone(lineTimes: readonly number[], stops: readonly number[]) {
  const did: string[] = [];
  const world = {
    connections: new Map(),
    isServing: false,
    calm: (_reports: unknown, _revision: number): Calm => 'calm',
    now: 0,
    last: 1_000,
    get streams() {
      return lineTimes.includes(world.now) ? [{ port: 1 }] : [];
    },
    get nextLines() {
      return stops.find(stop => stop > world.now) ?? Number.POSITIVE_INFINITY;
    },
    serve: () => undefined,
    reach: (_to: number) => true,
    stateOf: () => 'over' as const,
    release: () => did.push('line'),
    move: (to: number) => {
      world.now = to;
      did.push(`move ${to}`);
    },
    freeUntil: 0,
    freeAfter: (_held: Port, _process: string) => world.freeUntil,
    free: (_process: string, until: number) => did.push(`free ${until}`),
    isBeforeLate: false,
    tell: (_process: string, now: number, free?: number) => {
      did.push(`tell ${now}${free === undefined ? '' : ` free ${free}`}`);
    },
    end: () => did.push('end'),
  };
  const conductor = new Conductor(world as World<string, Port, Port>);
  conductor.join('child');
  return { world, conductor, did };
}

const NO_ENDS = { pids: [], asked: [], reads: [], inputs: [], writes: [], children: [], peers: [] };
const waits = (until: number, now = Number.POSITIVE_INFINITY, unread: number[] = []) => ({
  now,
  until,
  connections: new Map(),
  unread: new Set(unread),
});
const steps = (conductor: { step(): unknown }, count: number) => {
  for (let at = 0; at < count; at++) conductor.step();
};

const ROW = { sent: 5, received: 5 };

/** A process at 10 that has asked over port 7, and is being answered. */
function answering() {
  const at = alone([], []);
  at.world.connections = new Map([[7, ROW]]);
  const report = { ...waits(10, 0), connections: new Map([[7, ROW]]) };
  at.conductor.idle('child', report);
  steps(at.conductor, 2);
  const held = { port: 7 };
  at.conductor.hold(held);
  at.conductor.idle('child', { ...report, until: 1_000, now: 10 });
  at.conductor.step();
  at.world.freeUntil = 80;
  at.did.length = 0;
  return { ...at, held };
}

describe('a conductor', () => {
  it('sends the present to no process while its pace holds time, and goes where it would have gone', () => {
    const { world, conductor, did } = alone([], []);
    world.reach = to => {
      world.now = Math.min(to, world.now + 4);
      return world.now >= to;
    };
    conductor.idle('child', waits(10));
    expect(conductor.step()).toEqual({ kind: 'wait', for: 'the pace' });
    steps(conductor, 3);
    expect(did).toEqual(['move 10', 'tell 10']);
  });

  it('lets the only process go on by itself, and follows it no further than it was allowed to', () => {
    const { world, conductor, did } = alone([], []);
    world.freeUntil = 90;
    conductor.idle('child', waits(10, 0));
    steps(conductor, 2);
    conductor.idle('child', waits(60, 50));
    steps(conductor, 2);
    conductor.busy('child', 70);
    conductor.idle('child', waits(200, 1_000));
    expect(did).toEqual([
      ...['move 10', 'tell 10 free 90', 'move 50', 'move 60', 'tell 60 free 90'],
      ...['move 70', 'move 90'],
    ]);
  });

  it.each<[string, Partial<IdleReport>, boolean]>([
    ['another process lives', {}, true],
    ['it has started a program', { started: ['1.1'] }, false],
    ['it waits for another process', { ends: NO_ENDS }, false],
    ['it has not read all', { connections: new Map([[7, { sent: 0, received: 4 }]]) }, false],
  ])('tells a process each instant while %s', (_why, more, isAccompanied) => {
    const { world, conductor, did } = alone([], []);
    world.freeUntil = 90;
    world.connections = new Map([[7, { sent: 5, received: 0 }]]);
    if (isAccompanied) conductor.join('other');
    if (more.started !== undefined) conductor.join('started', { name: '1.1' });
    const all = new Map([[7, { sent: 0, received: 5 }]]);
    const report = { ...waits(10, 0, [7]), connections: all, ...more };
    for (const process of ['child', 'other', 'started']) conductor.idle(process, report);
    steps(conductor, 2);
    expect(did).toEqual(['move 10', 'tell 10']);
    conductor.idle('child', { ...report, now: 50 });
    expect(world.now).toBe(10);
  });

  it('lets the only process go on after an answer, once it has read that, and follows it', () => {
    const { world, conductor, did, held } = answering();
    conductor.answered(held);
    conductor.idle('child', { ...waits(90, 70), connections: new Map([[7, ROW]]) });
    expect(did).toEqual(['free 80', 'move 70']);
    expect(world.now).toBe(70);
  });

  it.each<[string, (at: ReturnType<typeof answering>) => void]>([
    ['another process lives', ({ conductor }) => conductor.join('other')],
    ['another request waits', ({ conductor }) => conductor.hold({ port: 8 })],
    ['it has spoken since', ({ conductor }) => conductor.idle('child', waits(90, 10))],
    ['it has to be told the present', ({ world }) => world.move(20)],
    ['more may come', ({ world }) => Object.assign(world, { freeUntil: 10 })],
    ['it has not read another answer', ({ world }) => world.connections.set(9, ROW)],
  ])('says nothing with an answer while %s', (_why, happens) => {
    const at = answering();
    happens(at);
    at.did.length = 0;
    at.conductor.answered(at.held);
    expect(at.did).toEqual([]);
  });

  it('sends a process the present that has come while another had gone on by itself', () => {
    const { world, conductor, did } = alone([], []);
    world.freeUntil = 90;
    conductor.idle('child', waits(10, 0));
    steps(conductor, 2);
    conductor.join('other');
    conductor.idle('other', waits(40, 10));
    conductor.idle('child', waits(60, 50));
    conductor.step();
    conductor.idle('child', waits(60, 50));
    conductor.step();
    // One after the other, so that what they do has one order.
    expect(did.slice(2)).toEqual(['move 50', 'tell 50', 'tell 50']);
  });

  it('sends nothing to a process that is blocked until another has ended', () => {
    const { conductor, did } = alone([], []);
    conductor.idle('child', { ...waits(Number.POSITIVE_INFINITY, 0), isBlocked: true });
    conductor.join('other');
    conductor.idle('other', waits(5, 0));
    steps(conductor, 2);
    expect(did).toEqual(['move 5', 'tell 5']);
    conductor.idle('other', waits(9, 5));
    steps(conductor, 2);
    expect(did).toEqual(['move 5', 'tell 5', 'move 9', 'tell 9']);
  });

  it('gives nothing while a program outside must act first, nor to one that has been woken', () => {
    const { world, conductor, did } = alone([], [100]);
    const revisions: number[] = [];
    let calm: Calm = 'outside';
    world.calm = (_reports, revision) => {
      revisions.push(revision);
      return calm;
    };
    conductor.idle('child', waits(100));
    expect(conductor.step()).toEqual({ kind: 'wait', for: 'an outside program' });
    conductor.busy('child');
    calm = 'calm';
    expect(conductor.step()).toEqual({ kind: 'wait', for: 'word of a process' });
    conductor.idle('child', waits(100));
    expect(conductor.step().kind).toBe('move');
    expect(did).toEqual(['move 100']);
    // What is known has changed in between, and whoever looks at processes can tell.
    expect(new Set(revisions).size).toBe(2);
  });

  it('does not send moves that bring neither a line nor a deadline (T10)', () => {
    const { conductor, did } = alone([], [100, 200, 300]);
    conductor.idle('child', waits(250));
    steps(conductor, 10);
    expect(did).toEqual(['move 100', 'move 200', 'move 250', 'tell 250']);
    expect(conductor.given).toMatchObject({ moved: 3, told: 1 });
  });

  it('sends a move that brings a line, before the line (T2)', () => {
    const { world, conductor, did } = alone([200], [100, 200, 300]);
    world.connections = new Map([[1, { sent: 0, received: 0 }]]);
    const reads = { ...waits(250), connections: world.connections };
    conductor.idle('child', reads);
    steps(conductor, 10);
    conductor.idle('child', reads);
    conductor.step();
    expect(did).toEqual(['move 100', 'move 200', 'tell 200', 'line']);
  });

  it('does not count lines without a reader', () => {
    const { conductor, did } = alone([100, 200], [100, 200, 300]);
    conductor.idle('child', waits(250, 0, [1]));
    steps(conductor, 10);
    expect(did).toEqual(['move 100', 'move 200', 'move 250', 'tell 250']);
  });

  it('ignores a report that crossed the present', () => {
    const { conductor, did } = alone([], []);
    conductor.idle('child', waits(250, 0));
    steps(conductor, 2);
    conductor.idle('child', waits(250, 0));
    steps(conductor, 2);
    expect(did).toEqual(['move 250', 'tell 250']);
    conductor.idle('child', waits(400, 250));
    conductor.step();
    expect(did.at(-1)).toBe('move 400');
  });

  it('sends the present after an answer that time has brought', () => {
    const { world, conductor, did } = alone([], []);
    const { move } = world;
    world.move = to => {
      world.isServing = true;
      return move(to);
    };
    conductor.idle('child', waits(500));
    steps(conductor, 3);
    expect(did).toEqual(['move 500']);
    world.isServing = false;
    conductor.step();
    expect(did).toEqual(['move 500', 'tell 500']);
  });

  it('gives processes that ask their turn one after the other, in their order, once all wait', () => {
    const { world, did } = alone([], []);
    const asked: string[] = [];
    const conductor = new Conductor(
      { ...world, tell: (process: string) => asked.push(process) } as World<string, Port, Port>,
      (one, other) => one.localeCompare(other),
    );
    for (const process of ['c', 'a', 'b']) conductor.join(process, { takesTurns: true });
    conductor.turn('c');
    conductor.idle('b', waits(50, 0));
    expect(conductor.step()).toEqual({ kind: 'wait', for: 'word of a process' });
    conductor.turn('a');
    steps(conductor, 2);
    expect(asked).toEqual(['a']);
    conductor.idle('a', { ...waits(70, 0), locks: { awaited: ['lock'], released: [] } });
    conductor.step();
    conductor.idle('c', { ...waits(60, 0), locks: { awaited: [], released: ['lock'] } });
    conductor.step();
    expect(asked).toEqual(['a', 'c', 'a']);
    expect(did).toEqual([]);
  });

  it('gives the turn at once to a process that has been given something else meanwhile', () => {
    const { conductor, did } = alone([], []);
    conductor.idle('child', waits(10, 0));
    steps(conductor, 2);
    conductor.turn('child');
    expect(did).toEqual(['move 10', 'tell 10', 'tell 10']);
  });

  it('gives the last instant, and then ends once', () => {
    const { conductor, did } = alone([], []);
    conductor.idle('child', waits(Number.POSITIVE_INFINITY));
    steps(conductor, 3);
    expect(did).toEqual(['move 1000', 'tell 1000']);
    conductor.idle('child', waits(Number.POSITIVE_INFINITY));
    steps(conductor, 3);
    expect(did).toEqual(['move 1000', 'tell 1000', 'end']);
    expect(conductor.step()).toEqual({ kind: 'ended' });
  });

  it('waits for word of the process that was given something, not of the others', () => {
    const { world, conductor } = alone([], []);
    const bytes = { sent: 5, received: 7 };
    world.connections = new Map([[7, { sent: 7, received: 5 }]]);
    const owner = { ...waits(10), connections: new Map([[7, bytes]]) };
    conductor.join('other');
    conductor.idle('other', waits(20));
    conductor.idle('child', owner);
    conductor.hold({ port: 7 });
    expect(conductor.step().kind).toBe('serve');
    expect(conductor.step()).toEqual({ kind: 'wait', for: 'word of a process' });
    conductor.idle('child', owner);
    expect(conductor.step()).toEqual({ kind: 'move', to: 10 });
  });

  it('sends the others the present again when one is gone that had not reported yet', () => {
    const { conductor, did } = alone([], []);
    conductor.join('other');
    conductor.idle('child', waits(10));
    conductor.leave('other');
    expect(conductor.step().kind).toBe('tell');
    expect(did).toEqual(['tell 0']);
    expect(conductor.step()).toEqual({ kind: 'wait', for: 'word of a process' });
    conductor.idle('child', waits(10));
    expect(conductor.step()).toEqual({ kind: 'move', to: 10 });
  });

  it('asks the others again when a process is gone: one of them may have waited for its end', () => {
    const { conductor, did } = alone([], []);
    conductor.join('other');
    conductor.idle('child', waits(10));
    conductor.idle('other', waits(5));
    conductor.leave('other');
    expect([conductor.step().kind, conductor.step().kind]).toEqual(['tell', 'wait']);
    conductor.idle('child', waits(20));
    steps(conductor, 2);
    expect(did).toEqual(['tell 0', 'move 20', 'tell 20']);
  });

  it('forgets what is held of a connection that closes, and processes that are gone', () => {
    const { conductor, did } = alone([], []);
    conductor.hold({ port: 7 });
    conductor.closed(7, 0);
    conductor.join('other');
    conductor.idle('child', waits(10));
    expect(conductor.step()).toEqual({ kind: 'wait', for: 'word of a process' });
    conductor.leave('other');
    conductor.idle('other', waits(5));
    conductor.step();
    conductor.idle('child', waits(10));
    steps(conductor, 2);
    expect(did).toEqual(['tell 0', 'move 10', 'tell 10']);
  });
});
