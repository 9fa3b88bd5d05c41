import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RefusedError } from '../../../../src/testing/sandbox/refused-error.js';
import { startServer } from '../../../../src/testing/sandbox/start-server.js';
import type { TestServer } from '../../../../src/testing/types/server.js';
import { ROOT } from '../../../support/files/paths.js';

/** Simulations as tests of trading programs use them. */

const FROM = '2024-03-05T10:00:00Z';
const SCENARIO = {
  window: { from: FROM, to: '2024-03-05T11:00:00Z' },
  market: {
    EUR_USD: {
      ticks: [
        [FROM, '1.08400', '1.08410'],
        ['2024-03-05T10:00:30Z', '1.08420', '1.08430'],
        ['2024-03-05T10:10:00Z', '1.08300', '1.08310'],
      ],
    },
  },
} as const;
const BUY = { type: 'MARKET', instrument: 'EUR_USD', units: '1000' };

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ scenario: SCENARIO, folder: join(ROOT, 'scenarios') });
});

afterAll(() => server.close());

describe('simulations of one server', () => {
  it('share nothing', async () => {
    await using one = await server.simulation();
    await using other = await server.simulation();
    await one.clock.advance('1m');
    await one.account.order(BUY);
    expect(one.account.units('EUR_USD')).toBe('1000');
    expect(other.account.units('EUR_USD')).toBe('0');
    expect(other.clock.now).toBe('2024-03-05T10:00:00.000000000Z');
    const foreign = await other.account.request('GET', '/v3/accounts/101-001-2000002-001');
    expect(foreign.status).toBe(403);
  });

  it('are forked from a simulation that a test prepared', async () => {
    await using base = await server.simulation({ name: 'long' });
    await base.clock.advance('1m');
    await base.account.order(BUY);
    await using fork = await base.fork({ name: 'child' });
    await fork.account.order({ ...BUY, units: '-1000' });
    expect([base.name, fork.name]).toEqual(['long', 'child']);
    expect(fork.account.units('EUR_USD')).toBe('0');
    expect(base.account.units('EUR_USD')).toBe('1000');
    await using before = await base.fork({ at: new Date(FROM) });
    expect(before.account.units('EUR_USD')).toBe('0');
    expect(fork.account.token).not.toBe(base.account.token);
  });

  it('step: commands, time and what has changed, in one call', async () => {
    await using simulation = await server.simulation();
    const { id } = simulation.account;
    await simulation.clock.until('tick');
    const step = await simulation.step({
      commands: [{ operation: 'createOrder', order: BUY }],
      advance: { to: new Date('2024-03-05T10:05:00Z') },
      accounts: [{ accountID: id }],
      candles: [{ instrument: 'EUR_USD', granularity: 'M1' }],
    });
    expect(step.results.map(({ status }) => status)).toEqual([201]);
    expect(step.clock.now).toBe(simulation.clock.now);
    expect(step.accounts[0]?.changes.transactions).toEqual(simulation.account.ledger().slice(3));
    expect(step.candles[0]?.candles).toHaveLength(1);
    expect((await simulation.step()).clock).toEqual(step.clock);
    const wrong = simulation.step({ advance: { by: '-1m' } });
    await expect(wrong).rejects.toThrow(RefusedError);
  });

  it('are made of a file, which is read once, and of a scenario in the test', async () => {
    const file = { scenario: 'market-order.yaml' };
    await using one = await server.simulation(file);
    await using other = await server.simulation(file);
    expect(one.name).toBe('market-order');
    expect(one.ledgerHash()).toBe(other.ledgerHash());
    const accounts = [{ id: '101-001-1000001-007', balance: '123.45' }];
    await using inline = await server.simulation({ scenario: { ...SCENARIO, accounts } });
    expect(inline.account.balance).toBe('123.4500');
    expect(inline.env.ORRERY_ACCOUNT).toBe('101-001-1000001-007');
  });

  it('end with the scope of their test', async () => {
    const left = await (async () => {
      await using simulation = await server.simulation();
      return simulation;
    })();
    expect(() => left.ledger()).toThrow(`The simulation ${left.id} is closed`);
    const { status } = await left.account.request('GET', '/v3/accounts');
    expect(status).toBe(401);
    await left.close();
  });
});

