/**
 * The inputs of a run as a journal keeps them: also the commands of the timeline, so that a replay
 * needs no timeline.
 */

import type { Sequence } from '../base/chunked-list.js';
import type { AcceptedCommand } from '../engine/state/command.js';
import { instant } from '../time/instant.js';
import type { Input } from './input.js';

/**
 * Inputs from outside and commands of the timeline, in order of acceptance, up to now: what both
 * lists get later is left out.
 * @param inputs - what came from outside.
 * @param accepted - every accepted command. At one instant the timeline acts before inputs are
 * taken.
 */
export function journalInputs(
  inputs: Sequence<Input>,
  accepted: Sequence<AcceptedCommand>,
): Generator<Input, void> {
  const { length } = inputs;
  const at = (place: number) => (place < length ? inputs.at(place) : undefined);
  return merged(at, accepted, accepted.length);
}

/** The input at a place; undefined after the last. */
type InputAt = (place: number) => Input | undefined;

function* merged(
  inputAt: InputAt,
  accepted: Sequence<AcceptedCommand>,
  commands: number,
): Generator<Input, void> {
  let next = 0;
  for (let taken = 0; taken < commands; taken++) {
    const { time, accountID, command } = accepted.at(taken) as AcceptedCommand;
    for (; isNoCommandBefore(inputAt(next), time); next++) yield inputAt(next) as Input;
    const ahead = firstCommand(inputAt, next);
    const given = inputAt(ahead);
    if (given?.kind === 'command' && given.command === command && given.time === time) {
      for (; next <= ahead; next++) yield inputAt(next) as Input;
    } else yield { kind: 'command', time: instant(time), accountID, command };
  }
  for (let input = inputAt(next); input !== undefined; input = inputAt(next)) {
    yield input;
    next += 1;
  }
}

function isNoCommandBefore(input: Input | undefined, time: number): boolean {
  return input !== undefined && input.kind !== 'command' && input.time < time;
}

/** The place of the first command from `from` on; the end when there is none. */
function firstCommand(inputAt: InputAt, from: number): number {
  let place = from;
  for (let input = inputAt(place); input !== undefined; input = inputAt(place)) {
    if (input.kind === 'command') break;
    place += 1;
  }
  return place;
}
