import { expect, it, vi } from 'vitest';
import { startServer } from '../../src/broker/api/server.js';
import { runBacktest } from '../../src/core/run/backtest.js';
import type { Strategy } from '../../src/core/strategy/strategy.js';
import { mustParse } from '../../src/core/time/instant.js';
import { ledgerHash } from '../../src/data/record/ledger-file.js';
import { ManualClock } from '../../src/live/remote/market/manual-clock.js';
import { trade } from '../../src/live/remote/remote-strategy.js';
import { V20Client } from '../../src/live/remote/wire/v20-client.js';
import { MANUAL_SERVER, overHttp } from '../support/api/over-http.js';
import { OWN, sandboxScenario } from '../support/api/sandbox-scenario.js';
import { patience } from '../support/patience.js';

const EVENTS = ['2024-03-05T11:00:00Z', '2024-03-05T11:00:00Z', '2024-03-05T12:30:00Z'].map(
  (text, at) => ({
    at: mustParse(text),
    currency: at === 0 ? 'EUR' : 'USD',
    impact: 'high' as const,
    name: `event ${at}`,
  }),
);
const scenario = sandboxScenario({
  strategy: { use: 'test', params: {}, accountID: OWN },
  to: mustParse('2024-03-05T14:00:00Z'),
  events: EVENTS,
});

/** Trades at each event, and writes down what it hears. */
function trader(heard: string[]): Strategy {
  return {
    onEvent(context, { time, currency, impact, name }) {
      heard.push(`${context.time} ${time} ${currency} ${impact} ${name}`);
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
    },
  };
}

it('a strategy gets events as in its backtest', async () => {
  const heard: string[] = [];
  const { ledger } = runBacktest(scenario, { strategy: trader(heard) });
  expect(heard.map(each => each.slice(-11))).toEqual(['igh event 0', 'igh event 1', 'igh event 2']);
  expect(ledger.filter(({ type }) => type === 'ORDER_FILL')).toHaveLength(3);
  const remote: string[] = [];
  expect(await overHttp(scenario, trader(remote))).toBe(ledgerHash(ledger));
  expect(remote).toEqual(heard);
});

it('a strategy that begins by a candle has not heard of an event of that instant', async () => {
  const make = (heard: string[]): Strategy => ({
    ...trader(heard),
    warmUp: { EUR_USD: { H1: 1 } },
  });
  const heard: string[] = [];
  const { ledger } = runBacktest(scenario, { strategy: make(heard) });
  expect(heard.map(each => each.slice(-7))).toEqual(['event 2']);
  const remote: string[] = [];
  expect(await overHttp(scenario, make(remote))).toBe(ledgerHash(ledger));
  expect(remote).toEqual(heard);
});

it('on the wall clock it gets them too, and a dry run sends nothing', async () => {
  const server = await startServer(scenario, MANUAL_SERVER);
  const token = server.accounts[0]?.token ?? '';
  const control = new V20Client(server.url, server.controlToken);
  const heard: string[] = [];
  const lines: string[] = [];
  const end = new AbortController();
  let begin = (): void => undefined;
  const begun = new Promise<void>(resolve => {
    begin = resolve;
  });
  const strategy: Strategy = {
    onStart: () => begin(),
    onEvent(context, event) {
      trader(heard).onEvent?.(context, event);
      if (heard.length === EVENTS.length) context.setTimer('end', { after: '1m' });
    },
    onTimer: () => end.abort(),
  };
  const streams = { url: server.url, token };
  try {
    const run = trade({
      client: new V20Client(server.url, token),
      accountID: OWN,
      strategy,
      seed: 1,
      clock: { streams, stepMs: 50, notify: () => undefined },
      events: EVENTS,
      dryRun: line => lines.push(line),
      signal: end.signal,
    });
    await begun;
    const clock = new ManualClock(control);
    for (const text of ['2024-03-05T13:00:00Z', '2024-03-05T13:30:00Z']) {
      await clock.turn({ to: mustParse(text), through: 'commands', until: undefined });
      await vi.waitUntil(() => heard.length === EVENTS.length, { timeout: patience(60_000) });
    }
    await run;
    const { transactions } = await control.get('/_sim/ledger');
    expect(transactions).toBe(runBacktest(scenario).ledger.length);
  } finally {
    await server.close();
  }
  expect(lines).toHaveLength(EVENTS.length);
  expect(lines[0]).toMatch(/^would send POST \/orders \{"order":\{"type":"MARKET"/);
});
