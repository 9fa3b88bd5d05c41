/**
 * The loop of a run: gives ticks to an engine and lets drivers act between them, in simulated order,
 * up to the end of each turn. A backtest takes one turn, a sandbox one for each step of its clock.
 * Both give the same ledger.
 */

import type { Driver } from '../engine/driver.js';
import type { Engine } from '../engine/engine.js';
import { FeedMerge } from '../feed/merge.js';
import type { TickRows, TickWindow } from '../market/tick.js';
import { type Instant, instant } from '../time/instant.js';
import { hasStop, type TurnEnd } from './turn-end.js';

/** Whether quiet ticks are passed by their bounds, or each tick is taken. */
export const REPLAY_MODES = ['pass-quiet', 'every-tick'] as const;
/** One of the replay modes. */
export type ReplayMode = (typeof REPLAY_MODES)[number];

/** What the loop is made from. */
export interface RunLoopOptions {
  /** Ticks by instrument slot; undefined for an instrument without prices. */
  readonly ticks: readonly (readonly TickWindow[] | undefined)[];
  readonly drivers: readonly Driver[];
  /** The window: first instant, inclusive, and end, exclusive. */
  readonly from: Instant;
  readonly to: Instant;
  /** Default: pass-quiet. Both modes give the same ledger, byte for byte (decision 0012). */
  readonly replay?: ReplayMode;
  /** Receives from time to time the number of ticks done, and of all ticks. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Whether the run has ended after the last tick taken; default: only the window ends it. */
  readonly isOver?: () => boolean;
}

const PROGRESS_EVERY = 65_536;

/**
 * Owns the place in the ticks of one engine: which come next, and how many were taken. Only its
 * `advance` methods, `step` and `finish` move it, together with the engine. Always: every tick before
 * the engine's time was taken, in the order of time.
 */
export class RunLoop {
  readonly #engine: Engine;
  readonly #options: RunLoopOptions;
  readonly #drivers: readonly Driver[];
  readonly #to: Instant;
  readonly #feed: FeedMerge;
  readonly #isOver: () => boolean;
  readonly #passes: boolean;
  readonly #onProgress: RunLoopOptions['onProgress'];
  readonly #total: number;
  #nextAction: number;
  #ticks = 0;
  #told = 0;

  /** @param feed - the ticks, at the place at which the loop starts; default: at `from`. */
  constructor(engine: Engine, options: RunLoopOptions, feed = feedOf(options)) {
    const { drivers, to, replay, onProgress } = options;
    this.#engine = engine;
    this.#options = options;
    this.#drivers = drivers;
    this.#to = to;
    this.#feed = feed;
    this.#isOver = options.isOver ?? never;
    this.#passes = replay !== 'every-tick' && !engine.hasTickSubscriber;
    this.#onProgress = onProgress;
    this.#total = this.#feed.remaining;
    this.#nextAction = nextActionOf(drivers);
  }

