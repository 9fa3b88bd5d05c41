/**
 * The state of an engine with its listeners, and two actions of every phase: opening a batch of
 * transactions, and taking a row of a tick source.
 */

import type { CandleSeries } from '../../candle/series.js';
import { type LedgerEntry, written } from '../../ledger/log/ledger.js';
import type { TickRows } from '../../market/tick.js';
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
  /** Applies every committed transaction and calls the listeners. */
  readonly committed: CommitListener;
}

/** A stage of these parts. */
export function createStage(parts: Omit<Stage, 'committed'>): Stage {
  const { state, outputs, subscriptions, passage } = parts;
  const committed = new CommitFollower(state, outputs);
  // Field by field: a field after a spread would give every engine an object shape of its own, and
  // code that sees many shapes is slow.
  return { state, outputs, subscriptions, passage, committed };
}

/** Updates the side tables of an engine after each transaction, and then calls the listeners. */
class CommitFollower implements CommitListener {
  readonly #state: EngineState;
  readonly #outputs: Outputs;

  constructor(state: EngineState, outputs: Outputs) {
    this.#state = state;
    this.#outputs = outputs;
  }

  get looks(): boolean {
    const outputs = this.#outputs;
    return outputs.onTransaction !== undefined && outputs.wantsTransactions?.() !== false;
  }

  told(owner: AccountCell, entry: LedgerEntry): void {
    followLedger(this.#state, owner, entry);
    if (this.looks) this.#outputs.onTransaction?.(written(entry));
  }
}

const NO_OPTIONS: BatchOptions = {};

/** Microseconds of the next event or end of a candle; Infinity when there is none. */
export function dueTime({ state, subscriptions }: Stage): number {
  return Math.min(state.queue.peekTime(), subscriptions.nextEnd);
}

/** Opens a batch for `cell` at `time`. It writes to the ledger, the index and the listeners. */
export function openBatch(
  stage: Stage,
  cell: AccountCell,
  time: Instant,
  options: BatchOptions = NO_OPTIONS,
): Batch {
  return new Batch(cell, time, stage.committed, options);
}

/** Adds row `row` to the price series of its instrument, and opens the buckets that it begins. */
export function takeRow({ state, subscriptions }: Stage, rows: TickRows, row: number): void {
  const { source: slot, window, columns } = rows;
  const series = state.candles[slot] as CandleSeries;
  if (subscriptions.awaitsTick(slot)) subscriptions.open(slot, columns, row, series.length);
  series.append(window, row, row + 1);
}
