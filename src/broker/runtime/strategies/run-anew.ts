/**
 * A place in the past of a run beside which strategies run: fresh strategies are run from the start,
 * with the inputs of clients at their instants. What a strategy remembers cannot be copied, so there
 * is no shorter way. Source: decision 0046.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import type { Sequence } from '../../../core/base/chunked-list.js';
import type { AcceptedCommand } from '../../../core/engine/state/command.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { Input } from '../../../core/run/input/input.js';
import type { Run } from '../../../core/run/run.js';
import { formatRfc3339, type Instant, instant, instantOf } from '../../../core/time/instant.js';
import type { PastPlace } from './place.js';

/** A place that a run can be brought to. */
interface Goal {
  /** The instant of the place. */
  readonly time: Instant;
  /** The place in the ledger of the transaction that is meant; absent: the whole instant is. */
  readonly transaction?: number;
  readonly isBefore: boolean;
}

/**
 * Brings a fresh run to a place in the past of `old`.
 * @param start - makes a run with fresh strategies at the start of the window.
 * @returns the run, or in words where its strategies do not decide as those of `old` did.
 * @throws InvariantError for a transaction that does not exist.
 */
export function runAnew<Start extends { readonly run: Run }>(
  start: () => Start,
  old: Run,
  place: PastPlace,
): Start | string {
  const goal = goalOf(old, place);
  const given = old.fromOutside();
  const first = new InputReplay(start(), given);
  const steps = first.to(goal);
  if (!goal.isBefore || steps === 0) return first.deviation(old, goal) ?? first.start;
  const deviation = first.deviation(old, goal);
  if (deviation !== undefined) return deviation;
  // One step less than to the transaction; a run with strategies cannot be copied on the way.
  const second = new InputReplay(start(), given);
  second.to({ ...goal, isBefore: false }, steps - 1);
  second.takeRecords(goal.time);
  return second.deviation(old, goal) ?? second.start;
}

function goalOf(old: Run, place: PastPlace): Goal {
  if ('at' in place) return { time: place.at, isBefore: false };
  const isBefore = 'before' in place;
  const id = isBefore ? place.before : place.after;
  const transaction = old.engine.account(place.accountID).log.mustPlace(id);
  const { time } = ensureDefined(old.engine.ledger.at(transaction), 'transaction', transaction);
  return { time: instant(instantOf(time)), transaction, isBefore };
}

/**
 * Owns the place in the inputs of clients up to which a run has taken them. `to` and `takeRecords`
 * move it on, never back.
 */
class InputReplay<Start extends { readonly run: Run }> {
  readonly start: Start;
  readonly #run: Run;
  readonly #given: readonly Input[];
  #next = 0;

  constructor(start: Start, given: readonly Input[]) {
    this.start = start;
    this.#run = start.run;
    this.#given = given;
  }

  /**
   * Goes to the instant, or to the step that writes the transaction.
   * @param most - steps at the instant of the transaction; default: as many as it takes.
   * @returns the steps at that instant.
   */
  to({ time, transaction }: Goal, most = Number.POSITIVE_INFINITY): number {
    if (transaction === undefined) {
      this.#through(time);
      return 0;
    }
    const { engine } = this.#run;
    if (engine.now < time) this.#through(instant(time - 1));
    let steps = 0;
    while (steps < most && engine.ledger.length <= transaction && this.#step(time)) steps += 1;
    return steps;
  }

  /**
   * Says where the strategies of this run first decide otherwise than those of `old`; undefined when
   * all commands and transactions up to the goal are the same.
   */
  deviation(old: Run, { time, transaction }: Goal): string | undefined {
    const { accepted, ledger } = this.#run.engine;
    for (let place = 0; place < accepted.length; place++) {
      const [now, then] = [accepted.at(place), old.engine.accepted.at(place)];
      if (JSON.stringify(now) !== JSON.stringify(then)) return told(then ?? now);
    }
    const next = old.engine.accepted.at(accepted.length);
    const isDue =
      next !== undefined && (transaction === undefined ? next.time <= time : next.time < time);
    if (isDue) return told(next);
    return isEndOf(ledger, old.engine.ledger) ? undefined : `at ${formatRfc3339(time)}`;
  }

  /**
   * Takes what is only recorded up to the next other input. That is no step: a run one step ahead does
   * not have it.
   */
  takeRecords(time: Instant): void {
    for (;;) {
      const input = this.#given[this.#next];
      if (input === undefined || input.time > time || !isRecord(input)) return;
      this.#next += 1;
      this.#run.take(input);
    }
  }

  #through(time: Instant): void {
    for (let input = this.#given[this.#next]; input !== undefined && input.time <= time; ) {
      this.#take(input);
      input = this.#given[this.#next];
    }
    this.#run.advanceTo(time);
  }

  /** The next event, tick or action up to and including `time`; when there is none, the next input. */
  #step(time: Instant): boolean {
    if (this.#run.step(time)) return true;
    this.#run.advanceTo(time);
    this.takeRecords(time);
    const input = this.#given[this.#next];
    if (input === undefined || input.time > time) return false;
    this.#take(input);
    return true;
  }

  #take(input: Input): void {
    this.#next += 1;
    this.#run.advanceTo(input.time);
    this.#run.take(input);
    this.#run.advanceTo(input.time);
  }
}

/** Whether an input moves neither an account nor a price. */
function isRecord({ kind }: Input): boolean {
  return kind === 'rules' || kind === 'fault';
}

/** Whether the transactions of the last instant of `ledger` stand at their places in `old`. */
function isEndOf(ledger: Sequence<Transaction>, old: Sequence<Transaction>): boolean {
  const time = ledger.at(ledger.length - 1)?.time;
  for (let place = ledger.length - 1; place >= 0; place--) {
    const now = ledger.at(place);
    if (now?.time !== time) return true;
    if (JSON.stringify(now) !== JSON.stringify(old.at(place))) return false;
  }
  return true;
}

function told(command: AcceptedCommand | undefined): string {
  return command === undefined
    ? 'nowhere'
    : `${command.command.type} at ${formatRfc3339(instant(command.time))}`;
}
