import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orreryMatchers } from '../../../../src/testing/matchers/matchers.js';
import { startServer } from '../../../../src/testing/sandbox/start-server.js';
import type { TestServer } from '../../../../src/testing/types/server.js';
import type { TestSimulation } from '../../../../src/testing/types/simulation.js';

/** What the matchers see of a simulation in which 1,000 EUR_USD were bought, and what they say. */

const { toBeFlat, toHaveFilled, toHavePosition, toHaveTransaction } = orreryMatchers;

let server: TestServer;
let simulation: TestSimulation;

beforeAll(async () => {
  const from = '2024-03-05T10:00:00Z';
  const EUR_USD = { ticks: [[from, '1.08400', '1.08410']] } as const;
  const window = { from, to: '2024-03-05T11:00:00Z' };
  server = await startServer({ scenario: { window, market: { EUR_USD } } });
  simulation = await server.simulation();
  await simulation.clock.until('tick');
  await simulation.account.order({ type: 'MARKET', instrument: 'EUR_USD', units: '1000' });
});

afterAll(() => server.close());

describe('matchers', () => {
  it('find a fill in a simulation, an account and a list of transactions', () => {
    for (const subject of [
      simulation,
      simulation.account,
      simulation.ledger(),
      { ledger: simulation.ledger() },
    ]) {
      expect(toHaveFilled(subject, { units: 1000, price: 1.0841 }).pass).toBe(true);
      expect(toHaveFilled(subject, { units: 1001 }).pass).toBe(false);
    }
    expect(() => toHaveFilled('EUR_USD')).toThrow('takes a simulation, an account or a list');
  });

  it('count fills when asked to', () => {
    expect(toHaveFilled(simulation, { times: 1 }).pass).toBe(true);
    expect(toHaveFilled(simulation, { times: 2 }).pass).toBe(false);
    expect(toHaveFilled(simulation, { units: 5, times: 0 }).pass).toBe(true);
  });

  it('show what there is instead', () => {
    const { message } = toHaveFilled(simulation, { units: 5, times: 2 });
    expect(message()).toBe(
      '0 of 5 transactions have units 5, type ORDER_FILL, asked for 2\nThe last ones of type ORDER_FILL:\n' +
        '  5 2024-03-05T10:00:00.000000000Z ORDER_FILL EUR_USD 1000 1.08410 MARKET_ORDER',
    );
    expect(toHaveTransaction(simulation, { type: 'ORDER_CANCEL' }).message()).toContain(
      'The last ones of any type:\n  1 ',
    );
    expect(toHaveTransaction([], { type: 'ORDER_CANCEL' }).message()).toBe(
      '0 of 0 transactions have type ORDER_CANCEL',
    );
  });

  it('compare positions', () => {
    expect(toHavePosition(simulation, 'EUR_USD', '1000.0').pass).toBe(true);
    expect(toHavePosition(simulation, 'USD_JPY', 0).pass).toBe(true);
    const other = toHavePosition(simulation, 'EUR_USD', -1000);
    expect(other.pass).toBe(false);
    expect(other.message()).toBe('The position in EUR_USD is 1000, compared with -1000');
  });

  it('find that a simulation is flat again', async () => {
    await using fork = await simulation.fork();
    expect(toBeFlat(fork).pass).toBe(false);
    expect(toBeFlat(fork).message()).toBe('There are positions: EUR_USD 1000');
    expect(toBeFlat(fork, 'USD_JPY').pass).toBe(true);
    await fork.account.order({ type: 'MARKET', instrument: 'EUR_USD', units: '-1000' });
    expect(toBeFlat(fork).pass).toBe(true);
  });

  it('keep the positions of accounts apart', async () => {
    await using fork = await simulation.fork();
    const other = await fork.openAccount({ balance: '5000' });
    await other.order({ type: 'MARKET', instrument: 'EUR_USD', units: '-1000' });
    expect(toBeFlat(fork).message()).toBe('There are positions: EUR_USD 1000, EUR_USD -1000');
    expect(toHavePosition(other, 'EUR_USD', -1000).pass).toBe(true);
    expect(toHavePosition(fork, 'EUR_USD', 0).pass).toBe(true);
  });
});
