/**
 * Messages between a server and the thread in which its strategies run. Plain data.
 */

import type { InputKind, InputPlace } from '../../../core/base/input-error.js';
import type { LoadOptions } from '../../../data/storage/scenario/given/load-options.js';
import type { SharedTicks } from '../../../data/storage/tick-store/shared-ticks.js';
import type { LedStep } from '../strategies/led-step.js';
import type { WatchedStrategy } from '../watch/thread-watch.js';
import type { CallsPart } from './transcript-parts.js';

/** What of `LoadOptions` a thread is given. */
export type ThreadLoadOptions = Pick<
  LoadOptions,
  'allowPath' | 'seed' | 'window' | 'overrides' | 'cache'
>;

/** Start data of the thread. */
export interface PilotOrder {
  /** The scenario file. */
  readonly file: string;
  readonly options: ThreadLoadOptions;
  /** Whether the scenario's timeline runs too. */
  readonly timeline: boolean;
  /** Ticks in shared memory; the thread opens those that are missing. */
  readonly ticks: readonly SharedTicks[];
  /** Where the thread shows which hook it runs. */
  readonly board: SharedArrayBuffer;
}

/** What the thread is asked: to take a step. */
export type PilotRequest = LedStep;

/** The messages of the thread. */
export type PilotMessage =
  | { readonly strategies: readonly WatchedStrategy[] }
  /** Path of a module whose loading, or whose making of a strategy, begins or ends. */
  | { readonly loading: string }
  | { readonly loaded: string }
  /** Calls of the step that it has taken. */
  | { readonly part: CallsPart }
  /** The run is at the start of the window, or has taken a step: `StepHead` as JSON. */
  | { readonly taken: string }
  /** The scenario or a strategy is wrong. */
  | { readonly refused: RefusedInput }
  /** A fault of Orrery, with its stack. */
  | { readonly broken: string };

/** An InputError as plain data. */
export interface RefusedInput {
  readonly kind: InputKind;
  readonly place: InputPlace;
  readonly rule: string;
}
