import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type Idleness, Silence } from '../../../../src/broker/runtime/lockstep/idleness.js';
import { Lockstep } from '../../../../src/broker/runtime/lockstep/lockstep.js';
import {
  SleepingThreads,
  type ThreadsDo,
  tellsOfThreads,
  threadsOf,
} from '../../../../src/broker/runtime/lockstep/threads.js';

const turn = () => new Promise(resolve => setImmediate(resolve));
const turns = async (count: number) => {
  for (let at = 0; at < count; at++) await turn();
};

/** Lockstep over a market of `left` steps. */
function stepper(left: number) {
  const market = { steps: 0, unread: false, waiting: 0 };
  const lockstep = new Lockstep({
    step: () => {
      market.steps += 1;
      return undefined;
    },
    hasEnded: () => market.steps >= left,
    isUnread: () => market.unread,
    waiting: () => market.waiting,
  });
  return { market, lockstep };
}

/** A client that is idle when the test says so. */
function idleWhen(isIdle: () => boolean): Idleness {
  return { by: 'hook', moved: () => undefined, look: () => (isIdle() ? undefined : 0) };
}

describe('lockstep', () => {
  it('steps while the client is idle, until nothing is left', async () => {
    const { market, lockstep } = stepper(5);
    lockstep.seeBy(idleWhen(() => true));
    lockstep.start();
    await turns(20);
    expect(market.steps).toBe(5);
  });

  it('waits for a request in work, for unread lines and for the client, and stops when told', async () => {
    const { market, lockstep } = stepper(Number.POSITIVE_INFINITY);
    let isIdle = true;
    lockstep.seeBy(idleWhen(() => isIdle));
    lockstep.traffic.begin();
    lockstep.start();
    await turns(10);
    expect(market.steps).toBe(0);
    market.unread = true;
    lockstep.traffic.end();
    await turns(10);
    expect(market.steps).toBe(0);
    isIdle = false;
    market.unread = false;
    await turns(10);
    expect(market.steps).toBe(0);
    isIdle = true;
    while (market.steps === 0) await turn();
    lockstep.stop();
    const { steps } = market;
    await turns(10);
    expect(market.steps).toBe(steps);
  });

  it('does not wait for a request that itself waits for time', async () => {
    const { market, lockstep } = stepper(1);
    lockstep.seeBy(idleWhen(() => true));
    lockstep.traffic.begin();
    market.waiting = 1;
    lockstep.start();
    await turns(5);
    expect(market.steps).toBe(1);
  });

  it('makes one step an acknowledgement, after the requests in work', async () => {
    const { market, lockstep } = stepper(10);
    lockstep.start();
    await turns(5);
    expect([lockstep.by, market.steps]).toEqual(['ack', 0]);
    lockstep.traffic.begin();
    const acks = [lockstep.ack(() => market.steps), lockstep.ack(() => market.steps)];
    await turns(5);
    expect(market.steps).toBe(0);
    lockstep.traffic.end();
    expect(await Promise.all(acks)).toEqual([1, 2]);
  });
});

describe('silence', () => {
  it('begins again with every request, and with every step', async () => {
    let count = 0;
    const silence = new Silence(5, () => count);
    expect(silence.look()).toBe(5);
    while (silence.look() !== undefined) await turn();
    count += 1;
    expect(silence.look()).toBe(5);
    while (silence.look() !== undefined) await turn();
    silence.moved();
    expect(silence.look()).toBeGreaterThan(0);
  });
});

describe('sleeping threads', () => {
  /** Looks once for each state, with the count of the wire as it is then. */
  function looks(states: readonly (readonly [ThreadsDo, number, boolean?])[]) {
    let now: readonly [ThreadsDo, number, boolean?] = ['work', 0];
    const wire = {
      get count() {
        return now[1];
      },
      get isFlushed() {
        return now[2] ?? true;
      },
    };
    const threads = new SleepingThreads(() => now[0], wire);
    return states.map(state => {
      now = state;
      return threads.look() === undefined;
    });
  }

  it('are believed after two turns in which nothing came', () => {
    const asleep = ['sleep', 7] as const;
    expect(looks([asleep, asleep, asleep])).toEqual([false, false, true]);
  });

  it.each([
    ['a thread that woke', ['work', 7] as const],
    ['bytes that came', ['sleep', 8] as const],
    ['bytes that have not left', ['sleep', 7, false] as const],
  ])('are not believed after %s', (_what, disturbed) => {
    const asleep = ['sleep', 8] as const;
    const seen = looks([['sleep', 7], ['sleep', 7], disturbed, asleep, asleep, asleep]);
    expect(seen.slice(0, 4)).toEqual([false, false, false, false]);
    expect(seen.at(-1)).toBe(true);
  });

  it('are never believed of a process that has ended', () => {
    const threads = new SleepingThreads(() => 'gone', { count: 0, isFlushed: true });
    expect([threads.look(), threads.look(), threads.look()]).toEqual([
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
  });

  it.runIf(tellsOfThreads())(
    'are seen in a process and its descendants, until it ends [needs Linux]',
    async () => {
      const busy = 'process.stdout.write("up"); for (;;);';
      const parent = `const child = require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(busy)}], { stdio: "inherit" });
        process.stdin.once("data", () => child.kill("SIGKILL"));`;
      const child = spawn(process.execPath, ['-e', parent], { stdio: ['pipe', 'pipe', 'inherit'] });
      const pid = child.pid as number;
      await once(child.stdout, 'data');
      // Its own threads sleep, but its child works.
      for (let look = 0; look < 20; look++) {
        expect(threadsOf(pid)).toBe('work');
        await turn();
      }
      child.stdin.write('stop\n');
      while (threadsOf(pid) !== 'sleep') await turn();
      child.kill('SIGKILL');
      await once(child, 'close');
      expect(threadsOf(pid)).toBe('gone');
    },
  );
});
