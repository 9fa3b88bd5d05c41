/**
 * The inputs of a run as a journal keeps them: also the commands of the timeline, so that a replay
 * needs no timeline.
 */

import type { Sequence } from '../base/chunked-list.js';
import type { AcceptedCommand } from '../engine/state/command.js';
import { instant } from '../time/instant.js';
import type { Input } from './input.js';
import type { Scripted } from './timeline-driver.js';

/** What a run took from outside, in order of acceptance. */
export interface TakenInputs {
  readonly inputs: Sequence<Input>;
  /** By input: the ticket of a command, otherwise 0. */
  readonly tickets: Sequence<number>;
}

/**
 * Inputs from outside and commands of the timeline, in order of acceptance.
 * @param accepted - every accepted command; their tickets count from 1. At one instant the timeline
 * acts before inputs are taken.
 * @param scripted - what the timeline gave beside its commands.
 */
export function journalInputs(
  { inputs, tickets }: TakenInputs,
  accepted: Sequence<AcceptedCommand>,
  scripted: readonly Scripted[],
): Input[] {
  const merged: Input[] = [];
  let next = 0;
  let given = 0;
  const give = (place: number) => {
    for (; (scripted[given]?.place ?? Number.POSITIVE_INFINITY) <= place; given++) {
      const { input } = scripted[given] as Scripted;
      for (; isNoCommandBefore(inputs.at(next), input.time); next++) {
        merged.push(inputs.at(next) as Input);
      }
      merged.push(input);
    }
  };
  let ticket = 0;
  for (const { time, accountID, command } of accepted) {
    give(ticket);
    ticket += 1;
    for (; isNoCommandBefore(inputs.at(next), time); next++) merged.push(inputs.at(next) as Input);
    const ahead = firstCommand(inputs, next);
    if (tickets.at(ahead) === ticket) {
      for (; next <= ahead; next++) merged.push(inputs.at(next) as Input);
    } else merged.push({ kind: 'command', time: instant(time), accountID, command });
  }
  give(ticket);
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
