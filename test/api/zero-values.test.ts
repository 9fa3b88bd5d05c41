import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../support/api/api.js';
import { sandboxScenario } from '../support/api/sandbox-scenario.js';

/**
 * What programs send whose structs know no absent field, as those of Go without `omitempty`: every
 * field of a request, the unset ones as an empty text, a null, or the clock's zero instant.
 */

const NEVER = '0001-01-01T00:00:00Z';
const NO_LABEL = { id: '', tag: '', comment: '' };
const ENTRY = {
  price: '',
  priceBound: '',
  timeInForce: '',
  gtdTime: NEVER,
  positionFill: '',
  triggerCondition: '',
  clientExtensions: null,
  takeProfitOnFill: null,
  stopLossOnFill: null,
  guaranteedStopLossOnFill: null,
  trailingStopLossOnFill: null,
  tradeClientExtensions: NO_LABEL,
};
const DEPENDENT = {
  tradeID: '',
  clientTradeID: '',
  price: '',
  distance: '',
  timeInForce: '',
  gtdTime: NEVER,
  triggerCondition: '',
  clientExtensions: NO_LABEL,
};
const DETAILS = {
  price: '',
  distance: '',
  timeInForce: '',
  gtdTime: NEVER,
  triggerCondition: '',
  clientExtensions: null,
};
/** A struct for orders of every type. */
const ANY = { ...ENTRY, ...DEPENDENT };
const EURO = { instrument: 'EUR_USD', units: '100' };
/** Far below the market. */
const LOW = '1.00000';

const ORDERS = '/v3/accounts/{a}/orders';
const TRADE = '/v3/accounts/{a}/trades/@long';
const POSITION = '/v3/accounts/{a}/positions/EUR_USD';

/** Method, path, body with zero values, body without them, field of the answer. */
type Write = readonly [string, string, object, object, string];

/** An order is made alike by a struct of its own kind and by one for every type. */
function order(method: string, path: string, zeros: object, needed: object): Write[] {
  return [zeros, ANY].map(unset => {
    const body = { order: { ...unset, ...needed } };
    return [method, path, body, { order: needed }, 'orderCreateTransaction'];
  });
}

