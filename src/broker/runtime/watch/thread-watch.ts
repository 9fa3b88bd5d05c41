/**
 * What a thread shows of the hooks that run in it. A thread that is watched is given a board; in any
 * other nothing is shown.
 */

import type { HookWatch } from '../../../core/strategy/hook-watch.js';
import { boardWatch, type LateStack, readBoard } from './hook-board.js';

/** A strategy whose hooks are shown. */
export interface WatchedStrategy {
  readonly accountID: string;
  /** Path of its module. */
  readonly file: string;
}

/** How a thread is watched. */
export interface ThreadBoard {
  /** Made by `boardMemory`. */
  readonly memory: SharedArrayBuffer;
  /** Sets the strategies that the board names by their places from now on. */
  readonly onStrategies: (strategies: readonly WatchedStrategy[]) => void;
  /**
   * The last report of the other thread about a hook that did not return; absent: there is none.
   */
  readonly lateStack?: () => LateStack | undefined;
}

let board: ThreadBoard | undefined;

/** Has the hooks of this thread shown on `given`. */
export function showHooks(given: ThreadBoard): void {
  board = given;
}

/**
 * The calls of the hook that was ended before it returned, as the stack of an error has them; undefined when
 * no hook was ended, or when the other thread could not read its calls.
 */
export function endedStack(): string | undefined {
  const hook = board && readBoard(board.memory);
  if (hook?.isRunning !== true) return undefined;
  const late = board?.lateStack?.();
  return late?.count === hook.count ? late.stack : undefined;
}

/** What shows the hooks of `strategies`; undefined in a thread that nothing watches. */
export function threadWatch(strategies: readonly WatchedStrategy[]): HookWatch | undefined {
  if (board === undefined || strategies.length === 0) return undefined;
  board.onStrategies(strategies);
  const accountIDs = strategies.map(({ accountID }) => accountID);
  return boardWatch(board.memory, accountIDs);
}