  /**
   * A separate loop at the same place, for a fork of the engine.
   * @param engine - the fork.
   * @param drivers - the drivers of the fork, each as far as the one here.
   */
  fork(engine: Engine, drivers: readonly Driver[]): RunLoop {
    const copy = new RunLoop(engine, { ...this.#options, drivers }, this.#feed.clone());
    copy.#ticks = this.#ticks;
    copy.#told = this.#told;
    return copy;
  }

  /** The last instant of the window. */
  get last(): Instant {
    return instant(this.#to - 1);
  }

  /** Number of ticks taken so far. */
  get ticks(): number {
    return this.#ticks;
  }

  /** Number of ticks still to come. */
  get ticksLeft(): number {
    return this.#feed.remaining;
  }

  /**
   * Microseconds of the next instant at which something happens by itself; Infinity after the
   * window.
   */
  peekTime(): number {
    if (this.#isOver()) return Number.POSITIVE_INFINITY;
    const next = Math.min(this.#feed.peekTime(), this.#engine.peekTime(), this.#nextAction);
    return next < this.#to ? next : Number.POSITIVE_INFINITY;
  }

  /** Time of the last tick of `slot` that is known, microseconds; -Infinity when it has none. */
  lastTickOf(slot: number): number {
    return this.#feed.lastTickOf(slot);
  }

  /** Time of the first tick of `slot` that is to come and not before `time`, microseconds; Infinity when there is none. */
  nextTickOf(slot: number, time: number): number {
    return this.#feed.peekTimeOf(slot, time);
  }

  /** Turns up to and including `time`, but not past the last instant of the window. */
  advanceTo(time: Instant): void {
    const last = instant(Math.min(time, this.#to - 1));
    this.#takeTicks(last + 1);
    if (this.#isOver()) return;
    this.#actBefore(last + 1);
    if (last >= this.#engine.now) this.#engine.advanceTo(last);
  }

  /**
   * Takes the next event, action or tick up to and including `time`, and passes quiet ticks before
   * it. @returns whether there was one.
   */
  step(time: Instant): boolean {
    const to = instant(Math.min(time, this.#to - 1));
    return this.#takeOne({ to, through: 'commands' }) !== undefined;
  }

  /**
   * Adds ticks at the end of the source of `slot`: none may be before the last tick of the source
   * or before the present instant.
   */
  append(slot: number, window: TickWindow): void {
    this.#feed.append(slot, window);
  }

  /** Gives the ticks still to come of `slot` as `disturb` makes them; it keeps their times. */
  disturb(slot: number, disturb: (window: TickWindow) => TickWindow): void {
    this.#feed.disturb(slot, disturb);
  }

  /**
   * Takes the next `count` ticks one by one, and everything that is due before the last of them.
   */
  advanceTicks(count: number): void {
    const feed = this.#feed;
    for (let taken = 0; taken < count && feed.next(); taken++) this.#takeTick();
  }

  /**
   * Turns up to `end`, or to the first tick or event that `end.until` names. In the second case
   * time may stand in the middle of an instant.
   * @returns whether the turn ended early.
   */
  advanceUntil(end: TurnEnd): boolean {
    const { ledger } = this.#engine;
    let known = ledger.length;
    for (;;) {
      const taken = this.#takeOne(end);
      if (taken === undefined) break;
      if (end.until === undefined) continue;
      if (taken === end.until || hasStop(ledger, known, end.until)) return true;
      known = ledger.length;
    }
    this.#engine.advanceTo(end.to, end.through);
    return false;
  }

  /**
   * Turns to the end of the window. Events that are due at the end itself stay in the engine's
   * queue.
   */
  finish(): void {
    this.#takeTicks(this.#to);
    if (!this.#isOver()) {
      this.#actBefore(this.#to);
      this.#engine.advanceBefore(this.#to);
    }
    this.#onProgress?.(this.#ticks, this.#total);
  }

  /**
   * Takes the next event, action or tick before `end`. Quiet ticks before it are passed if allowed.
   */
  #takeOne({ to, through, until }: TurnEnd): 'event' | 'tick' | undefined {
    const engine = this.#engine;
    const feed = this.#feed;
    const limit = through === 'timers' ? to : to + 1;
    if (this.#passes && until !== 'tick') {
      this.#ticks += engine.pass(feed, Math.min(this.#nextAction, limit));
    }
    const tick = feed.peekTime();
    const action = this.#nextAction;
    if (action < Math.min(tick, limit)) {
      if (!engine.takeEvent(instant(action), 'commands')) this.#actBefore(action + 1);
      return 'event';
    }
    if (tick >= limit) return engine.takeEvent(to, through) ? 'event' : undefined;
    if (engine.takeEvent(instant(tick), 'timers')) return 'event';
    feed.next();
    this.#takeTick();
    return 'tick';
  }

  /** Takes every tick before `limit`, and everything that is due before the last of them. */
  #takeTicks(limit: number): void {
    const engine = this.#engine;
    const feed = this.#feed;
    while (!this.#isOver()) {
      const stop = Math.min(this.#nextAction, limit);
      this.#ticks += this.#passes ? engine.pass(feed, stop) : engine.walk(feed, stop);
      this.#tell();
      if (feed.peekTime() >= limit) return;
      feed.next();
      this.#takeTick();
    }
  }

  /** Takes the current tick of the feed. */
  #takeTick(): void {
    const feed = this.#feed;
    if (feed.time > this.#nextAction) this.#actBefore(feed.time);
    this.#engine.tick(feed as TickRows, feed.row);
    this.#ticks += 1;
  }

  /**
   * Runs every driver action before `time`, earliest first. At one instant drivers act in their
   * order, and each command takes effect before the next action.
   */
  #actBefore(time: number): void {
    const engine = this.#engine;
    for (;;) {
      const at = nextActionOf(this.#drivers);
      this.#nextAction = at;
      if (at >= time) return;
      const driver = this.#drivers.find(each => each.nextAt?.() === at);
      engine.advanceTo(instant(at));
      driver?.act?.(engine, instant(at));
      engine.advanceTo(instant(at));
    }
  }

  #tell(): void {
    if (this.#ticks - this.#told < PROGRESS_EVERY) return;
    this.#onProgress?.(this.#ticks, this.#total);
    this.#told = this.#ticks;
  }
}

const never = () => false;

/** One list for all instruments without ticks, so that feeds over the same ticks are known as such. */
const UNPRICED: readonly TickWindow[] = [];

function feedOf({ ticks, from, to }: RunLoopOptions): FeedMerge {
  return new FeedMerge(
    Array.from(ticks, each => each ?? UNPRICED),
    from,
    to,
  );
}

function nextActionOf(drivers: readonly Driver[]): number {
  return drivers.reduce(
    (earliest, driver) => Math.min(earliest, driver.nextAt?.() ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  );
}

/** Runs `engine` from its current instant to the end of the window. @returns the ticks taken. */
export function runEngine(engine: Engine, options: RunLoopOptions): number {
  const loop = new RunLoop(engine, options);
  loop.finish();
  return loop.ticks;
}
