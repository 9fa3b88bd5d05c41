import { afterEach, describe, expect, it } from 'vitest';
import type { PaceSetup } from '../../../../../src/broker/runtime/clock/pace.js';
import { instant } from '../../../../../src/core/time/instant.js';
import { sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { HandChild } from '../../../../support/exec/hand-child.js';
import { openVirtual } from '../../../../support/exec/plain-front.js';

/** A program in virtual time that a person watches. Source: decision 0086. */

const SECOND = 1_000_000;
const { from } = sandboxScenario();
const opened: Awaited<ReturnType<typeof openVirtual>>[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map(each => each.close()));
});

/** A child before a market of a minute, whose time is held by a wall clock in the hand of the test. */
async function held(setup: Partial<PaceSetup> = {}) {
  const wall = { ms: 0 };
  const scenario = sandboxScenario({ to: instant(from + 60 * SECOND) });
  const pace = { speed: 10, paused: false, wallMs: () => wall.ms, ...setup };
  const virtual = await openVirtual(scenario, [], pace);
  opened.push(virtual);
  return { virtual, hand: new HandChild(virtual), wall, clock: virtual.clock };
}

/** Lets time look again, some milliseconds of the wall later. */
async function pass(wall: { ms: number }, ms: number, hand: HandChild): Promise<void> {
  for (let at = 0; at < ms; at += 50) {
    wall.ms += 50;
    hand.wait(from + 5 * SECOND);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  }
}

const passed = ({ now }: { readonly now: number }) => (now - from) / SECOND;

describe('the pace of virtual time', () => {
  it('goes so many simulated seconds a second, and sends the program its deadline only', async () => {
    const { virtual, hand, wall } = await held();
    await pass(wall, 200, hand);
    expect([passed(virtual.simulation), hand.nows]).toEqual([2, []]);
    await pass(wall, 300, hand);
    expect([passed(virtual.simulation), hand.nows]).toEqual([5, [from + 5 * SECOND]]);
  });

  it('does not run after a program that computed for long', async () => {
    const { virtual, hand, wall } = await held();
    wall.ms = 60_000;
    await pass(wall, 50, hand);
    expect(passed(virtual.simulation)).toBeLessThanOrEqual(1);
  });

  it('stands while it is paused, and goes on when it is played', async () => {
    const { virtual, hand, wall, clock } = await held({ paused: true });
    await pass(wall, 1_000, hand);
    expect([passed(virtual.simulation), clock.state.state]).toEqual([0, 'paused']);
    clock.play(20);
    await pass(wall, 100, hand);
    expect([passed(virtual.simulation), clock.state.speed]).toEqual([2, 20]);
    await clock.pause();
    await pass(wall, 1_000, hand);
    expect(passed(virtual.simulation)).toBe(2);
  });

  it('goes one step, over deadlines of the program, and stands again', async () => {
    const { virtual, hand, wall, clock } = await held({ paused: true });
    const stepped = clock.advance({ by: 7 * SECOND });
    await pass(wall, 50, hand);
    hand.wait();
    await stepped;
    expect([passed(virtual.simulation), hand.nows]).toEqual([7, [from + 5 * SECOND]]);
    expect(clock.state.state).toBe('paused');
  });

  it('goes to the next tick, which only viewers see', async () => {
    const { virtual, hand, clock } = await held({ paused: true });
    const before = virtual.simulation.ticks;
    const stepped = clock.advance({ ticks: 1 });
    hand.wait();
    await stepped;
    expect([virtual.simulation.ticks, hand.nows]).toEqual([before + 1, []]);
  });

  it('shows the state of its clock, and ends a step when it is closed', async () => {
    const { virtual, clock } = await held({ paused: true });
    expect(clock.state).toMatchObject({ mode: 'lockstep', idleBy: 'hook', speed: 10 });
    const stepped = clock.advance({ by: SECOND });
    virtual.time.close();
    await stepped;
    expect(clock.state.state).toBe('paused');
  });

  it('stops by itself at a fill, and says so', async () => {
    const { virtual, hand, wall, clock } = await held({ paused: true });
    const reasons: string[] = [];
    clock.onPause(({ reason }) => reasons.push(reason));
    clock.play(Number.POSITIVE_INFINITY, ['fill']);
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
    await virtual.simulation.submit(virtual.account, { type: 'CreateOrder', order });
    await pass(wall, 50, hand);
    expect([reasons, clock.state.state]).toEqual([['fill'], 'paused']);
  });
});
