/**
 * Replays inputs from the place at which a run stands: up to an instant, or up to the event that
 * writes a certain transaction. The result is the state of the original at that place, whatever
 * turns the original made (decisions 0006, 0026).
 */

import { ensureDefined } from '../base/assert.js';
import type { Sequence } from '../base/chunked-list.js';
import type { Transaction } from '../ledger/transaction.js';
import { type Instant, instant, instantOf } from '../time/instant.js';
import type { Input } from './input.js';
import type { MarketRun } from './market-run.js';

/**
 * Replays `inputs` from the one after the last that `run` took, and turns `run` up to and including
 * `to`. Inputs accepted at `to` are included.
 */
export function replayTo(run: MarketRun, inputs: Sequence<Input>, to: Instant): void {
  for (;;) {
    const input = inputs.at(run.inputs.length);
    if (input === undefined || input.time > to) break;
    takeNext(run, input);
  }
  run.advanceTo(to);
}

/**
 * Steps after which the copy that stays behind is made anew, so that few steps are taken twice. A
 * copy costs about as much as ten steps.
 */
const MOST_STEPS_BEHIND = 64;

/** A transaction of a ledger, by its place among all transactions of all accounts, from 0. */
export interface LedgerPlace {
  readonly ledger: Sequence<Transaction>;
  readonly place: number;
}

/**
 * Replays `inputs` on `start` up to a transaction of the ledger that they cause.
 * @param side - `after` ends after the event or the input that writes the transaction; `before`
 * ends before it. An event writes all its transactions together. A command that was accepted
 * earlier and waits for its latency still waits then.
 * @returns the run there, `start` itself or a copy of it; do not use `start` again.
 */
export function replayToTransaction(
  start: MarketRun,
  inputs: Sequence<Input>,
  { ledger, place }: LedgerPlace,
  side: 'before' | 'after',
): MarketRun {
  const transaction = ensureDefined(ledger.at(place), 'transaction of the ledger', place);
  const time = instant(instantOf(transaction.time));
  if (start.engine.now < time) replayTo(start, inputs, instant(time - 1));
  let behind = start.fork();
  let steps = 0;
  for (; start.engine.ledger.length <= place; steps++) {
    if (steps === MOST_STEPS_BEHIND) {
      behind = start.fork();
      steps = 0;
    }
    step(start, inputs, time);
  }
  if (side === 'after') return start;
  // A copy takes the same steps, so it stops one step before `start` did.
  for (let taken = 1; taken < steps; taken++) step(behind, inputs, time);
  return behind;
}

/** The next event, tick or action up to and including `time`; when there is none, the next input. */
function step(run: MarketRun, inputs: Sequence<Input>, time: Instant): void {
  if (run.crank.step(time)) return;
  run.advanceTo(time);
  takeNext(run, ensureDefined(inputs.at(run.inputs.length), 'input', run.inputs.length));
}

function takeNext(run: MarketRun, input: Input): void {
  run.advanceTo(input.time);
  run.take(input);
  run.advanceTo(input.time);
}
