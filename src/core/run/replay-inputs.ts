/**
 * Replays inputs from the place at which a run stands: up to an instant, or up to the event that
 * writes a certain transaction. The result is the state of the original at that place, whatever
 * turns the original made (decisions 0006, 0026).
 */

import { ensureDefined } from '../base/assert.js';
import type { Sequence } from '../base/chunked-list.js';
import { type Instant, instant, instantOf } from '../time/instant.js';
import type { Input } from './input/input.js';
import type { Run } from './run.js';

/**
 * Replays `inputs` from the one after the last that `run` took, and turns `run` up to and including
 * `to`. Inputs accepted at `to` are included.
 * @param onTaken - called after each input.
 */
export function replayTo(
  run: Run,
  inputs: Sequence<Input>,
  to: Instant,
  onTaken?: (run: Run) => void,
): void {
  for (;;) {
    const input = inputs.at(run.inputs.length);
    if (input === undefined || input.time > to) break;
    takeNext(run, input);
    onTaken?.(run);
  }
  run.advanceTo(to);
}

/**
 * Inputs, or steps, after which the copy that stays behind is made anew, so that few are taken
 * twice. A copy costs about as much as ten of them.
 */
const MOST_BEHIND = 64;

/** A place beside a transaction of a ledger. */
export interface LedgerPlace {
  /** The transaction's place among all transactions of all accounts, from 0. */
  readonly place: number;
  /** `after` the event or the input that writes the transaction, or `before` it. */
  readonly side: 'before' | 'after';
}

/**
 * Replays `inputs` on `start` up to a transaction that they cause. An event writes all its
 * transactions together. A command that was accepted earlier and waits for its latency still waits
 * then. The ledger of the original is not read: to read what is old is to unpack it.
 * @param onTaken - called after each input of earlier instants, and perhaps after some of the same.
 * @returns the run there, `start` itself or a copy of it; do not use `start` again.
 */
export function replayToTransaction(
  start: Run,
  inputs: Sequence<Input>,
  { place, side }: LedgerPlace,
  onTaken?: (run: Run) => void,
): Run {
  if (start.engine.ledger.length > place) return start;
  let near = start.fork();
  for (let taken = 0; !replayInput(start, inputs, place); taken++) {
    onTaken?.(start);
    if (taken % MOST_BEHIND === MOST_BEHIND - 1) near = start.fork();
  }
  if (side === 'after') return start;
  const { time } = ensureDefined(start.engine.ledger.at(place), 'transaction of the ledger', place);
  return replayBefore(near, inputs, place, instant(instantOf(time)));
}

/**
 * Takes the next input, after all that is due before it; without one, turns to the end of the window.
 * @returns whether the transaction at `place` is written; its event is then the last, if no input
 * wrote it.
 * @throws InvariantError when it is not, at the end.
 */
function replayInput(run: Run, inputs: Sequence<Input>, place: number): boolean {
  const { ledger } = run.engine;
  const input = inputs.at(run.inputs.length);
  const until = () => ledger.length > place;
  const to = instant(Math.min(input?.time ?? run.last, run.last));
  if (run.advanceUntil({ to, through: 'commands', until })) return true;
  takeNext(run, ensureDefined(input, 'input', run.inputs.length));
  return until();
}

/** The run before the event or the input that writes the transaction at `place`, at `time`. */
function replayBefore(run: Run, inputs: Sequence<Input>, place: number, time: Instant): Run {
  if (run.engine.now < time) replayTo(run, inputs, instant(time - 1));
  let behind = run.fork();
  let known = reached(run);
  for (let steps = 1; ; steps++) {
    step(run, inputs, time);
    if (run.engine.ledger.length > place) break;
    known = reached(run);
    if (steps % MOST_BEHIND === 0) behind = run.fork();
  }
  // A copy passes other quiet ticks than its original, so that steps cannot be counted.
  while (isShortOf(behind, known)) step(behind, inputs, time);
  if (run.inputs.length === known.inputs) return beforeEvent(behind, inputs, place, time);
  behind.advanceTo(time);
  return behind;
}

/** How far a run has come. */
interface RunProgress {
  readonly inputs: number;
  readonly written: number;
}

function reached({ inputs, engine }: Run): RunProgress {
  return { inputs: inputs.length, written: engine.ledger.length };
}

function isShortOf(run: Run, { inputs, written }: RunProgress): boolean {
  return run.inputs.length < inputs || run.engine.ledger.length < written;
}

/** The run, or a copy of it, one step before the event that writes the transaction at `place`. */
function beforeEvent(run: Run, inputs: Sequence<Input>, place: number, time: Instant): Run {
  for (let before = run; ; ) {
    const next = before.fork();
    step(next, inputs, time);
    if (next.engine.ledger.length > place) return before;
    before = next;
  }
}

/** The next event, tick or action up to and including `time`; when there is none, the next input. */
function step(run: Run, inputs: Sequence<Input>, time: Instant): void {
  if (run.step(time)) return;
  run.advanceTo(time);
  takeNext(run, ensureDefined(inputs.at(run.inputs.length), 'input', run.inputs.length));
}

function takeNext(run: Run, input: Input): void {
  run.advanceTo(input.time);
  run.take(input);
  run.advanceTo(input.time);
}
