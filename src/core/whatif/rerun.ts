/**
 * A session whose strategy runs again, without some commands or with others. Up to the first change
 * the strategy decides as it did; from there on it sees what became of the change, and decides anew.
 * It runs from the start, because what it remembers cannot be copied (decision 0031).
 */

import type { Driver } from '../engine/driver.js';
import type { Engine } from '../engine/engine.js';
import type { AcceptedCommand, Command } from '../engine/state/command.js';
import type { Outcome } from '../engine/state/outputs.js';
import { type BacktestOptions, runBacktest } from '../run/backtest.js';
import type { Strategy } from '../strategy/strategy.js';
import type { StrategyError } from '../strategy/strategy-error.js';
import { formatRfc3339, instant } from '../time/instant.js';
import type { DroppedCommand } from './counterfactual.js';
import type { OtherRun } from './difference.js';
import { Names } from './names.js';
import { type AddedCommand, type Change, NOTHING, placeReader, placesOfAdded } from './places.js';
import { followed } from './references.js';
import type { SessionRun } from './session.js';

/** The strategy did not decide as recorded; `message` is a rule without a full stop. */
export class RerunError extends Error {
  override readonly name = 'RerunError';
}

/** How a session is run again. */
export interface RerunOptions extends Pick<BacktestOptions, 'guard' | 'others'> {
  /** Fresh, as at the start of the session. */
  readonly strategy: Strategy;
}

/** A session with decisions of its own from the first change on. */
export interface Rerun extends OtherRun {
  /** The fault of the strategy that ended the run. */
  readonly failure: StrategyError | undefined;
}

/**
 * Runs a session again.
 * @param base - has been replayed to its end.
 * @throws RerunError when the strategy does not decide as recorded before the first change.
 * @throws StrategyError as `runBacktest`.
 */
export function rerun(base: SessionRun, change: Change, options: RerunOptions): Rerun {
  const changed = new ChangedRun(base, change);
  const { engine, failure } = runBacktest(base.session.scenario, {
    ...options,
    beside: {
      driver: changed,
      instead: (running, accepted) => changed.instead(running, accepted),
      isHeard: outcome => changed.isHeard(outcome),
    },
  });
  changed.checkDecisions();
  const { dropped } = changed;
  return { base, run: { engine }, names: changed.namesOf(engine), dropped, failure };
}

/**
 * Makes the changes while the strategy runs. Owns how far the strategy has decided as recorded, and
 * the first command at which it did not.
 */
class ChangedRun implements Driver {
  readonly dropped: DroppedCommand[] = [];
  readonly #base: SessionRun;
  readonly #without: ReadonlySet<number>;
  readonly #inPlace: ReadonlyMap<number, Command>;
  readonly #added: AddedCommand[];
  /** The instant of the first change; before it every decision must be as recorded. */
  readonly #changedAt: number;
  readonly #placeOf: (command: AcceptedCommand) => number | undefined;
  /** Keys of commands by ticket: those of the session, where it has the command. */
  readonly #keys = new Map<number, string>();
  readonly #requests = new Map<string, string>();
  readonly #leftOut = new Set<number>();
  #names: Names | undefined;
  /** Commands so far that are as recorded. */
  #asRecorded = 0;
  #deviation: AcceptedCommand | undefined;

  constructor(base: SessionRun, change: Change) {
    const { inputs } = base.session;
    this.#base = base;
    this.#without = change.without;
    const { inPlace, others } = placesOfAdded(inputs, change);
    this.#inPlace = inPlace;
    this.#added = others;
    const removed = [...change.without].map(index => inputs[index]?.time ?? 0);
    const times = [...removed, ...change.added.map(({ time }) => time)];
    this.#changedAt = Math.min(...times, Number.POSITIVE_INFINITY);
    this.#placeOf = placeReader(inputs);
  }

  nextAt(): number {
    return this.#added[0]?.time ?? Number.POSITIVE_INFINITY;
  }

  act(engine: Engine): void {
    const added = this.#added.shift();
    if (added === undefined) return;
    const command = this.#followed(engine, added, this.#base.session.inputs.length);
    if (command === undefined) return;
    const ticket = engine.acceptBeside(added.accountID, command);
    this.#keys.set(ticket, `added ${ticket}`);
  }

  onOutcome({ ticket, requestID }: Outcome): void {
    this.#requests.set(requestID, this.#keys.get(ticket) as string);
  }

  /** A command that was left out has no listener: its answer never came. */
  isHeard({ ticket }: Outcome): boolean {
    return !this.#leftOut.has(ticket);
  }

  /** What is accepted instead of a command of the strategy or the timeline. */
  instead(engine: Engine, accepted: AcceptedCommand): Command | undefined {
    const ticket = engine.accepted.length + 1;
    const index = this.#placeOf(accepted);
    this.#keys.set(ticket, index === undefined ? `new ${ticket}` : this.#base.keyAt(index));
    if (accepted.time < this.#changedAt) this.#compare(accepted, index);
    if (index === undefined || !this.#without.has(index)) return undefined;
    const other = this.#inPlace.get(index);
    const command = other && this.#followed(engine, { ...accepted, command: other }, index);
    if (command === undefined) this.#leftOut.add(ticket);
    return command ?? NOTHING;
  }

  namesOf(engine: Engine): Names {
    this.#names ??= new Names(engine.ledger, id => this.#requests.get(id));
    return this.#names;
  }

  /** @throws RerunError when a decision before the first change is not as recorded. */
  checkDecisions(): void {
    const { inputs } = this.#base.session;
    const { length } = inputs.filter(({ time }) => time < this.#changedAt);
    if (this.#deviation === undefined && this.#asRecorded === length) return;
    const place =
      this.#deviation === undefined
        ? `${this.#asRecorded} of ${length} inputs came again`
        : `${this.#deviation.command.type} at ${formatRfc3339(instant(this.#deviation.time))}`;
    throw new RerunError(`the strategy does not decide as in the run: ${place}`);
  }

  #compare(accepted: AcceptedCommand, index: number | undefined): void {
    const input = index === undefined ? undefined : this.#base.session.inputs[index];
    const recorded = input?.kind === 'command' ? JSON.stringify(input.command) : undefined;
    if (recorded === JSON.stringify(accepted.command)) this.#asRecorded += 1;
    else this.#deviation ??= accepted;
  }

  /** The command with the ids of this run; undefined when it is dropped. */
  #followed(
    engine: Engine,
    { time, accountID, command }: AcceptedCommand,
    index: number,
  ): Command | undefined {
    const { names: session } = this.#base;
    const place = this.#base.lengthAt(index);
    const found = followed(command, accountID, { session, place, now: this.namesOf(engine) });
    if ('command' in found) return found.command;
    this.dropped.push({ time: instant(time), accountID, command, reason: found.reason });
    return undefined;
  }
}
