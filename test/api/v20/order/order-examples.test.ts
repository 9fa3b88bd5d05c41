import { describe, expect, it } from 'vitest';
import { ORDER_EXAMPLES } from '../../../../src/broker/api/v20/schema/order-examples.js';
import { testApi } from '../../../support/api/api.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { openTrade } from '../../../support/api/trading.js';
import { documentOf } from '../../../support/contract/document.js';
import { account } from '../../../support/market/fixtures.js';
import { post } from './order-requests.js';

const own = account({ id: OWN, guaranteedStopLossOrderMode: 'ALLOWED' });
const hasGuaranteed = sandboxScenario({
  accounts: [own],
  market: sandboxScenario().market.map(entry => ({
    ...entry,
    instrument: { ...entry.instrument, guaranteedStopLossOrderMode: 'ALLOWED' },
  })),
});

describe('the example of an order', () => {
  it.each(Object.entries(ORDER_EXAMPLES))('%s is accepted', async (type, { value: { order } }) => {
    const api = await testApi(hasGuaranteed);
    await api.advance({ by: '1h' });
    const tradeID = await openTrade(api, 1000);
    const { status, body } = await post(api, 'tradeID' in order ? { ...order, tradeID } : order);
    expect(body).toMatchObject({ orderCreateTransaction: { type: `${type}_ORDER` } });
    expect(body).not.toHaveProperty('orderCancelTransaction');
    expect(status).toBe(201);
  });

  it('stands in the document, where an order is made and where one is replaced', async () => {
    const { paths } = await documentOf();
    const operations = Object.values(paths).flatMap(path => Object.values(path));
    for (const id of ['createOrder', 'replaceOrder']) {
      const body = operations.find(({ operationId }) => operationId === id)?.requestBody;
      expect(body).toMatchObject({ content: { 'application/json': { examples: ORDER_EXAMPLES } } });
    }
    expect(JSON.stringify(paths)).not.toContain('x-examples');
  });
});
