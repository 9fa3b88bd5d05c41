/**
 * Requests of control, and of clients to the simulations that it makes.
 */

import type { Sandbox } from '../../../src/broker/runtime/sandboxes.js';
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

/** A fork of the main simulation, and requests to it. */
export interface Fork {
  readonly sandbox: Sandbox;
  /** A request of its first account; `{a}` in the path stands for the account's id. */
  readonly request: ReturnType<typeof clientOf>;
  /** A request of control; the path comes after that of the simulation. */
  control(method: string, path: string, body?: unknown): Promise<TestAnswer>;
}

/** Forks the main simulation, with the clock that `asked` describes. */
export async function forkOf(api: TestApi, asked: object): Promise<Fork> {
  const made = await make(api, '/simulations/main/fork', asked);
  return {
    sandbox: api.sandboxes.get(made.id) as Sandbox,
    request: clientOf(api, made),
    control: (method, path, body) => control(api, method, `/simulations/${made.id}${path}`, body),
  };
}

/** A market without files, in which EUR_USD has one price; ticks can be added for an hour. */
export const EMPTY_MARKET = {
  version: 1,
  name: 'by-hand',
  window: { from: '2024-03-05T10:00:00Z', to: '2024-03-05T11:00:00Z' },
  market: { EUR_USD: { ticks: [['2024-03-05T10:00:00Z', '1.08400', '1.08410']] } },
} as const;
