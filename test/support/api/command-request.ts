/**
 * Commands as clients send them: as requests of v20, and as commands of a step.
 */

import type { Command } from '../../../src/core/engine/state/command.js';

/** The request that means the command; undefined for what only an administrator can do. */
export function requestOf(command: Command): readonly [string, string, object?] | undefined {
  switch (command.type) {
    case 'CreateOrder':
      return ['POST', '/orders', { order: command.order }];
    case 'ReplaceOrder':
      return ['PUT', `/orders/${encode(command.orderSpecifier)}`, { order: command.order }];
    case 'CancelOrder':
      return ['PUT', `/orders/${encode(command.orderSpecifier)}/cancel`];
    case 'SetOrderClientExtensions': {
      const { type: _, orderSpecifier, ...body } = command;
      return ['PUT', `/orders/${encode(orderSpecifier)}/clientExtensions`, body];
    }
    case 'CloseTrade': {
      const { type: _, tradeSpecifier, ...body } = command;
      return ['PUT', `/trades/${encode(tradeSpecifier)}/close`, body];
    }
    case 'SetTradeClientExtensions': {
      const { type: _, tradeSpecifier, ...body } = command;
      return ['PUT', `/trades/${encode(tradeSpecifier)}/clientExtensions`, body];
    }
    case 'SetTradeOrders': {
      const { type: _, tradeSpecifier, ...body } = command;
      return ['PUT', `/trades/${encode(tradeSpecifier)}/orders`, body];
    }
    case 'ClosePosition': {
      const { type: _, instrument, ...body } = command;
      return ['PUT', `/positions/${instrument}/close`, body];
    }
    case 'ConfigureAccount': {
      const { type: _, ...body } = command;
      return ['PATCH', '/configuration', body];
    }
    default:
      return undefined;
  }
}

const encode = encodeURIComponent;

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
