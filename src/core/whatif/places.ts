/**
 * A change of a session: where its commands stand among those of the session, and where those of the
 * session stand in a run that decides anew.
 */

import type { AcceptedCommand, Command } from '../engine/state/command.js';
import type { Input } from '../run/input/input.js';
import type { Instant } from '../time/instant.js';

/** A command that is added. */
export interface AddedCommand {
  readonly time: Instant;
  readonly accountID: string;
  /** Ids in it are those of the session. */
  readonly command: Command;
}

/** How a counterfactual differs from its session. */
export interface Change {
  /** Indexes of commands among the inputs. */
  readonly without: ReadonlySet<number>;
  /**
   * The added commands in time order. A command of the same account and instant as one that is left
   * out takes its place, and references to what that one made follow it. Any other comes after the
   * inputs of its instant.
   */
  readonly added: readonly AddedCommand[];
  /** The first input that is sent again; default: the first that differs. */
  readonly from?: number;
}

/**
 * Takes the place of a command. It is no v20 request, so it writes no transaction; but it waits for
 * its latency and has a requestID, as the command had.
 */
export const NOTHING: Command = { type: 'CreateOrder', order: null };

/** Added commands by what becomes of them. */
export interface PlacesOfAdded {
  /** Commands that take the place of those that are left out, by index among the inputs. */
  readonly inPlace: ReadonlyMap<number, Command>;
  readonly others: AddedCommand[];
}

/** Puts each added command in the place of one that is left out, or among the others. */
export function placesOfAdded(inputs: readonly Input[], { added, without }: Change): PlacesOfAdded {
  const inPlace = new Map<number, Command>();
  const others = added.filter(each => {
    const place = [...without].find(index => {
      const input = inputs[index];
      const isTaken = inPlace.has(index) || input?.kind !== 'command';
      return !isTaken && input.time === each.time && input.accountID === each.accountID;
    });
    if (place !== undefined) inPlace.set(place, each.command);
    return place === undefined;
  });
  return { inPlace, others };
}

/**
 * A function that finds the commands of a session in a run that decides anew. It is called with each
 * command of that run, in order, and returns its index among the inputs. A command is the same when
 * it is of the same account, instant and type, and as many of those came before it.
 */
export function placeReader(
  inputs: readonly Input[],
): (command: AcceptedCommand) => number | undefined {
  const indexes = new Map<string, number>();
  const nameOfOld = namer();
  inputs.forEach((input, index) => {
    if (input.kind === 'command') indexes.set(nameOfOld(input), index);
  });
  const nameOfNew = namer();
  return command => indexes.get(nameOfNew(command));
}

/** A function that gives each command that it is called with a name of its own. */
function namer(): (command: AcceptedCommand) => string {
  const counts = new Map<string, number>();
  return ({ time, accountID, command }) => {
    const group = `${accountID} ${time} ${command.type}`;
    const count = counts.get(group) ?? 0;
    counts.set(group, count + 1);
    return `${group} ${count}`;
  };
}
