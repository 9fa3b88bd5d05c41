/** The v20 request for a command. Source: v20 semantics 1. */

import type { Command } from '../engine/state/command.js';

export interface CommandRequest {
  readonly method: string;
  /** Path after `/v3/accounts/{accountID}`. */
  readonly path: string;
  readonly body?: object;
}

/** The request for `command`; undefined for commands that only an administrator can send. */
export function commandRequest(command: Command): CommandRequest | undefined {
  switch (command.type) {
    case 'CreateOrder':
      return { method: 'POST', path: '/orders', body: { order: command.order } };
    case 'ReplaceOrder': {
      const path = `/orders/${encodeURIComponent(command.orderSpecifier)}`;
      return { method: 'PUT', path, body: { order: command.order } };
    }
    case 'CancelOrder':
      return {
        method: 'PUT',
        path: `/orders/${encodeURIComponent(command.orderSpecifier)}/cancel`,
      };
    case 'SetOrderClientExtensions': {
      const { type: _, orderSpecifier, ...body } = command;
      return put(`/orders/${encodeURIComponent(orderSpecifier)}/clientExtensions`, body);
    }
    case 'CloseTrade': {
      const { type: _, tradeSpecifier, ...body } = command;
      return put(`/trades/${encodeURIComponent(tradeSpecifier)}/close`, body);
    }
    case 'SetTradeClientExtensions': {
      const { type: _, tradeSpecifier, ...body } = command;
      return put(`/trades/${encodeURIComponent(tradeSpecifier)}/clientExtensions`, body);
    }
    case 'SetTradeOrders': {
      const { type: _, tradeSpecifier, ...body } = command;
      return put(`/trades/${encodeURIComponent(tradeSpecifier)}/orders`, body);
    }
    case 'ClosePosition': {
      const { type: _, instrument, ...body } = command;
      return put(`/positions/${encodeURIComponent(instrument)}/close`, body);
    }
    case 'ConfigureAccount': {
      const { type: _, ...body } = command;
      return { method: 'PATCH', path: '/configuration', body };
    }
    default:
      return undefined;
  }
}

function put(path: string, body: object): CommandRequest {
  return { method: 'PUT', path, body };
}
