/**
 * Trading on a test API's accounts by commands, for tests of what is read afterwards.
 */

import type { Command } from '../../src/core/engine/command.js';
import type { Outcome } from '../../src/core/engine/outputs.js';
import type { OrderRequest } from '../../src/core/order/order.js';
import type { TestApi } from './api.js';

/** Sends a command at once. */
export async function send(
  api: TestApi,
  command: Command,
  accountID = api.accountID,
): Promise<Outcome> {
  return api.sandbox.simulation.submit(accountID, command);
}

/** Opens a trade at the market. @returns its id. */
export async function openTrade(
  api: TestApi,
  units: number,
  order: Partial<OrderRequest> = {},
  accountID = api.accountID,
): Promise<string> {
  const { transactions } = await send(
    api,
    {
      type: 'CreateOrder',
      order: { type: 'MARKET', instrument: 'EUR_USD', units: String(units), ...order },
    },
    accountID,
  );
  const fill = transactions.find(each => each.type === 'ORDER_FILL');
  if (fill?.type !== 'ORDER_FILL' || fill.tradeOpened === undefined) {
    throw new Error(`no trade was opened: ${JSON.stringify(transactions)}`);
  }
  return fill.tradeOpened.tradeID;
}

/** How many transactions all accounts have: a request that changed nothing leaves it as it was. */
export function ledgerLength(api: TestApi): number {
  return api.sandbox.simulation.engine.ledger.length;
}
