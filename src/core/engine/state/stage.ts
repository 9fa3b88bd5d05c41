/**
 * The state of an engine with its listeners, and two actions of every phase: opening a batch of
 * transactions, and quoting a row of a tick source.
 */

import type { TickColumns } from '../../market/tick.js';
import type { Instant } from '../../time/instant.js';
import type { AccountCell } from './account-cell.js';
import { Batch, type BatchOptions, type CommitListener } from './batch.js';
import type { CandleSubscriptions } from './candle-subscriptions.js';
import type { EngineState } from './engine-state.js';
import { followLedger } from './follow-ledger.js';
import type { Outputs } from './outputs.js';
import type { Passage } from './passage.js';

/** The state of an engine with its listeners. */
export interface Stage {
  readonly state: EngineState;
  readonly outputs: Outputs;
  readonly subscriptions: CandleSubscriptions;
  readonly passage: Passage;
  /** Follows and tells every committed transaction. */
  readonly committed: CommitListener;
}

/** A stage of these parts. */
export function createStage(parts: Omit<Stage, 'committed'>): Stage {
  const { state, outputs } = parts;
  const committed: CommitListener = (owner, transaction) => {
    followLedger(state, owner, transaction);
    outputs.onTransaction?.(transaction);
  };
  return { ...parts, committed };
}

const NO_OPTIONS: BatchOptions = {};

/** Opens a batch for `cell` at `time`. It writes to the ledger, the index and the listeners. */
export function openBatch(
  stage: Stage,
  cell: AccountCell,
  time: Instant,
  options: BatchOptions = NO_OPTIONS,
): Batch {
  return new Batch(cell, time, stage.committed, options);
}

/**
 * Quotes a row of the source after the execution model has widened it. A bid is at least one point.
 */
export function setQuote(
  { quotes, spread }: EngineState,
  slot: number,
  columns: TickColumns,
  row: number,
): void {
  const extra = spread[slot] as number;
  const bid = (columns.bid[row] as number) - extra;
  quotes.time[slot] = columns.time[row] as number;
  quotes.bid[slot] = bid > 0 ? bid : 1;
  quotes.ask[slot] = (columns.ask[row] as number) + extra;
  quotes.bidVolume[slot] = columns.bidVolume === undefined ? 0 : (columns.bidVolume[row] as number);
  quotes.askVolume[slot] = columns.askVolume === undefined ? 0 : (columns.askVolume[row] as number);
}
