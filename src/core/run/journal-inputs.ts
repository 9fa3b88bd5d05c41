/**
 * The inputs of a run as a journal keeps them: also the commands of the timeline, so that a replay
 * needs no timeline.
 */

import type { Sequence } from '../base/chunked-list.js';
import type { AcceptedCommand } from '../engine/state/command.js';
import { instant } from '../time/instant.js';
import type { Input } from './input.js';

/**
 * Inputs from outside and commands of the timeline, in order of acceptance.
 * @param inputs - what came from outside.
 * @param accepted - every accepted command. At one instant the timeline acts before inputs are
 * taken.
 */
export function journalInputs(
  inputs: Sequence<Input>,
  accepted: Sequence<AcceptedCommand>,
): Input[] {
  const merged: Input[] = [];
  let next = 0;
  for (const { time, accountID, command } of accepted) {
    for (; isNoCommandBefore(inputs.at(next), time); next++) merged.push(inputs.at(next) as Input);
    const ahead = firstCommand(inputs, next);
    const given = inputs.at(ahead);
    if (given?.kind === 'command' && given.command === command && given.time === time) {
      for (; next <= ahead; next++) merged.push(inputs.at(next) as Input);
    } else merged.push({ kind: 'command', time: instant(time), accountID, command });
  }
  for (; next < inputs.length; next++) merged.push(inputs.at(next) as Input);
  return merged;
}

function isNoCommandBefore(input: Input | undefined, time: number): boolean {
  return input !== undefined && input.kind !== 'command' && input.time < time;
}

function firstCommand(inputs: Sequence<Input>, from: number): number {
  let at = from;
  while (at < inputs.length && inputs.at(at)?.kind !== 'command') at++;
  return at;
}
