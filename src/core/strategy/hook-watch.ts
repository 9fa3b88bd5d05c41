/**
 * Ports of a run with strategies. One is called when a hook begins and returns, so that the running
 * hook can be named. The other is called with everything that a hook does to its run, in order, so
 * that the same run can be repeated without the strategy. Neither changes the run.
 */

import type { ReadCommand } from '../engine/state/command.js';
import type { Instant } from '../time/instant.js';
import type { StrategyHook } from './strategy-error.js';
import type { DrawingWatch } from './tools/drawings.js';

/** Sees each hook. */
export interface HookWatch {
  /** A hook of the strategy of `accountID` is about to be called; `now` is simulated time. */
  onHook(hook: StrategyHook, accountID: string, now: Instant): void;
  /** Called when the hook has returned or thrown. */
  onReturn(): void;
}

/** Sees each act after it has been done. */
export interface ActWatch extends DrawingWatch {
  /** A command or a timer comes next. @throws StrategyError outside of the hooks. */
  beforeAct(): void;
  /** The engine has accepted a command. */
  onCommand(command: ReadCommand): void;
  /** The engine has a timer of this number. */
  onTimer(at: Instant, number: number): void;
}
