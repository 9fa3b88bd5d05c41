/**
 * A session without some of its commands, or with others. All other inputs stay: they were decided
 * in the session and are not decided again. A reference to an order or a trade follows the command
 * that made it, because ids shift. A command whose target was never made is dropped. A command that
 * is left out or dropped takes its draws of latency and refusal along, so that those of the other
 * commands stay (decision 0031).
 */

import type { Command } from '../engine/state/command.js';
import type { CommandInput, Input } from '../run/input/input.js';
import type { Run } from '../run/run.js';
import type { Instant } from '../time/instant.js';
import { Names } from './names.js';
import { type AddedCommand, type Change, NOTHING, placesOfAdded } from './places.js';
import { followed } from './references.js';
import { commandKey, type SessionRun } from './session.js';

/** A command that was not sent, because what it names does not exist. */
export interface DroppedCommand {
  readonly time: Instant;
  readonly accountID: string;
  readonly command: Command;
  readonly reason: string;
}

/**
 * Owns a session that goes on differently: its run, and which command of it is which of the
 * session. Only `step` moves it on.
 */
export class Counterfactual {
  readonly base: SessionRun;
  readonly run: Run;
  readonly names: Names;
  readonly dropped: DroppedCommand[] = [];
  readonly #change: Change;
  readonly #added: AddedCommand[];
  readonly #inPlace: ReadonlyMap<number, Command>;
  /** Keys of commands by ticket, where they differ from those of the session. */
  readonly #keys = new Map<number, string>();
  readonly #requests = new Map<string, string>();
  #next: number;
  #shift = 0;

  /** @param base - has been replayed to its end. */
  constructor(base: SessionRun, change: Change) {
    this.base = base;
    this.#change = change;
    const { inPlace, others } = placesOfAdded(base.session.inputs, change);
    this.#inPlace = inPlace;
    this.#added = others;
    this.#next = firstDifference(base, change);
    this.run = base.forkBefore(this.#next);
    this.run.listen({
      onOutcome: ({ ticket, requestID }) =>
        this.#requests.set(requestID, this.#keys.get(ticket) ?? commandKey(ticket)),
    });
    const commandOf = (id: string) => this.#requests.get(id) ?? base.commandOf(id);
    this.names = new Names(this.run.engine.ledger, commandOf);
  }

  /** Takes the next input; after the last, goes to the end. @returns whether there is more to do. */
  step(): boolean {
    const { inputs, end } = this.base.session;
    const input = inputs[this.#next];
    const [added] = this.#added;
    if (added !== undefined && added.time < (input?.time ?? Number.POSITIVE_INFINITY)) {
      this.#added.shift();
      this.#add(added);
      return true;
    }
    if (input === undefined) {
      this.run.advanceTo(end);
      return false;
    }
    this.#take(input, this.#next);
    this.#next += 1;
    return true;
  }

  #add({ time, accountID, command }: AddedCommand): void {
    this.run.advanceTo(time);
    const input = { kind: 'command', time, accountID, command, isBeside: true } as const;
    const sent = this.#followed(input, this.base.session.inputs.length);
    this.#shift += 1;
    if (sent === undefined) return;
    const ticket = this.run.take({ ...input, command: sent });
    this.#keys.set(ticket, `added ${this.#shift}`);
    this.run.advanceTo(time);
  }

  #take(input: Input, index: number): void {
    this.run.advanceTo(input.time);
    if (input.kind !== 'command') this.run.take(input);
    else this.#send(input, index);
    this.run.advanceTo(input.time);
  }

  #send(input: CommandInput, index: number): void {
    const isLeftOut = this.#change.without.has(index);
    const wanted = isLeftOut ? this.#inPlace.get(index) : input.command;
    const command = wanted && this.#followed({ ...input, command: wanted }, index);
    const ticket = this.run.take({ ...input, command: command ?? NOTHING });
    this.#keys.set(ticket, this.base.keyAt(index));
  }

  /** The command with the ids of this run; undefined when it is dropped. */
  #followed({ time, accountID, command }: CommandInput, index: number): Command | undefined {
    const here = { session: this.base.names, place: this.base.lengthAt(index), now: this.names };
    const found = followed(command, accountID, here);
    if ('command' in found) return found.command;
    this.dropped.push({ time, accountID, command, reason: found.reason });
    return undefined;
  }
}

/** The session with that change, run to its end. */
export function counterfactual(base: SessionRun, change: Change): Counterfactual {
  const other = new Counterfactual(base, change);
  while (other.step());
  return other;
}

/** The index of the first input that is left out or comes after an added command. */
function firstDifference(
  { session: { inputs } }: SessionRun,
  { without, added, from = inputs.length }: Change,
): number {
  const [first] = added;
  const after = first === undefined ? -1 : inputs.findIndex(({ time }) => time > first.time);
  return Math.min(after === -1 ? inputs.length : after, from, ...without);
}
