/** Orders of the first account, asked for over HTTP. */

import { type ApiSetup, type TestAnswer, type TestApi, testApi } from '../../../support/api/api.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';

export const PATH = '/v3/accounts/{a}/orders';
export const CODE = 'oanda::rest::core::InvalidParameterException';
export const URL = `http://localhost:80/v3/accounts/${OWN}/orders`;
export const NOW = '2024-03-05T11:00:00.000000000Z';

export const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
export const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.05' };

/** An API an hour into its market. */
export async function running(setup: ApiSetup = {}): Promise<TestApi> {
  const api = await testApi(sandboxScenario(), setup);
  await api.advance({ by: '1h' });
  return api;
}
/** Asks for an order of the first account. */
export const post = (api: TestApi, order: unknown) => api.request('POST', PATH, { order });
/** Id of the account's last transaction. */
export const lastID = (api: TestApi) => api.sandbox.simulation.account(OWN)?.log.lastID;
/** Ids of a list of orders. */
export const idsOf = ({ body }: TestAnswer) =>
  (body['orders'] as { id: string }[]).map(({ id }) => id);

/** The common fields of a transaction of a request at NOW. */
export const head = (id: string, batchID: string, { headers }: TestAnswer) => ({
  id,
  accountID: OWN,
  userID: 1_000_001,
  batchID,
  requestID: headers['requestid'],
  time: NOW,
});
