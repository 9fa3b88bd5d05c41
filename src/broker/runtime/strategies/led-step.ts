/**
 * Steps of a simulation whose strategies run elsewhere: each is taken there first, so that it is known
 * what the hooks decide in it. Plain data. Source: decision 0067.
 */

import type { Input } from '../../../core/run/input/input.js';
import type { TurnEnd, TurnStop } from '../../../core/run/turn-end.js';
import type { Instant } from '../../../core/time/instant.js';
import type { LateHook } from '../watch/hook-board.js';
import type { PauseReason } from './pause-reason.js';
import type { PastPlace } from './place.js';

/** One step. */
export type LedStep =
  /** The strategies start. */
  | { readonly kind: 'begin' }
  /** Time moves to an instant; `ends` when the window is over then. */
  | { readonly kind: 'to'; readonly to: Instant; readonly ends: boolean }
  | LedTurn
  | { readonly kind: 'ticks'; readonly count: number }
  | { readonly kind: 'input'; readonly input: Input }
  | { readonly kind: 'rewind'; readonly place: PastPlace }
  /** The run of the strategies is over, because the server stops. */
  | { readonly kind: 'stop' };

/** A turn that may end early; `ends` when the window is over unless it did. */
export interface LedTurn extends Pick<TurnEnd, 'to' | 'through'> {
  readonly kind: 'until';
  readonly until?: TurnStop | { readonly reasons: readonly PauseReason[] } | undefined;
  readonly ends: boolean;
}

/** Takes steps elsewhere first. */
export interface Lead {
  /**
   * Takes the step that `step` gives elsewhere, and then does `act` here; steps are taken one after
   * another, in the order in which they were asked for.
   * @param step - is called when its turn has come; undefined: there is nothing to take elsewhere.
   */
  lead<T>(step: () => LedStep | undefined, act: () => T | Promise<T>): Promise<T>;

  /** The hook of an account that has not returned for a second or longer; undefined when none has. */
  lateHookOf(accountID: string): LateHook | undefined;
}
