/**
 * The inputs of a run as a journal keeps them: also the commands of the timeline, so that a replay
 * needs no timeline.
 */

import type { Sequence } from '../base/chunked-list.js';
import type { AcceptedCommand } from '../engine/state/command.js';
import { instant } from '../time/instant.js';
import type { Input } from './input/input.js';
import type { ScriptedInput } from './timeline-driver.js';

/** The inputs of a run, in order of acceptance. */
export interface TakenInputs {
  readonly inputs: Sequence<Input>;
  /** For each input, the ticket of a command, otherwise 0. */
  readonly tickets: Sequence<number>;
}

/**
 * Inputs from outside and commands of the timeline, in order of acceptance, up to now: what the
 * lists get later is left out.
 * @param accepted - every accepted command; their tickets count from 1. At one instant the timeline
 * acts before inputs are taken.
 * @param scripted - what the timeline gave beside its commands.
 */
export function journalInputs(
  { inputs, tickets }: TakenInputs,
  accepted: Sequence<AcceptedCommand>,
  scripted: readonly ScriptedInput[],
): Generator<Input, void> {
  const given = { inputAt: upToNow(inputs), ticketAt: upToNow(tickets) };
  return new Merge(given, upToNow(scripted)).all(accepted, accepted.length);
}

/** The item at a place; undefined after the last. */
type ItemAt<T> = (place: number) => T | undefined;

/** Reads what a list holds now, whatever it gets later. */
function upToNow<T>(list: Pick<Sequence<T>, 'length' | 'at'>): ItemAt<T> {
  const { length } = list;
  return place => (place < length ? list.at(place) : undefined);
}

/**
 * Owns two places: in the inputs, and in the scripted entries. `all` moves them on; each entry is
 * given once.
 */
class Merge {
  readonly #inputAt: ItemAt<Input>;
  readonly #ticketAt: ItemAt<number>;
  readonly #scriptedAt: ItemAt<ScriptedInput>;
  #next = 0;
  #given = 0;

  constructor(
    { inputAt, ticketAt }: { readonly inputAt: ItemAt<Input>; readonly ticketAt: ItemAt<number> },
    scriptedAt: ItemAt<ScriptedInput>,
  ) {
    this.#inputAt = inputAt;
    this.#ticketAt = ticketAt;
    this.#scriptedAt = scriptedAt;
  }

  *all(accepted: Sequence<AcceptedCommand>, commands: number): Generator<Input, void> {
    for (let place = 0; place < commands; place++) {
      const { time, accountID, command } = accepted.at(place) as AcceptedCommand;
      yield* this.#scriptedUpTo(place);
      yield* this.#inputsBefore(time);
      const ahead = firstCommand(this.#inputAt, this.#next);
      if (this.#ticketAt(ahead) === place + 1) {
        yield* this.#inputsUpTo(ahead);
      } else yield { kind: 'command', time: instant(time), accountID, command };
    }
    yield* this.#scriptedUpTo(commands);
    yield* this.#inputsUpTo(Number.POSITIVE_INFINITY);
  }

  /** What the timeline gave before the command at `place`, each after the inputs before it. */
  *#scriptedUpTo(place: number): Generator<Input, void> {
    for (let entry = this.#scriptedAt(this.#given); entry !== undefined; ) {
      if (entry.place > place) return;
      yield* this.#inputsBefore(entry.input.time);
      yield entry.input;
      this.#given += 1;
      entry = this.#scriptedAt(this.#given);
    }
  }

  #inputsBefore(time: number): Generator<Input, void> {
    return this.#inputsWhile(input => input.kind !== 'command' && input.time < time);
  }

  #inputsUpTo(last: number): Generator<Input, void> {
    return this.#inputsWhile(() => this.#next <= last);
  }

  *#inputsWhile(isTaken: (input: Input) => boolean): Generator<Input, void> {
    for (let input = this.#inputAt(this.#next); input !== undefined && isTaken(input); ) {
      yield input;
      this.#next += 1;
      input = this.#inputAt(this.#next);
    }
  }
}

/** The place of the first command from `from` on; the end when there is none. */
function firstCommand(inputAt: ItemAt<Input>, from: number): number {
  let place = from;
  for (let input = inputAt(place); input !== undefined; input = inputAt(place)) {
    if (input.kind === 'command') break;
    place += 1;
  }
  return place;
}