const WRITES: readonly Write[] = [
  ...order('POST', ORDERS, ENTRY, { type: 'MARKET', ...EURO }),
  ...order('POST', ORDERS, ENTRY, { type: 'LIMIT', ...EURO, price: LOW }),
  ...order('POST', ORDERS, ENTRY, { type: 'STOP', ...EURO, price: '1.50000' }),
  ...order('POST', ORDERS, ENTRY, { type: 'MARKET_IF_TOUCHED', ...EURO, price: LOW }),
  ...order('POST', ORDERS, DEPENDENT, { type: 'TAKE_PROFIT', tradeID: '5', price: '1.50000' }),
  ...order('POST', ORDERS, DEPENDENT, { type: 'STOP_LOSS', tradeID: '5', distance: '0.10000' }),
  ...order('POST', ORDERS, DEPENDENT, {
    type: 'TRAILING_STOP_LOSS',
    clientTradeID: 'long',
    distance: '0.10000',
  }),
  ...order('PUT', `${ORDERS}/@rests`, ENTRY, { type: 'LIMIT', ...EURO, price: LOW }),
  ['PUT', `${ORDERS}/@rests/cancel`, {}, {}, 'orderCancelTransaction'],
  [
    'PUT',
    `${ORDERS}/@rests/clientExtensions`,
    { clientExtensions: { id: '', tag: 'mine', comment: '' }, tradeClientExtensions: NO_LABEL },
    { clientExtensions: { tag: 'mine', comment: '' } },
    'orderClientExtensionsModifyTransaction',
  ],
  [
    'PUT',
    `${ORDERS}/@rests/clientExtensions`,
    { clientExtensions: null, tradeClientExtensions: { id: 'other', tag: '', comment: '' } },
    { tradeClientExtensions: { id: 'other', tag: '', comment: '' } },
    'orderClientExtensionsModifyTransaction',
  ],
  ['PUT', `${TRADE}/close`, { units: '' }, {}, 'orderFillTransaction'],
  ['PUT', `${TRADE}/close`, { units: null }, { units: 'ALL' }, 'orderFillTransaction'],
  [
    'PUT',
    `${TRADE}/clientExtensions`,
    { clientExtensions: { id: '', tag: '', comment: 'why' } },
    { clientExtensions: { tag: '', comment: 'why' } },
    'tradeClientExtensionsModifyTransaction',
  ],
  [
    'PUT',
    `${TRADE}/orders`,
    { takeProfit: { ...DETAILS, price: '1.50000' }, stopLoss: null, trailingStopLoss: null },
    { takeProfit: { price: '1.50000' } },
    'takeProfitOrderTransaction',
  ],
  [
    'PUT',
    `${TRADE}/orders`,
    { stopLoss: { ...DETAILS, distance: '0.10000', clientExtensions: NO_LABEL } },
    { stopLoss: { distance: '0.10000' } },
    'stopLossOrderTransaction',
  ],
  [
    'PUT',
    `${POSITION}/close`,
    {
      longUnits: 'ALL',
      longClientExtensions: NO_LABEL,
      shortUnits: '',
      shortClientExtensions: null,
    },
    { longUnits: 'ALL' },
    'longOrderFillTransaction',
  ],
  [
    'PUT',
    `${POSITION}/close`,
    { longUnits: '', longClientExtensions: null, shortUnits: null, shortClientExtensions: null },
    {},
    'longOrderFillTransaction',
  ],
  [
    'PATCH',
    '/v3/accounts/{a}/configuration',
    { alias: 'Hedge', marginRate: '' },
    { alias: 'Hedge' },
    'clientConfigureTransaction',
  ],
  [
    'PATCH',
    '/v3/accounts/{a}/configuration',
    { alias: '', marginRate: '0.05' },
    { marginRate: '0.05' },
    'clientConfigureTransaction',
  ],
];

/** A market with trade 5, called `long`, and an order called `rests`. */
async function furnished(): Promise<TestApi> {
  const api = await testApi(sandboxScenario());
  await api.advance({ by: '1m' });
  const label = { tradeClientExtensions: { id: 'long' } };
  await api.request('POST', ORDERS, { order: { type: 'MARKET', ...EURO, ...label } });
  const rests = { type: 'LIMIT', ...EURO, price: LOW, clientExtensions: { id: 'rests' } };
  await api.request('POST', ORDERS, { order: rests });
  return api;
}

describe('a request in which everything that is not needed has its zero value', () => {
  let apis: readonly [TestApi, TestApi];
  beforeEach(async () => {
    apis = [await furnished(), await furnished()];
  });
  afterEach(() => Promise.all(apis.map(({ app }) => app.close())));

  it.each(WRITES)('is the one without it: %s %s %j', async (...write) => {
    const [method, path, zeros, plain, field] = write;
    const [sent, wanted] = [
      await apis[0].request(method, path, zeros),
      await apis[1].request(method, path, plain),
    ];
    expect(wanted.body).toHaveProperty(field);
    expect(sent.status).toBe(wanted.status);
    expect(sent.body).toEqual(wanted.body);
  });

  it('is a configuration of nothing when nothing is set', async () => {
    const body = { alias: '', marginRate: '' };
    const answer = await apis[0].request('PATCH', '/v3/accounts/{a}/configuration', body);
    expect(answer.body['errorCode']).toBe('CLIENT_CONFIGURE_DATA_MISSING');
  });

  it.each(['units', 'instrument'])('still has to name the %s of an order', async field => {
    const body = { order: { ...ANY, type: 'MARKET', ...EURO, [field]: '' } };
    expect((await apis[0].request('POST', ORDERS, body)).status).toBe(400);
  });
});
