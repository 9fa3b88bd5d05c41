import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN, OWN_SECOND, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { type OfficialClient, officialClient } from '../../support/contract/official-client.js';

/** The official JavaScript client, driven through all that it knows. */

let client: OfficialClient;
beforeAll(async () => {
  client = await officialClient(sandboxScenario());
});
afterAll(() => client.server.close());

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: 1000 };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: 100, price: '1.01000' };

type Fields = Record<string, unknown>;

/** Opens a trade. @returns its id. */
async function openTrade(order: Fields = {}): Promise<string> {
  const { orderFillTransaction } = await client.call('order.create', OWN, {
    order: { ...MARKET, ...order },
  });
  const { tradeOpened } = orderFillTransaction as { tradeOpened: { tradeID: string } };
  return tradeOpened.tradeID;
}

/** Makes an order that waits. @returns its id. */
async function makeOrder(order: Fields = {}): Promise<string> {
  const { orderCreateTransaction } = await client.call('order.create', OWN, {
    order: { ...LIMIT, ...order },
  });
  return (orderCreateTransaction as { id: string }).id;
}

describe('the official client', () => {
  it('reads accounts and configures them', async () => {
    const { accounts } = await client.call('account.list');
    expect(accounts).toMatchObject([{ id: OWN }, { id: OWN_SECOND }]);
    const { account } = await client.call('account.get', OWN);
    expect(account).toMatchObject({ id: OWN, currency: 'USD', balance: '10000.0000' });
    expect(await client.call('account.summary', OWN_SECOND)).toMatchObject({
      account: { currency: 'EUR', hedgingEnabled: true },
    });
    const { instruments } = await client.call('account.instruments', OWN, {
      instruments: 'EUR_USD,USD_JPY',
    });
    expect(instruments).toMatchObject([{ name: 'EUR_USD' }, { name: 'USD_JPY' }]);
    const configured = await client.call('account.configure', OWN, { alias: 'Mine' });
    expect(configured).toMatchObject({ clientConfigureTransaction: { alias: 'Mine' } });
  });

  it('makes, lists, replaces, labels and cancels orders', async () => {
    const orderID = await makeOrder({
      takeProfitOnFill: { price: '1.02000' },
      stopLossOnFill: { distance: '0.00500' },
      trailingStopLossOnFill: { distance: '0.01000' },
      clientExtensions: { id: 'first', tag: 'tag', comment: 'comment' },
    });
    expect(await client.call('order.listPending', OWN)).toMatchObject({
      orders: [{ id: orderID }],
    });
    expect(
      await client.call('order.list', OWN, { count: 10, instrument: 'EUR_USD' }),
    ).toMatchObject({ orders: [{ id: orderID, clientExtensions: { id: 'first' } }] });
    expect(await client.call('order.get', OWN, '@first')).toMatchObject({ order: { id: orderID } });
    await client.call('order.setClientExtensions', OWN, orderID, {
      clientExtensions: { comment: 'another' },
    });
    const replaced = await client.call('order.replace', OWN, orderID, {
      order: { ...LIMIT, price: '1.02000' },
    });
    const { id } = replaced['orderCreateTransaction'] as { id: string };
    expect(await client.call('order.get', OWN, orderID)).toMatchObject({
      order: { state: 'CANCELLED', replacedByOrderID: id },
    });
    expect(await client.call('order.cancel', OWN, id)).toMatchObject({
      orderCancelTransaction: { orderID: id, reason: 'CLIENT_REQUEST' },
    });
    expect(await client.call('order.listPending', OWN)).toMatchObject({ orders: [] });
  });

  it('opens, protects, labels, reduces and closes trades', async () => {
    const id = await openTrade({ takeProfitOnFill: { price: '1.20000' } });
    expect(await client.call('trade.listOpen', OWN)).toMatchObject({ trades: [{ id }] });
    expect(await client.call('trade.list', OWN, { state: 'ALL', count: 5 })).toMatchObject({
      trades: [{ id }],
    });
    await client.call('trade.setDependentOrders', OWN, id, {
      takeProfit: { price: '1.21000' },
      stopLoss: { price: '1.05000' },
      trailingStopLoss: { distance: '0.05000' },
    });
    await client.call('trade.setClientExtensions', OWN, id, { clientExtensions: { id: 'held' } });
    expect(await client.call('trade.get', OWN, '@held')).toMatchObject({
      trade: { id, takeProfitOrder: { price: '1.21000' }, stopLossOrder: { price: '1.05000' } },
    });
    await client.advance({ by: '1h' });
    await client.call('trade.close', OWN, id, { units: '400' });
    expect(await client.call('trade.close', OWN, id, {})).toMatchObject({
      orderFillTransaction: { tradesClosed: [{ tradeID: id, units: '-600' }] },
    });
    expect(await client.call('trade.get', OWN, id)).toMatchObject({ trade: { state: 'CLOSED' } });
  });

  it('reads positions and closes them', async () => {
    await openTrade({ units: '300' });
    await openTrade({ units: '-200', instrument: 'GBP_USD' });
    expect(await client.call('position.listOpen', OWN)).toMatchObject({
      positions: [{ instrument: 'EUR_USD' }, { instrument: 'GBP_USD', short: { units: '-200' } }],
    });
    expect(await client.call('position.get', OWN, 'EUR_USD')).toMatchObject({
      position: { long: { units: '300' }, short: { units: '0' } },
    });
    await client.call('position.close', OWN, 'EUR_USD', { longUnits: 'ALL', shortUnits: 'NONE' });
    await client.call('position.close', OWN, 'GBP_USD', { longUnits: 'NONE', shortUnits: '200' });
    const { positions } = await client.call('position.list', OWN);
    expect(positions).toMatchObject([{ long: { units: '0' } }, { short: { units: '0' } }]);
  });

  it('reads transactions by page, id and range, and what has changed', async () => {
    const { transactions } = await client.call('transaction.since', OWN, { id: 0 });
    const log = transactions as readonly { readonly id: string; readonly type: string }[];
    expect(log[0]).toMatchObject({ id: '1', type: 'CREATE' });
    const { count, pages } = await client.call('transaction.list', OWN, { pageSize: 10 });
    expect(count).toBe(log.length);
    expect(pages).toHaveLength(Math.ceil(log.length / 10));
    const range = await client.call('transaction.range', OWN, { from: 2, to: 5 });
    expect(range['transactions']).toEqual(log.slice(1, 5));
    expect(await client.call('transaction.get', OWN, 4)).toMatchObject({ transaction: log[3] });
    const changes = await client.call('account.changes', OWN, { sinceTransactionID: 3 });
    expect(changes['changes']).toMatchObject({ transactions: log.slice(3) });
    expect(changes['lastTransactionID']).toBe(log.at(-1)?.id);
  });

  it('reads its user', async () => {
    expect(await client.call('user.getInfo', '@')).toMatchObject({ userInfo: { userID: 1000001 } });
    await client.call('user.getExternalInfo', '1000001');
  });

  it('reads the reason of a refusal', async () => {
    const { statusCode, body } = await client.ask('order.create', OWN, {
      order: { ...MARKET, units: '1000000000' },
    });
    expect(statusCode).toBe('400');
    expect(body).toMatchObject({
      errorCode: 'UNITS_LIMIT_EXCEEDED',
      errorMessage: expect.stringMatching(/./),
      orderRejectTransaction: { rejectReason: 'UNITS_LIMIT_EXCEEDED' },
    });
    const missing = await client.ask('order.cancel', OWN, '9999');
    expect(missing.statusCode).toBe('404');
  });
});
