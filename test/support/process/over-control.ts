/** Requests to a served process: of control, and of the accounts in its simulations. */

import type { Served } from './served.js';

/** What a served process answered. */
export interface ServedAnswer {
  readonly status: number;
  readonly text: string;
  /** The first line of the answer, read as JSON; empty without a body. */
  readonly body: AnswerBody;
}

/** What tests read of an answer. A field that the answer does not have is missing here too. */
export interface AnswerBody extends ServedAccount {
  readonly simulations: readonly { readonly id: string; readonly now: string }[];
  readonly accounts: readonly ServedAccount[];
  readonly clock: { readonly state: string };
  /** Simulated time. */
  readonly now: string;
  /** The end of the window, exclusive. */
  readonly to: string;
  readonly transactions: number;
  /** Ticks taken so far. */
  readonly ticks: number;
  readonly strategies: readonly { readonly hook: { readonly seconds: number } }[];
  readonly sha256: string;
}

/** An account with its token. */
export interface ServedAccount {
  readonly id: string;
  readonly token: string;
}

/** Sends a request of control; the path comes after `/_sim/`. */
export function control(
  { url, controlToken }: Served,
  method: string,
  path: string,
  body?: object,
): Promise<ServedAnswer> {
  return send(`${url}/_sim/${path}`, method, controlToken, body);
}

/** Sends a market order for EUR_USD. */
export function order(
  { url }: Served,
  { id, token }: ServedAccount,
  units = '10',
): Promise<ServedAnswer> {
  const body = { order: { type: 'MARKET', instrument: 'EUR_USD', units } };
  return send(`${url}/v3/accounts/${id}/orders`, 'POST', token, body);
}

/** Reads an account. */
export function readAccount({ url }: Served, { id, token }: ServedAccount): Promise<ServedAnswer> {
  return send(`${url}/v3/accounts/${id}`, 'GET', token);
}

async function send(
  url: string,
  method: string,
  token: string,
  body?: object,
): Promise<ServedAnswer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...type },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const [line = ''] = text.split('\n');
  return { status: answer.status, text, body: JSON.parse(line || '{}') as AnswerBody };
}
