/**
 * Port: what sees the hooks of strategies begin and return, for whoever must say which one is running.
 * It changes nothing in the run.
 */

import type { Instant } from '../time/instant.js';
import type { StrategyHook } from './strategy-error.js';

/** Sees each hook. */
export interface HookWatch {
  /** A hook of the strategy of `accountID` is about to be called; `now` is simulated time. */
  onHook(hook: StrategyHook, accountID: string, now: Instant): void;
  /** It has returned or thrown. */
  onReturn(): void;
}
