/** Trades of the first account, asked for over HTTP. */

import { type TestApi, testApi } from '../../../support/api/api.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

export const TRADES = '/v3/accounts/{a}/trades';
/** When EUR_USD opens, at 1.08500 over 1.08515. */
export const OPENED = '2024-03-05T10:00:00.000000000Z';
/** A trade of 1000 units that was opened then, as the first of its account. */
export const TRADE = {
  id: '5',
  instrument: 'EUR_USD',
  price: '1.08515',
  openTime: OPENED,
  initialUnits: '1000',
  initialMarginRequired: '21.7015',
  state: 'OPEN',
  currentUnits: '1000',
  realizedPL: '0.0000',
  unrealizedPL: '-0.1500',
  marginUsed: '21.7015',
  financing: '0.0000',
  dividendAdjustment: '0.0000',
};
/** The body of an answer that knows no such trade. */
export const NO_SUCH_TRADE = {
  errorMessage: 'The trade ID specified does not exist',
  errorCode: 'NO_SUCH_TRADE',
};

/** An API at the opening of its market. */
export const start = (): Promise<TestApi> => testApi(sandboxScenario());
