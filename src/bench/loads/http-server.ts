/**
 * The server side of the http bench, in a process of its own: the bare Fastify routes that are the
 * yardstick, or a sandbox over a month of ticks whose clock is turned by hand.
 */

import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { startServer } from '../../api/server.js';
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

if (process.argv[2] === 'bare') await serveBare();
else await serveSandbox();
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

async function serveSandbox(): Promise<void> {
  const scenario = oneAccount(makeMarket({ days: MILLION_DAYS }));
  const { url, controlToken, accounts } = await startServer(scenario, {
    host: HOST,
    port: 0,
    mode: 'paced',
    start: 'when-played',
    speed: Number.POSITIVE_INFINITY,
    dialect: 'current',
    limits: { requestsPerSecond: Number.POSITIVE_INFINITY },
  });
  tell({ url, token: accounts[0]?.token as string, controlToken, accountID: ACCOUNT });
}

function tell(server: BenchServer): void {
  process.send?.(server);
}
