/** A test API with faults, and the small requests that naive and careful clients are made of. */

import { type ApiSetup, CONTROL_TOKEN, type TestAnswer, type TestApi, testApi } from './api.js';
import { sandboxScenario } from './sandbox-scenario.js';

/** A sandbox whose clock stands until the test moves it, with `rules` added. */
export async function faulty(
  rules: readonly object[] = [],
  setup: ApiSetup = {},
): Promise<TestApi> {
  const api = await testApi(sandboxScenario(), setup);
  await api.advance({ by: '1m' });
  for (const rule of rules) await added(api, rule);
  return api;
}

/** The same sandbox as it was before its rules and requests, with `rules` added. */
export async function startAgain(api: TestApi, rules: readonly object[]): Promise<TestApi> {
  const { simulation } = api.sandbox;
  simulation.rewind({ at: simulation.scenario.from });
  await api.advance({ by: '1m' });
  for (const rule of rules) await added(api, rule);
  return api;
}

/** A request to `/_sim/faults`. */
export async function faults(api: TestApi, method: string, payload?: unknown): Promise<TestAnswer> {
  const answer = await api.app.inject({
    method: method as 'GET',
    url: '/_sim/faults',
    headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
    ...(payload === undefined ? {} : { payload: payload as object }),
  });
  const { statusCode: status, headers, body: text } = answer;
  return { status, headers, text, body: JSON.parse(text) };
}

/** Adds a rule. @returns its id. @throws Error unless it is added. */
export async function added(api: TestApi, rule: object): Promise<string> {
  const { status, body } = await faults(api, 'POST', rule);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body['id'] as string;
}

/** What the faults so far did, in order. */
export async function did(api: TestApi): Promise<string[]> {
  const { body } = await faults(api, 'GET');
  return (body['fired'] as { did: string }[]).map(each => each.did);
}

/** A market order of EUR_USD as a request body. */
export function marketOrder(fields: object = {}): object {
  return { order: { type: 'MARKET', instrument: 'EUR_USD', units: '100', ...fields } };
}

/** Sends an order. */
export function order(api: TestApi, fields: object = {}): Promise<TestAnswer> {
  return api.request('POST', '/v3/accounts/{a}/orders', marketOrder(fields));
}

/** Units of EUR_USD that the account has. */
export function unitsOf({ sandbox, accountID }: TestApi): number {
  const { openTrades } = sandbox.simulation.engine.account(accountID).state;
  return [...openTrades.values()].reduce((sum, trade) => sum + trade.currentUnits.toNumber(), 0);
}
