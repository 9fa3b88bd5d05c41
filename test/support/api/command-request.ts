/**
 * Commands as clients send them: as requests of v20, and as commands of a step.
 */

import type { Command } from '../../../src/core/engine/state/command.js';
import { commandRequest } from '../../../src/core/strategy/command-request.js';

/** The request that means the command; undefined for what only an administrator can do. */
export function requestOf(
  command: Command,
): readonly [string, string, object | undefined] | undefined {
  const request = commandRequest(command);
  return request && [request.method, request.path, request.body];
}

const OPERATIONS = {
  CreateOrder: 'createOrder',
  ReplaceOrder: 'replaceOrder',
  CancelOrder: 'cancelOrder',
  SetOrderClientExtensions: 'setOrderClientExtensions',
  CloseTrade: 'closeTrade',
  SetTradeClientExtensions: 'setTradeClientExtensions',
  SetTradeOrders: 'setTradeDependentOrders',
  ClosePosition: 'closePosition',
  ConfigureAccount: 'configureAccount',
} as const;

/** The command as a step takes it; undefined for what only an administrator can do. */
export function stepCommandOf({ type, ...fields }: Command): object | undefined {
  const operation = (OPERATIONS as Readonly<Record<string, string>>)[type];
  return operation === undefined ? undefined : { operation, ...fields };
}
