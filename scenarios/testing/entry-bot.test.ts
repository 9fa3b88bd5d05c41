import {
  type OrreryMatchers,
  orreryMatchers,
  startServer,
  type TestServer,
  type TestSimulation,
} from 'orrery-fx/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EntryBot } from './entry-bot.js';

/**
 * An example: the behaviour of a small bot, tested against a market of a few ticks. One server
 * serves the suite; each test takes a simulation of its own, which is a fork of the server's.
 * docs/guides/testing-vitest.md explains each step.
 */

declare module 'vitest' {
  interface Matchers<T> extends OrreryMatchers<T> {}
}

expect.extend(orreryMatchers);

/** A Friday evening on which EUR_USD reaches 1.08500, a price after the close, and the Sunday after it. */
const FRIDAY = {
  window: { from: '2024-03-08T20:00:00Z', to: '2024-03-11T00:00:00Z' },
  market: {
    EUR_USD: {
      ticks: [
        ['2024-03-08T20:00:00Z', '1.08400', '1.08410'],
        ['2024-03-08T20:05:00Z', '1.08450', '1.08462'],
        ['2024-03-08T20:10:00Z', '1.08500', '1.08512'],
        ['2024-03-08T20:15:00Z', '1.08520', '1.08531'],
        ['2024-03-08T21:30:00Z', '1.08200', '1.08210'],
      ],
    },
  },
} as const;

/** The market closes at 1.08310; the bot's price comes only after the close, and again on Sunday. */
const WEEKEND = {
  window: { from: '2024-03-08T21:00:00Z', to: '2024-03-11T00:00:00Z' },
  market: {
    EUR_USD: {
      ticks: [
        ['2024-03-08T21:00:00Z', '1.08300', '1.08310'],
        ['2024-03-08T22:00:30Z', '1.08600', '1.08900'],
        ['2024-03-10T21:00:05Z', '1.08580', '1.08620'],
      ],
    },
  },
} as const;

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ scenario: FRIDAY });
});

afterAll(() => server.close());

/** Starts the bot and waits until it has seen the first price. */
async function startBot(simulation: TestSimulation): Promise<EntryBot> {
  // A market quotes nothing before its first tick.
  await simulation.clock.until('tick');
  const bot = new EntryBot({
    url: simulation.streamUrl,
    token: simulation.account.token,
    account: simulation.account.id,
    instrument: 'EUR_USD',
    units: 1000,
    entry: 1.085,
    pauseMs: 1,
  });
  await seen(bot, simulation.clock.from);
  return bot;
}

/** Waits until the bot has dealt with a price. It says nothing of wall time: a slow machine waits longer. */
async function seen(bot: EntryBot, time: string): Promise<void> {
  const at = new Date(time).getTime();
  await vi.waitFor(() => expect(new Date(bot.lastPrice ?? 0).getTime()).toBe(at), {
    timeout: 30_000,
    interval: 5,
  });
}

describe('the bot enters', () => {
  it('once, at the first ask that reaches its price', async () => {
    await using simulation = await server.simulation();
    await using bot = await startBot(simulation);

    await simulation.clock.advanceTo('2024-03-08T20:05:00Z');
    await seen(bot, '2024-03-08T20:05:00Z');
    expect(simulation).toBeFlat();

    await simulation.clock.advanceTo('2024-03-08T20:10:00Z');
    await seen(bot, '2024-03-08T20:10:00Z');
    await simulation.clock.advanceTo('2024-03-08T20:15:00Z');
    await seen(bot, '2024-03-08T20:15:00Z');

    expect(simulation).toHaveFilled({
      instrument: 'EUR_USD',
      units: 1000,
      price: 1.08512,
      times: 1,
    });
    expect(simulation).toHavePosition('EUR_USD', 1000);
  });

  it('with a stop that ends the trade', async () => {
    await using simulation = await server.simulation();
    await using bot = await startBot(simulation);
    await simulation.clock.advanceTo('2024-03-08T20:10:00Z');
    await seen(bot, '2024-03-08T20:10:00Z');

    const [stopped] = await simulation.clock.until('fill', { within: '2h' });

    expect(stopped).toMatchObject({ type: 'ORDER_FILL' });
    expect(simulation).toHaveFilled({ reason: 'STOP_LOSS_ORDER', units: -1000 });
    expect(simulation).toBeFlat('EUR_USD');
    expect(simulation).toMatchLedger('entry-bot.ledger.ndjson');
  });
});

describe('the bot connects again', () => {
  it('when the stream is cut, and enters at the price that it then gets', async () => {
    await using simulation = await server.simulation();
    const reset = { reset: true, afterLines: 1 };
    await simulation.faults.add({ operation: 'streamPricing', count: 1, stream: reset });
    await using bot = await startBot(simulation);

    await simulation.clock.advanceTo('2024-03-08T20:05:00Z');
    await seen(bot, '2024-03-08T20:05:00Z');
    await simulation.clock.advanceTo('2024-03-08T20:10:00Z');
    await seen(bot, '2024-03-08T20:10:00Z');

    expect(bot.connections).toBe(2);
    expect(simulation).toHaveFilled({ units: 1000, times: 1 });
  });
});

describe('the bot buys once', () => {
  const order = { operation: 'createOrder', count: 1 };
  it.each([
    ['the order arrives, but its answer is 504', { applied: true, error: { status: 504 } }],
    ['the order arrives, but the connection is cut', { applied: true, reset: true }],
    ['the order does not arrive', { error: { status: 503 } }],
  ])('when %s', async (_, fault) => {
    await using simulation = await server.simulation();
    await simulation.faults.add({ ...order, ...fault });
    await using bot = await startBot(simulation);

    await simulation.clock.advanceTo('2024-03-08T20:10:00Z');
    await seen(bot, '2024-03-08T20:10:00Z');

    expect(await simulation.faults.fired()).toHaveLength(1);
    expect(simulation).toHaveFilled({ units: 1000, times: 1 });
  });
});

describe('the bot over the weekend', () => {
  it('sends nothing while the market is closed, and enters when it opens', async () => {
    await using simulation = await server.simulation({ scenario: WEEKEND });
    await using bot = await startBot(simulation);

    await simulation.clock.advanceTo('2024-03-09T12:00:00Z');
    await seen(bot, '2024-03-08T22:00:30Z');
    expect(simulation).not.toHaveTransaction({ type: 'MARKET_ORDER' });

    await simulation.clock.until('tick');
    await seen(bot, '2024-03-10T21:00:05Z');
    expect(simulation).toHaveFilled({ time: '2024-03-10T21:00:05Z', price: '1.08620', times: 1 });
  });
});
