/**
 * A child of `exec` as a model: pollers and a reader of a stream in one process, each with a connection
 * of its own. What it does follows from its plan and from what it is given; it draws nothing.
 */

import type { IdleReport } from '../../../src/exec/virtual/rule/stimulus.js';

/** Bytes of every request, answer and line. */
export const BYTES = 10;
/** The port of the stream; pollers have the ports before it, and orders go over the one after it. */
export const STREAM_PORT = 100;
export const ORDER_PORT = 101;
/** Stands among the deadlines for a timer that sends nothing. */
const TICK = -1;

/** Local port, bytes sent and bytes received of each connection. */
export type Rows = readonly (readonly number[])[];

/** What the child does. */
export interface Plan {
  /** Microseconds between the polls of each poller. */
  readonly periods: readonly number[];
  /** Microseconds between two ticks of a timer that sends nothing; 0 for none. */
  readonly tick: number;
  /** Whether it reads a stream. */
  readonly reads: boolean;
  /** It sends an order at every so many lines. */
  readonly ordersEvery: number;
}

/** Where the child sends. */
export interface Outward {
  send(port: number): void;
  say(report: IdleReport): void;
}

interface Counted {
  sent: number;
  received: number;
}

export class ModelChild {
  /** What it saw, in order, with its own time. */
  readonly seen: string[] = [];
  readonly #plan: Plan;
  readonly #outward: Outward;
  readonly #counts = new Map<number, Counted>();
  /** Deadlines of pollers that sleep. */
  readonly #due = new Map<number, number>();
  #now: number;
  /** Until when it may go on by itself; what it sends ends that. */
  #free = 0;
  /** How its connections must stand for that, and how they stood when it spoke last. */
  #freeAt: string | undefined;
  #saidAt = '';
  #lines = 0;

  constructor(plan: Plan, start: number, outward: Outward) {
    this.#plan = plan;
    this.#now = start;
    this.#outward = outward;
  }

  /** Its present. */
  get now(): number {
    return this.#now;
  }

  /** Its first work: every poller and the reader send a request. */
  start(): void {
    for (const port of this.#plan.periods.keys()) this.#send(port);
    if (this.#plan.reads) this.#send(STREAM_PORT);
    if (this.#plan.tick > 0) this.#due.set(TICK, this.#now + this.#plan.tick);
    this.#rest();
  }

  /** Time is `now`: the pollers that are due send, in the order of their deadlines. */
  tell(now: number, free = 0): void {
    this.#free = free;
    this.#freeAt = undefined;
    this.#goTo(now);
  }

  #goTo(now: number): void {
    this.#now = now;
    this.seen.push(`${now} now`);
    const due = [...this.#due].filter(([, at]) => at <= now).sort((a, b) => a[1] - b[1]);
    for (const [port] of due) {
      this.#due.delete(port);
      if (port === TICK) this.#due.set(TICK, now + this.#plan.tick);
      else this.#send(port);
    }
    this.#rest();
  }

  /** The child may go on by itself once its connections stand so, unless it has said that they do. */
  hearFree(free: number, at: Rows): void {
    if (inOrder(at) === this.#saidAt) return;
    this.#free = free;
    this.#freeAt = inOrder(at);
  }

  /** Bytes have come on a connection. */
  receive(port: number, bytes: number): void {
    const counts = this.#counts.get(port) as Counted;
    counts.received += bytes;
    if (counts.received % BYTES === 0) this.#take(port);
    this.#rest();
  }

  #take(port: number): void {
    this.seen.push(`${this.#now} bytes on ${port}`);
    const period = this.#plan.periods[port];
    if (period !== undefined) this.#due.set(port, this.#now + period);
    if (port !== STREAM_PORT) return;
    this.#lines += 1;
    if (this.#lines % this.#plan.ordersEvery === 0) this.#send(ORDER_PORT);
  }

  #send(port: number): void {
    this.#free = 0;
    const counts = this.#counts.get(port) ?? { sent: 0, received: 0 };
    // The connection that was sent on last is the last of all.
    this.#counts.delete(port);
    this.#counts.set(port, { ...counts, sent: counts.sent + BYTES });
    this.#outward.send(port);
  }

  #rest(): void {
    const next = Math.min(...this.#due.values());
    const connections = new Map([...this.#counts].map(([port, counts]) => [port, { ...counts }]));
    const rows = inOrder(Array.from(connections, ([port, one]) => [port, one.sent, one.received]));
    if (next <= this.#free && (this.#freeAt ?? rows) === rows) {
      this.#goTo(next);
      return;
    }
    this.#saidAt = rows;
    this.#outward.say({ now: this.#now, until: next, connections, unread: new Set() });
  }
}

function inOrder(rows: Rows): string {
  return [...rows].sort(([one = 0], [other = 0]) => one - other).join();
}
