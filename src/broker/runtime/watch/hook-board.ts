/**
 * Which hook runs now, in memory that threads share: the thread of the strategies writes it at every
 * hook, another one reads it while the first is busy or after it has died.
 */

import type { HookWatch } from '../../../core/strategy/hook-watch.js';
import { STRATEGY_HOOKS, type StrategyHook } from '../../../core/strategy/strategy-error.js';
import { type Instant, instant } from '../../../core/time/instant.js';

/** A hook as the board has it. */
export interface BoardedHook {
  readonly hook: StrategyHook;
  /** The place of its strategy among those that the writer named. */
  readonly strategy: number;
  /** Simulated time, microseconds since 1970. */
  readonly time: Instant;
  /** Number of hooks called so far, this one included. */
  readonly count: number;
  /** Whether it has not returned. */
  readonly isRunning: boolean;
}

/** A hook that has not returned for a second or longer. */
export interface LateHook {
  readonly name: StrategyHook;
  /** Simulated time at which it was called. */
  readonly time: Instant;
  /** Wall seconds that it has run, whole ones. */
  readonly seconds: number;
}

/** The calls of a hook that has not returned for some time. */
export interface LateStack {
  /** The number of the hook on the board. */
  readonly count: number;
  /** The calls in the form of the stack of an error; undefined when they are not available. */
  readonly stack: string | undefined;
}

/** Places of the values on the board. */
const COUNT = 0;
const HOOK = 1;
const STRATEGY = 2;
const TIME = 3;
const RUNS = 4;
const VALUES = 5;

/** Memory for a board. */
export function boardMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(VALUES * Float64Array.BYTES_PER_ELEMENT);
}

/** Writes each hook of the strategies of `accountIDs` to the board in `memory`. */
export function boardWatch(memory: SharedArrayBuffer, accountIDs: readonly string[]): HookWatch {
  const values = new Float64Array(memory);
  const places = new Map(accountIDs.map((id, place) => [id, place]));
  let count = 0;
  return {
    onHook(hook, accountID, now) {
      count += 1;
      values[HOOK] = STRATEGY_HOOKS.indexOf(hook);
      values[STRATEGY] = places.get(accountID) ?? 0;
      values[TIME] = now;
      values[COUNT] = count;
      values[RUNS] = 1;
    },
    onReturn() {
      values[RUNS] = 0;
    },
  };
}

/** The hook that was called last; undefined before the first one. */
export function readBoard(memory: SharedArrayBuffer): BoardedHook | undefined {
  const values = new Float64Array(memory);
  const hook = STRATEGY_HOOKS[values[HOOK] as number];
  const count = values[COUNT] as number;
  if (count === 0 || hook === undefined) return undefined;
  return {
    hook,
    strategy: values[STRATEGY] as number,
    time: instant(values[TIME] as number),
    count,
    isRunning: values[RUNS] === 1,
  };
}
