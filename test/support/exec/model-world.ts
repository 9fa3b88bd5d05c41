/**
 * A world for the conductor without sockets: everything that is on its way waits in a channel, and
 * whoever drives the model says which channel delivers next, and how much. So every order in which
 * bytes, words and answers may arrive can be tried.
 */

import { Conductor } from '../../../src/exec/virtual/rule/conductor.js';
import type { Bytes, IdleReport } from '../../../src/exec/virtual/rule/stimulus.js';
import type { World } from '../../../src/exec/virtual/rule/world.js';
import { BYTES, ModelChild, type Plan, type Rows, STREAM_PORT } from './model-child.js';

interface Held {
  readonly port: number;
}

/** Something that is on its way. @param part - a number that says how much arrives. */
type Delivery = (part: number) => void;

/** The times of a market. */
export interface Market {
  readonly start: number;
  readonly end: number;
  /** Instants at which a price changes. */
  readonly prices: readonly number[];
}

export class ModelWorld implements World<string, Held, Held> {
  /** What was given, in order, with simulated time. */
  readonly given: string[] = [];
  /** What broke the rule: a stimulus while something was on its way. */
  readonly broken: string[] = [];
  readonly conductor = new Conductor<string, Held, Held>(this);
  readonly child: ModelChild;
  readonly last: number;
  now: number;
  hasEnded = false;
  readonly #market: Market;
  readonly #ours = new Map<number, { sent: number; received: number }>();
  /** Bytes that wait in each direction of each connection, and the words of the child. */
  readonly #up = new Map<number, number>();
  readonly #down = new Map<number, number>();
  readonly #words: IdleReport[] = [];
  readonly #serving: Held[] = [];
  /** Lines to the child: the time, and until when nothing can come once it has read an answer. */
  readonly #told: ({ now: number; free: number | undefined } | { at: Rows; free: number })[] = [];
  #lines = 0;
  #isOpen = false;

  /**
   * @param frees - whether the child may go on by itself where nothing can come
   * @param pace - gives a number that says how far time may go now; absent: as far as it likes
   */
  constructor(
    plan: Plan,
    market: Market,
    private readonly frees = true,
    private readonly pace?: () => number,
  ) {
    this.#market = market;
    this.now = market.start;
    this.last = market.end;
    this.child = new ModelChild(plan, market.start, {
      send: port => this.#up.set(port, (this.#up.get(port) ?? 0) + BYTES),
      say: report => this.#words.push(report),
    });
    this.conductor.join('child');
    this.child.start();
  }

  get connections(): ReadonlyMap<number, Bytes> {
    return this.#ours;
  }

  get isServing(): boolean {
    return this.#serving.length > 0;
  }

  get streams(): readonly Held[] {
    return this.#lines > 0 ? [{ port: STREAM_PORT }] : [];
  }

  get nextLines(): number {
    if (!this.#isOpen) return Number.POSITIVE_INFINITY;
    return this.#market.prices.find(at => at > this.now) ?? Number.POSITIVE_INFINITY;
  }

  get freeUntil(): number {
    const isQuiet = this.frees && !this.#isOpen && !this.isServing;
    return isQuiet ? this.last - 1 : this.now;
  }

  freeAfter({ port }: Held): number {
    return port === STREAM_PORT ? this.now : this.freeUntil;
  }

  readonly isBeforeLate = false;

  calm() {
    return 'calm' as const;
  }

  serve(held: Held): void {
    this.#note(`serve ${held.port}`);
    this.#serving.push(held);
  }

  stateOf(held: Held): 'answered' | 'over' {
    return this.#serving.includes(held) ? 'answered' : 'over';
  }

  release(): void {
    this.#note('line');
    this.#lines -= 1;
    this.#write(STREAM_PORT);
  }

  reach(to: number): boolean {
    const part = (this.pace?.() ?? 0) % 3;
    if (part === 0) return true;
    const drifts = !this.#isOpen && !this.isServing;
    if (drifts) this.now = Math.min(to - 1, this.now + 100 * part);
    return false;
  }

  move(to: number): void {
    // Where the child is already, it is given nothing.
    if (to > this.child.now) this.#note(`move ${to}`);
    const passed = this.#market.prices.filter(at => at > this.now && at <= to);
    this.now = to;
    if (this.#isOpen) this.#lines += passed.length;
  }

  tell(_process: string, now: number, free?: number): void {
    this.#note('tell');
    this.#told.push({ now, free });
  }

  free(_process: string, free: number): void {
    const at = Array.from(this.#ours, ([port, { sent, received }]) => [port, received, sent]);
    this.#told.push({ at, free });
  }

  end(): void {
    this.hasEnded = true;
  }

  /** Whatever may happen next, in no order. */
  deliveries(): Delivery[] {
    const { conductor, child } = this;
    const words = this.#words.splice(0, 1);
    this.#words.unshift(...words);
    return [
      ...words.map(report => () => {
        this.#words.shift();
        conductor.idle('child', report);
      }),
      ...this.#told.slice(0, 1).map(line => () => {
        this.#told.shift();
        if ('at' in line) child.hearFree(line.free, line.at);
        else child.tell(line.now, line.free);
      }),
      ...this.#flowing(this.#up, (port, bytes) => this.#arrive(port, bytes)),
      ...this.#flowing(this.#down, (port, bytes) => child.receive(port, bytes)),
      ...this.#serving.map(held => () => this.#answer(held)),
    ];
  }

  #flowing(channel: Map<number, number>, take: (port: number, bytes: number) => void): Delivery[] {
    return [...channel].map(([port, waiting]) => part => {
      const bytes = 1 + (part % waiting);
      if (bytes === waiting) channel.delete(port);
      else channel.set(port, waiting - bytes);
      take(port, bytes);
    });
  }

  #arrive(port: number, bytes: number): void {
    const ours = this.#ours.get(port) ?? { sent: 0, received: 0 };
    if (!this.#ours.has(port)) this.conductor.opened(port);
    ours.received += bytes;
    this.#ours.set(port, ours);
    if (ours.received % BYTES === 0) this.conductor.hold({ port });
  }

  #answer(held: Held): void {
    this.#serving.splice(this.#serving.indexOf(held), 1);
    if (held.port === STREAM_PORT) this.#isOpen = true;
    this.#write(held.port);
    this.conductor.answered(held);
  }

  #write(port: number): void {
    const ours = this.#ours.get(port);
    if (ours !== undefined) ours.sent += BYTES;
    this.#down.set(port, (this.#down.get(port) ?? 0) + BYTES);
  }

  #note(what: string): void {
    // A word about what may come later gives the child nothing, and may be late.
    const words = this.#told.filter(line => 'at' in line).length > 0 ? 1 : 0;
    if (this.deliveries().length > words) this.broken.push(`${this.now} ${what}`);
    this.given.push(`${this.now} ${what}`);
  }
}

/** Lets a world run to the end of its window. @param draw - gives numbers of at least 0. */
export function run(world: ModelWorld, draw: () => number): ModelWorld {
  for (let turn = 0; !world.hasEnded; turn++) {
    if (turn > 100_000) throw new Error(`the world does not end: ${world.given.slice(-5)}`);
    const deliveries = world.deliveries();
    // The conductor may be asked at any moment, also while things are on their way.
    const at = draw() % (deliveries.length + 1);
    const delivery = deliveries[at];
    if (delivery === undefined) world.conductor.step();
    else delivery(draw());
  }
  return world;
}