describe('a simulation', () => {
  it('takes ticks, accounts and money', async () => {
    await using simulation = await server.simulation();
    await simulation.clock.advanceTo('2024-03-05T10:20:00Z');
    await simulation.tick({ instrument: 'EUR_USD', bid: '1.10000', ask: '1.10010' });
    await simulation.account.order(BUY);
    expect(simulation.ledger().at(-1)).toMatchObject({ type: 'ORDER_FILL', price: '1.10010' });
    const second = await simulation.openAccount({ currency: 'EUR', balance: '5000' });
    await second.transfer('-1000.50');
    expect(second.balance).toBe('3999.5000');
    expect(simulation.accounts.map(({ id }) => id)).toContain(second.id);
    expect(second.ledger().every(({ accountID }) => accountID === second.id)).toBe(true);
  });

  it('goes back, and answers other verbs of control', async () => {
    await using simulation = await server.simulation();
    await simulation.clock.advance('1m');
    await simulation.account.order(BUY);
    expect(await simulation.control('GET', 'explain/5')).toHaveProperty('sentence');
    expect(await simulation.control('GET', 'ledger?format=ndjson')).toContain('"ORDER_FILL"');
    await simulation.rewind(FROM);
    expect(simulation.account.units('EUR_USD')).toBe('0');
  });

  it('has faults', async () => {
    await using simulation = await server.simulation();
    await simulation.clock.advance('1m');
    const id = await simulation.faults.add({
      operation: 'createOrder',
      error: { status: 503, retryAfter: 1 },
    });
    expect((await simulation.account.order(BUY)).status).toBe(503);
    expect(await simulation.faults.fired()).toMatchObject([{ rule: id, operation: 'createOrder' }]);
    await simulation.faults.clear();
    expect((await simulation.account.order(BUY)).status).toBe(201);
  });

  it('says what it refuses', async () => {
    await using simulation = await server.simulation();
    const refused = async (wrong: Promise<unknown>) => {
      const error = await wrong.catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(RefusedError);
      const { status, message } = error as RefusedError;
      return `${status} ${message}`;
    };
    expect(await refused(simulation.clock.advance('5 minutes'))).toMatch(/^400 .*"by": "1h30m"/);
    expect(await refused(simulation.clock.advanceTo('2024-03-05T09:00:00Z'))).toContain('past');
    expect(await refused(simulation.tick({ instrument: 'X_Y', bid: '1', ask: '1' }))).toMatch(
      /^400/,
    );
    expect(await refused(server.simulation({ scenario: 'none.yaml' }))).toContain('no scenario');
    expect(await refused(server.simulation({ scenario: { market: { EUR_USX: {} } } }))).toContain(
      'scenario.market.EUR_USX',
    );
    expect(await refused(simulation.clock.play())).toMatch(/^409/);
  });
});

describe('the clock of a simulation', () => {
  it('moves by durations, instants, ticks and candles', async () => {
    await using simulation = await server.simulation();
    const { clock } = simulation;
    expect(await clock.advance('10s')).toBe('2024-03-05T10:00:10.000000000Z');
    expect(await clock.ticks()).toBe('2024-03-05T10:00:30.000000000Z');
    expect(await clock.candle('M1')).toBe('2024-03-05T10:01:00.000000000Z');
    expect(await clock.advanceTo(new Date('2024-03-05T10:02:00Z'))).toBe(clock.now);
    expect([clock.from, clock.to, clock.state]).toEqual([
      '2024-03-05T10:00:00.000000000Z',
      '2024-03-05T11:00:00.000000000Z',
      'paused',
    ]);
  });

  it('moves until something happens, and says when it does not', async () => {
    await using simulation = await server.simulation();
    const { clock } = simulation;
    expect(await clock.until('tick')).toEqual([]);
    await simulation.account.order({ ...BUY, type: 'LIMIT', price: '1.08350' });
    await expect(clock.until('fill', { within: '5m' })).rejects.toThrow(
      'There was no fill from 2024-03-05T10:00:00.000000000Z to 2024-03-05T10:05:00.000000000Z',
    );
    const written = await clock.until('fill', { before: '2024-03-05T10:30:00Z' });
    expect(written.map(({ type }) => type)).toEqual(['ORDER_FILL']);
    expect(clock.now).toBe('2024-03-05T10:10:00.000000000Z');
    await expect(clock.until('transaction')).rejects.toThrow('no transaction');
    expect(clock.state).toBe('ended');
  });

  it('moves in steps, the last one as long as what is left', async () => {
    await using simulation = await server.simulation();
    const steps: string[] = [];
    for await (const now of simulation.clock.steps('4m', { within: '10m' })) steps.push(now);
    expect(steps.map(now => now.slice(11, 19))).toEqual(['10:04:00', '10:08:00', '10:10:00']);
    for await (const now of simulation.clock.steps('40m')) steps.push(now);
    expect(steps.slice(3).map(now => now.slice(11, 19))).toEqual(['10:50:00', '10:59:59']);
    await expect(
      simulation.clock.steps('4 minutes')[Symbol.asyncIterator]().next(),
    ).rejects.toThrow('"4 minutes" is no duration such as 90s or 1h30m');
  });

  it('plays when it is paced', async () => {
    await using simulation = await server.simulation({ clock: 'paced' });
    await simulation.clock.play('max');
    await simulation.clock.pause();
    expect(simulation.clock.state).not.toBe('playing');
  });
});
