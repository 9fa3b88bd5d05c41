/**
 * Trading on a test API's accounts by commands, for tests of what is read afterwards.
 */

import type { Command } from '../../../src/core/engine/state/command.js';
import type { Outcome } from '../../../src/core/engine/state/outputs.js';
import type { OrderRequest } from '../../../src/core/order/order.js';
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

/** Gives every account open and closed trades, and orders that wait, have filled or were cancelled. */
export async function furnish(api: TestApi): Promise<void> {
  const limit = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.01' } as const;
  for (const { id } of api.sandbox.simulation.scenario.accounts) {
    await openTrade(api, 1000, { takeProfitOnFill: { price: '1.2' } }, id);
    const closed = await openTrade(api, 50, { instrument: 'USD_JPY' }, id);
    await send(api, { type: 'CloseTrade', tradeSpecifier: closed }, id);
    await openTrade(api, -700, { instrument: 'GBP_USD' }, id);
    const clientExtensions = { id: 'mine-1', tag: 'tag' };
    await send(api, { type: 'CreateOrder', order: { ...limit, clientExtensions } }, id);
    await send(api, { type: 'CreateOrder', order: limit }, id);
    await send(api, { type: 'CancelOrder', orderSpecifier: '@mine-1' }, id);
  }
}
