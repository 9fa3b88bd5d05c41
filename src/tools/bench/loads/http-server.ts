/**
 * The server side of the http bench, in a process of its own: the bare Fastify routes that are the
 * yardstick, or a sandbox over a month of ticks whose clock is turned by hand, with or without a store.
 * Arguments: `bare`, `sandbox`, or `kept` and the folder of the store.
 */

import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { type ServerKeeping, startServer } from '../../../broker/api/server.js';
import type { Sandboxes } from '../../../broker/runtime/sandboxes.js';
import { storeTokens } from '../../../broker/store/beside/store-tokens.js';
import { STORE_FORMAT } from '../../../broker/store/record.js';
import { openStore } from '../../../broker/store/store.js';
import { MILLION_DAYS, makeMarket } from './market.js';
import { ACCOUNT, oneAccount } from './one-account.js';

/** The facts about its server that the bench needs. */
export interface BenchServer {
  readonly url: string;
  readonly token: string;
  readonly controlToken: string;
  readonly accountID: string;
}

const HOST = '127.0.0.1';
const NO_FILES = {
  orrery: '',
  tz: '',
  scenario: { path: '', sha256: '' },
  seed: 1,
  ticks: [],
};

const [, , kind, folder] = process.argv;
if (kind === 'bare') await serveBare();
else await serveSandbox(folder);
process.on('message', message => {
  if (message === 'memory') process.send?.({ rss: process.memoryUsage().rss });
});

/** Routes that only read and write JSON of the size of a summary and of an order. */
async function serveBare(): Promise<void> {
  const app = fastify();
  const fields = Object.fromEntries(
    Array.from({ length: 34 }, (_, at) => [`field${at}`, '10000.0000']),
  );
  app.get('/', () => ({ account: fields, lastTransactionID: '3' }));
  app.post('/', request => ({ ...fields, order: request.body }));
  await app.listen({ host: HOST, port: 0 });
  const { port } = app.server.address() as AddressInfo;
  tell({ url: `http://${HOST}:${port}`, token: '', controlToken: '', accountID: '' });
}

/** @param folder - of the store; absent: there is none. */
async function serveSandbox(folder: string | undefined): Promise<void> {
  const scenario = oneAccount(makeMarket({ days: MILLION_DAYS }));
  const { url, controlToken, accounts } = await startServer(scenario, {
    host: HOST,
    port: 0,
    mode: 'paced',
    start: 'when-played',
    speed: Number.POSITIVE_INFINITY,
    dialect: 'current',
    limits: { requestsPerSecond: Number.POSITIVE_INFINITY },
    ...(folder === undefined ? {} : { keep: sandboxes => kept(sandboxes, folder) }),
  });
  tell({ url, token: accounts[0]?.token as string, controlToken, accountID: ACCOUNT });
}

/** Keeps the sandboxes in a store, of which no file of a scenario is part. */
async function kept(sandboxes: Sandboxes, folder: string): Promise<ServerKeeping> {
  const refuse = (): never => {
    throw new Error('only the served simulation is kept');
  };
  const keeper = await openStore(folder, sandboxes, {
    header: { ...NO_FILES, kind: 'header', store: STORE_FORMAT, name: 'bench', timeline: false },
    makers: { create: refuse, fork: refuse },
    onFailure: error => {
      throw error;
    },
    tell: refuse,
  });
  return { keeper, tokenFor: await storeTokens(folder, () => undefined) };
}

function tell(server: BenchServer): void {
  process.send?.(server);
}
