/**
 * Orders that are on disk before they are answered, from one client and from many, which share
 * syncs. Yardstick: the same server without a store.
 */

import { join } from 'node:path';
import { advance, load, ORDERS, startServing } from '../loads/http-load.js';
import { atMost, type BenchFigure, figure } from '../measuring/figure.js';
import { inFolder } from '../measuring/temporary.js';

const CLIENTS = [1, 64];
/** Milliseconds of goal L1 for the slowest of a hundred orders. */
const SLOWEST_MS = 50;

/** Two figures for each number of clients. */
export async function commitBench(): Promise<BenchFigure[]> {
  const without = await loads('sandbox');
  const kept = await inFolder(folder => loads('kept', join(folder, 'store')));
  return CLIENTS.flatMap((clients, at) => {
    const name = `POST market order, kept on disk, ${clients} connection${clients > 1 ? 's' : ''}`;
    const { rate = NaN, p99 = NaN } = kept[at] ?? {};
    const { rate: bare = NaN, p99: bareP99 = NaN } = without[at] ?? {};
    const slowest = { beside: ['without a store', bareP99], goal: atMost(SLOWEST_MS) } as const;
    return [
      figure(name, rate, '/s', { beside: ['without a store', bare] }),
      figure(`${name}: 99 of 100 within`, p99, 'ms', slowest),
    ];
  });
}

async function loads(...words: readonly string[]) {
  const server = await startServing(...words);
  const path = `/v3/accounts/${server.accountID}/orders`;
  try {
    await advance(server, { by: '14d' });
    const answered = [];
    for (const connections of CLIENTS) {
      answered.push(await load(server, { path, bodies: ORDERS, connections }));
    }
    return answered;
  } finally {
    server.child.kill();
  }
}
