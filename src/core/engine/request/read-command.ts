/**
 * Reads the order of a command, if it has one, when the command is accepted. A malformed order is
 * found here and reported when the command takes effect. Source: v20 semantics 2.4; decision 0007.
 */

import type { Command, MalformedCommand, ReadCommand } from '../state/command.js';
import { BadRequest, readOrder } from './read-order.js';

/** Returns the command with its order read, or the malformed parameter. */
export function readCommand(command: Command): ReadCommand | MalformedCommand {
  if (command.type !== 'CreateOrder' && command.type !== 'ReplaceOrder') return command;
  try {
    return { ...command, order: readOrder(command.order) };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return { type: 'Malformed', parameter: error.parameter };
  }
}
