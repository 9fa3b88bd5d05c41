/** Bodies that this broker answers: a small session that touches every kind of body. */

import type { Recording } from '../../../src/live/fidelity/recording/recorded-bodies.js';
import { type TestApi, testApi } from '../api/api.js';
import { OWN, OWN_SECOND, sandboxScenario } from '../api/sandbox-scenario.js';
import { account } from '../market/fixtures.js';

/** Asks and answers of the sessions of a dollar account and of a hedging euro account. */
export async function ownBodies(): Promise<Recording[]> {
  const commission = { commission: '0.1', unitsTraded: '1000', minimumCommission: '0' };
  const scenario = sandboxScenario({
    accounts: [
      account({ id: OWN, commission }),
      account({ id: OWN_SECOND, currency: 'EUR', hedging: true, conversionMarkup: '0.005' }),
    ],
  });
  const api = await testApi(scenario);
  const own = new Session(api);
  await api.advance({ by: '1m' });
  for (const id of [OWN, OWN_SECOND]) await trade(own, api, id);
  await api.advance({ to: '2024-03-06T00:00:00Z' });
  for (const id of [OWN, OWN_SECOND]) await read(own, id);
  return own.recordings;
}

class Session {
  readonly recordings: Recording[] = [];
  readonly #api: TestApi;

  constructor(api: TestApi) {
    this.#api = api;
  }

  async ask(method: string, url: string, body?: object): Promise<Record<string, unknown>> {
    const { status, body: value } = await this.#api.request(method, url, body);
    const path = url.split('?')[0] as string;
    this.recordings.push({ file: 'own', place: url, value, method, path, status });
    return value;
  }
}

async function trade(session: Session, api: TestApi, id: string): Promise<void> {
  const orders = `/v3/accounts/${id}/orders`;
  const market = (fields: object) => ({
    order: { type: 'MARKET', instrument: 'USD_JPY', units: '3000', ...fields },
  });
  await session.ask('POST', orders, market({}));
  await api.advance({ by: '1m' });
  await session.ask('PUT', `/v3/accounts/${id}/positions/USD_JPY/close`, { longUnits: '1000' });
  await session.ask('POST', orders, market({ instrument: 'EUR_USD', units: '12000000' }));
  const dependents = {
    instrument: 'GBP_USD',
    takeProfitOnFill: { price: '1.50000' },
    stopLossOnFill: { price: '1.10000' },
  };
  const opened = await session.ask('POST', orders, market(dependents));
  const { tradeOpened } = opened['orderFillTransaction'] as { tradeOpened: { tradeID: string } };
  await api.advance({ by: '1m' });
  await session.ask('PUT', `/v3/accounts/${id}/trades/${tradeOpened.tradeID}/close`);
  await session.ask('POST', orders, market({ instrument: 'GBP_USD', units: '-500' }));
  await session.ask('POST', orders, market({ units: '0' }));
  const limit = { type: 'LIMIT', instrument: 'EUR_USD', units: '10', price: '1.01' };
  const waiting = await session.ask('POST', orders, { order: limit });
  const { id: resting } = waiting['orderCreateTransaction'] as { id: string };
  await session.ask('PUT', `${orders}/${resting}`, { order: { ...limit, price: '1.02' } });
  const stop = { type: 'STOP_LOSS', price: '1.00', timeInForce: 'GTC' };
  const held = await session.ask('POST', orders, market({ instrument: 'EUR_USD', units: '20' }));
  const { tradeID } = (held['orderFillTransaction'] as { tradeOpened: { tradeID: string } })
    .tradeOpened;
  await session.ask('POST', orders, { order: { ...stop, tradeID } });
  await session.ask('PUT', `/v3/accounts/${id}/trades/${tradeID}/orders`, {
    stopLoss: { price: '1.01' },
    trailingStopLoss: { distance: '0.02' },
  });
  await session.ask('PUT', `${orders}/999/cancel`);
}

async function read(session: Session, id: string): Promise<void> {
  const base = `/v3/accounts/${id}`;
  const reads = [
    '',
    '/summary',
    '/instruments',
    '/changes?sinceTransactionID=1',
    '/orders?state=ALL',
    '/trades?state=ALL',
    '/openTrades',
    '/positions',
    '/pricing?instruments=EUR_USD,USD_JPY&includeHomeConversions=true',
    '/transactions',
    '/transactions/sinceid?id=0',
    '/instruments/EUR_USD/candles?granularity=M5&price=MBA&count=50',
    '/instruments/EUR_USD/candles?granularity=H4&count=5&dailyAlignment=3',
  ];
  for (const each of reads) await session.ask('GET', `${base}${each}`);
}
