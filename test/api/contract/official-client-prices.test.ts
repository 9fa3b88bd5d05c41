import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { type OfficialClient, officialClient } from '../../support/contract/official-client.js';

/** The official JavaScript client, reading prices, candles, books and both streams. */

let client: OfficialClient;
beforeAll(async () => {
  client = await officialClient(sandboxScenario());
});
afterAll(() => client.server.close());

/** Waits until `found` says so of what has come by then. @throws Error after five seconds */
async function until(found: () => boolean): Promise<void> {
  for (let waited = 0; waited < 500 && !found(); waited++) {
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  expect(found()).toBe(true);
}

type Line = Record<string, unknown>;

/**
 * Opens the price stream by the client's transport: its own reader of prices knows the class of a
 * price by a name that it never defines. @returns its lines as they come in.
 */
function priceLines(): Line[] {
  const lines: Line[] = [];
  const path = `/v3/accounts/${OWN}/pricing/stream?instruments=EUR_USD&snapshot=true&`;
  const onLine = (line: string) => lines.push(JSON.parse(line));
  client.context.request('GET', path, {}, onLine, () => undefined);
  return lines;
}

/** Opens the transaction stream. @returns its lines as they come in. */
function transactionLines(): Line[] {
  const lines: Line[] = [];
  void client.ask('transaction.stream', OWN, (line: Line) => lines.push(line));
  return lines;
}

describe('the official client', () => {
  it('reads prices', async () => {
    await client.advance({ by: '2h' });
    const { prices } = await client.call('pricing.get', OWN, { instruments: 'EUR_USD,USD_JPY' });
    expect(prices).toMatchObject([{ instrument: 'EUR_USD' }, { instrument: 'USD_JPY' }]);
  });

  it('reads candles', async () => {
    const { candles } = await client.call('instrument.candles', 'EUR_USD', {
      granularity: 'M1',
      count: 5,
      price: 'MBA',
    });
    expect(candles).toHaveLength(5);
  });

  it('reads the books', async () => {
    for (const name of ['instrument.orderBook', 'instrument.positionBook'] as const) {
      expect((await client.ask(name, 'EUR_USD', {})).statusCode).toMatch(/^200$|^404$/);
    }
  });

  it('reads the price of an instrument, then and now', async () => {
    expect(await client.call('instrument.price', 'EUR_USD', {})).toHaveProperty('price');
    const range = { from: '2024-03-05T10:00:00Z', to: '2024-03-05T10:01:00Z' };
    expect(await client.call('instrument.prices', 'EUR_USD', range)).toHaveProperty('prices');
  });

  it('streams prices and transactions', async () => {
    const prices = priceLines();
    const transactions = transactionLines();
    await until(() => prices.length > 0);
    const before = prices.length;
    await client.advance({ ticks: 40 });
    await until(() => prices.length > before);
    expect(prices[0]).toMatchObject({ type: 'PRICE', instrument: 'EUR_USD' });
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: 100 };
    await client.call('order.create', OWN, { order });
    await until(() => transactions.some(({ type }) => type === 'ORDER_FILL'));
  });
});
