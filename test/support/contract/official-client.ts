/**
 * The official client driving a server: its callbacks as promises, its requests over plain HTTP.
 */

import { type Answer, Context } from '@oanda/v20/context.js';
import { type RunningServer, startServer } from '../../../src/broker/api/server.js';
import type { Scenario } from '../../../src/core/run/scenario.js';

export interface OfficialClient {
  readonly context: Context;
  readonly server: RunningServer;
  /** Calls a method, `order.create`, and waits for the answer. @throws Error unless it is 2xx. */
  call(method: ClientMethod, ...args: readonly unknown[]): Promise<Record<string, unknown>>;
  /** As `call`, whatever the status. */
  ask(method: ClientMethod, ...args: readonly unknown[]): Promise<Answer>;
  /** Turns the clock. */
  advance(turn: object): Promise<void>;
}

type Kind = Exclude<keyof Context, 'headers' | 'setToken' | 'request'>;
type ClientMethod = `${Kind}.${string}`;

/** The client with the token of the first account, at a server of its own with a manual clock. */
export async function officialClient(scenario: Scenario): Promise<OfficialClient> {
  const server = await startServer(scenario, {
    port: 0,
    host: '127.0.0.1',
    mode: 'manual',
    speed: 1,
    dialect: 'current',
  });
  const { hostname, port } = new URL(server.url);
  const context = new Context(hostname, Number(port), false, 'orrery-tests');
  context.setToken(server.accounts[0]?.token ?? '');
  const ask = (method: ClientMethod, ...args: readonly unknown[]) =>
    new Promise<Answer>(resolve => {
      const [kind, name] = method.split('.') as [Kind, string];
      context[kind][name]?.(...args, resolve);
    });
  return {
    context,
    server,
    ask,
    async call(method, ...args) {
      const { statusCode, rawBody, body } = await ask(method, ...args);
      if (!statusCode.startsWith('2') || body === null) {
        throw new Error(`${method}: ${statusCode} ${rawBody}`);
      }
      return body;
    },
    async advance(turn) {
      const { status } = await fetch(`${server.url}/_sim/clock/advance`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.controlToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(turn),
      });
      if (status !== 200) throw new Error(`the clock answered ${status}`);
    },
  };
}
