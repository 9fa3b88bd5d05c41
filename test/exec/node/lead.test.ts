/** How far a Node program goes by itself, and when it does not. Decisions 0082 and 0094. */

import { describe, expect, it } from 'vitest';
import { Lead } from '../../../src/exec/preload/node/time/lead.mjs';

/** A thread whose timers are due at these times, with one connection. */
function thread(...due: number[]) {
  const rows = [[7, 100, 50]];
  const clock = { now: 10 };
  const connections = { sendings: 1, rows: () => rows };
  const timers = { queue: { next: due[0] as number | undefined }, fireDue: () => undefined };
  const asked: object[] = [];
  const control = { ask: (line: object) => void asked.push(line) };
  timers.fireDue = () => {
    while (due[0] !== undefined && due[0] <= clock.now) due.shift();
    timers.queue.next = due[0];
  };
  const parts = { clock, connections, timers, control };
  const lead = new Lead(parts as unknown as ConstructorParameters<typeof Lead>[0]);
  const goes = () => {
    while (lead.goOn());
    return clock.now;
  };
  return { lead, clock, rows, connections, asked, goes };
}

describe('a thread that was told until when nothing can come', () => {
  it('goes to its deadlines up to then, unless it has sent something', () => {
    const { lead, connections, goes } = thread(20, 30, 40, 50);
    expect(goes()).toBe(10);
    expect(lead.hear({ now: 15, free: 35 })).toBe(true);
    expect(goes()).toBe(30);
    lead.hear({ now: 30, free: 60 });
    connections.sendings = 2;
    expect(goes()).toBe(30);
  });

  it('with an answer, goes once it has read the answer, until it sends again', () => {
    const { lead, rows, goes } = thread(20, 30, 40, 50);
    lead.noteWord([[7, 100, 50]]);
    expect(lead.hear({ free: 35, at: [[7, 100, 90]] })).toBe(false);
    expect(goes()).toBe(10);
    rows[0] = [7, 100, 90];
    expect(goes()).toBe(30);
    rows[0] = [7, 140, 90];
    lead.hear({ free: 60, at: [[7, 100, 90]] });
    expect(goes()).toBe(30);
  });

  it('does not go when it has said that it waits with the answer: the sandbox moves time then', () => {
    const { lead, rows, goes } = thread(20);
    rows[0] = [7, 100, 90];
    lead.noteWord([[7, 100, 90]]);
    lead.hear({ free: 35, at: [[7, 100, 90]] });
    expect(goes()).toBe(10);
  });

  it('does not go by an answer to a request that it sent before it started a program', () => {
    const { lead, goes } = thread(20);
    lead.stop();
    lead.hear({ free: 35, at: [[7, 100, 50]] });
    expect(goes()).toBe(10);
    lead.noteWord([[7, 100, 40]]);
    lead.hear({ free: 35, at: [[7, 100, 50]] });
    expect(goes()).toBe(20);
  });

  it('takes its connections in any order, and compares each of them', () => {
    const { lead, rows, goes } = thread(20);
    rows.push([3, 1, 2]);
    lead.hear({ free: 35, at: [[7, 100, 50]] });
    expect(goes()).toBe(10);
    const at = [
      [3, 1, 2],
      [7, 100, 50],
    ];
    lead.hear({ free: 35, at });
    expect(goes()).toBe(20);
  });

  it('has the sandbox follow before others see what it does', () => {
    const { lead, asked, goes } = thread(20);
    lead.hear({ now: 10, free: 35 });
    lead.settle();
    goes();
    lead.settle();
    expect(asked).toEqual([{ say: 'time', now: 20 }]);
  });
});
