/**
 * Requests of control, and of clients to the simulations that it makes.
 */

import { CONTROL_TOKEN, type TestAnswer, type TestApi } from './api.js';

/** A simulation that was just made. */
export interface MadeSimulation {
  readonly id: string;
  readonly accounts: readonly { readonly id: string; readonly token: string }[];
  readonly [field: string]: unknown;
}

/** Sends a request of control; the path comes after `/_sim`. */
export function control(
  api: TestApi,
  method: string,
  path: string,
  body?: unknown,
): Promise<TestAnswer> {
  const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };
  return api.request(method, `/_sim${path}`, body, headers);
}

/** Makes a simulation. @throws Error when it is refused. */
export async function make(api: TestApi, path: string, body: object): Promise<MadeSimulation> {
  const answer = await control(api, 'POST', path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body as unknown as MadeSimulation;
}

/** A client of the first account of a simulation; `{a}` in its paths stands for the account's id. */
export function clientOf(api: TestApi, { accounts: [account] }: MadeSimulation) {
  const headers = { authorization: `Bearer ${account?.token}` };
  return (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
    api.request(method, path.replace('{a}', account?.id ?? ''), body, headers);
}

/** A market without files, in which EUR_USD has one price; ticks can be added for an hour. */
export const EMPTY_MARKET = {
  version: 1,
  name: 'by-hand',
  window: { from: '2024-03-05T10:00:00Z', to: '2024-03-05T11:00:00Z' },
  market: { EUR_USD: { ticks: [['2024-03-05T10:00:00Z', '1.08400', '1.08410']] } },
} as const;
