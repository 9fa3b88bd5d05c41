/**
 * What strategies did in a step that was taken in another thread, as JSON: enough to do the same in a
 * second run of the same market without calling a hook. Calls are counted, because both runs call
 * their strategies at the same places. Source: decision 0067.
 */

import type { Granularity } from '../../../core/candle/granularity.js';
import type { ReadCommand } from '../../../core/engine/state/command.js';
import type { DrawnMark, DrawnSeries } from '../../../core/strategy/tools/drawings.js';
import type { Instant } from '../../../core/time/instant.js';

/** What a strategy receives. */
export interface Wishes {
  readonly accountID: string;
  readonly wantsTicks: boolean;
  readonly wantsCandlesEnd: boolean;
  readonly candles: readonly WishedCandles[];
}

/** Candles that a strategy receives, or that it awaits before it begins. */
export interface WishedCandles {
  readonly slot: number;
  readonly granularity: Granularity;
  /** Whether they are of no interest any more once it has begun. */
  readonly isAwaited: boolean;
}

/** One thing that a strategy did. */
export type StrategyAct =
  | readonly [kind: 'command', command: ReadCommand]
  | readonly [kind: 'timer', at: Instant, number: number]
  | readonly [kind: 'plot', at: Instant, value: number, series: Omit<DrawnSeries, 'points'>]
  | readonly [kind: 'mark', mark: DrawnMark];

/** A call in which something happened. */
export interface CallRecord {
  /** Its number among the calls of all strategies since they were made, from 1. */
  readonly call: number;
  readonly acts: readonly StrategyAct[];
  /** Whether the strategy has begun in it. */
  readonly hasBegun?: true;
  readonly fault?: RecordedFault;
}

/** A fault of a strategy. */
export interface RecordedFault {
  readonly message: string;
  /** The message with the place in the source. */
  readonly why: string;
}

/** What fresh strategies did, or those of the step before. */
export interface StepTranscript {
  /** Present for fresh strategies, in the order of the scenario. */
  readonly fresh?: readonly Wishes[];
  /** Why fresh strategies could not be made. */
  readonly refused?: string;
  readonly calls: readonly CallRecord[];
}

/** What is known when a step has been taken. */
export interface TakenStep {
  /** The first one goes on with the strategies of the step before, unless it has fresh ones. */
  readonly takes: readonly StepTranscript[];
  /** Where the run stands. */
  readonly now: number;
  readonly transactions: number;
  readonly accepted: number;
  /** The digest of what the run wrote in the step: `RunDigest`. */
  readonly digest: string;
}
