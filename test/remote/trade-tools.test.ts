import { describe, expect, it } from 'vitest';
import { startServer } from '../../src/broker/api/server.js';
import type { Transaction } from '../../src/core/ledger/transaction.js';
import type { Drawings } from '../../src/core/strategy/tools/drawings.js';
import { trade } from '../../src/live/remote/remote-strategy.js';
import { V20Client } from '../../src/live/remote/wire/v20-client.js';
import { OWN, sandboxScenario } from '../support/api/sandbox-scenario.js';

/** The tools of a strategy in the host's own time. */

const SERVER = {
  port: 0,
  host: '127.0.0.1',
  mode: 'paced',
  speed: 500,
  dialect: 'current',
  logLevel: 'silent',
} as const;

describe('a strategy on the wall clock', () => {
  it('links orders, sizes them and draws', async () => {
    const server = await startServer(sandboxScenario(), SERVER);
    const token = server.accounts[0]?.token ?? '';
    const over = new AbortController();
    const told: Transaction[] = [];
    let drawings: Drawings | undefined;
    let far = '';
    try {
      await trade({
        client: new V20Client(server.url, token, { signal: over.signal }),
        accountID: OWN,
        strategy: {
          onStart(context) {
            const instrument = 'EUR_USD';
            const ask = Number(context.quote(instrument)?.ask);
            const units = context.unitsFor({ instrument, risk: '1%', stopDistance: 0.01 });
            const order = { type: 'MARKET_IF_TOUCHED', instrument, units, tag: 'near' } as const;
            [, far] = context.oco(
              { ...order, price: context.price(instrument, ask - 0.0001) },
              { ...order, price: context.price(instrument, ask - 0.5) },
            );
            context.plot('ask', ask);
          },
          onTransaction(context, transaction) {
            told.push(transaction);
            context.mark(transaction.type);
            if (transaction.type === 'ORDER_CANCEL') over.abort();
          },
        },
        seed: 1,
        clock: { streams: { url: server.url, token }, stepMs: 100, notify: () => undefined },
        signal: over.signal,
        onDrawn: drawn => {
          drawings = drawn;
        },
      });
    } finally {
      await server.close();
    }
    const [fill] = told.filter(({ type }) => type === 'ORDER_FILL');
    const [cancel] = told.filter(({ type }) => type === 'ORDER_CANCEL');
    expect(fill).toMatchObject({
      units: '10000',
      tradeOpened: { clientExtensions: { tag: 'near' } },
    });
    expect(cancel).toMatchObject({ reason: 'CLIENT_REQUEST' });
    expect(`@${(cancel as { clientOrderID?: string }).clientOrderID}`).toBe(far);
    expect(drawings?.series.map(({ name, points }) => [name, points.length])).toEqual([['ask', 1]]);
    expect(drawings?.marks.map(({ text }) => text)).toEqual(told.map(({ type }) => type));
  });
});
