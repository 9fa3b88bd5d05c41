/**
 * Turns the crank: feeds ticks to an engine and lets drivers act in between, in simulated order.
 */

import { FeedMerge } from '../feed/merge.js';
import type { TickWindow } from '../market/tick.js';
import { type Instant, instant } from '../time/instant.js';
import type { Driver } from './driver.js';
import type { Engine } from './engine.js';

/** Whether ticks that nobody has to look at are passed by their bounds, or each is taken. */
export const REPLAY_MODES = ['pass-quiet', 'every-tick'] as const;
export type ReplayMode = (typeof REPLAY_MODES)[number];

export interface RunOptions {
  /** Ticks by instrument slot; undefined for an instrument that nobody prices. */
  readonly ticks: readonly (readonly TickWindow[] | undefined)[];
  readonly drivers: readonly Driver[];
  /** First instant, inclusive, and end, exclusive. */
  readonly from: Instant;
  readonly to: Instant;
  /** Default: pass-quiet. Both give the same ledger, byte for byte (decision 0012). */
  readonly replay?: ReplayMode;
  /** Told now and then how many of the ticks are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

const PROGRESS_EVERY = 65_536;

/** Runs `engine` from where it stands to `to`. @returns the number of ticks taken. */
export function runEngine(engine: Engine, options: RunOptions): number {
  const feed = new FeedMerge(
    options.ticks.map(each => each ?? []),
    options.from,
    options.to,
  );
  const total = feed.remaining;
  const passes = options.replay !== 'every-tick' && !engine.hasTickSubscriber;
  let nextAction = nextActionOf(options.drivers);
  let ticks = 0;
  let told = 0;
  for (;;) {
    if (passes) ticks += engine.pass(feed, nextAction);
    if (ticks - told >= PROGRESS_EVERY) {
      options.onProgress?.(ticks, total);
      told = ticks;
    }
    if (!feed.next()) break;
    if (feed.time > nextAction) nextAction = actUntil(engine, options.drivers, feed.time);
    engine.tick(feed.source, feed.window as TickWindow, feed.row, feed.columns);
    ticks += 1;
    if (passes) continue;
    const end = feed.runEnd(nextAction);
    if (end <= feed.row + 1) continue;
    const walked = engine.walk(feed, end);
    if (walked > 0) feed.leap(walked);
    ticks += walked;
  }
  actUntil(engine, options.drivers, options.to);
  engine.advanceBefore(options.to);
  options.onProgress?.(ticks, total);
  return ticks;
}

/**
 * Lets every driver action before `time` happen, earliest first; at one instant the drivers act in
 * their order, and each command takes effect before the next action.
 * @returns the instant of the next action.
 */
function actUntil(engine: Engine, drivers: readonly Driver[], time: number): number {
  for (;;) {
    const at = nextActionOf(drivers);
    if (at >= time) return at;
    const driver = drivers.find(each => each.nextAt?.() === at);
    engine.advanceTo(instant(at));
    driver?.act?.(engine, instant(at));
    engine.advanceTo(instant(at));
  }
}

function nextActionOf(drivers: readonly Driver[]): number {
  return drivers.reduce(
    (earliest, driver) => Math.min(earliest, driver.nextAt?.() ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  );
}
