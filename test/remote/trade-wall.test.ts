import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../src/broker/api/server.js';
import type { Strategy } from '../../src/core/strategy/strategy.js';
import { trade } from '../../src/live/remote/remote-strategy.js';
import { V20Client } from '../../src/live/remote/wire/v20-client.js';
import { OWN, sandboxScenario } from '../support/api/sandbox-scenario.js';
import { patience } from '../support/patience.js';
import { proxyTo, type TestProxy } from '../support/process/proxy.js';

/** A strategy in the host's own time: what it hears, whatever becomes of the streams. */

interface Heard {
  /** `EUR_USD 2024-...` of each tick, in the order heard. */
  readonly ticks: string[];
  readonly transactionIDs: number[];
  readonly notices: string[];
}

interface Setting {
  readonly server: RunningServer;
  readonly proxy: TestProxy;
  readonly heard: Heard;
  /** Whether the strategy has ended. */
  isOver: boolean;
}

/** What a test does beside the strategy, and what it waits for. */
interface Conditions {
  readonly disturb?: (setting: Setting) => void;
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly look?: (setting: Setting) => Promise<void>;
  /** Wall milliseconds after which a stream is silent. */
  readonly silenceMs?: number;
  readonly isEnough?: (heard: Heard) => boolean;
}

/** More transactions than these are to be heard, however slow the machine is. */
const TRANSACTIONS = 4;

/** Buys and sells at each tenth tick, so that there is something to hear of. */
function listener({ ticks, transactionIDs }: Heard): Strategy {
  return {
    onTick(context, { instrument, time }) {
      if (ticks.push(`${instrument} ${time}`) % 10 !== 0) return;
      const units = context.account.unitsOf('EUR_USD') > 0 ? '-100' : '100';
      const stopLossOnFill = { distance: '0.00010' };
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units, stopLossOnFill });
    },
    onTransaction(_context, { id }) {
      transactionIDs.push(Number(id));
    },
  };
}

/**
 * Trades for `ms` at 200 simulated seconds a second, and until transactions and what is enough were
 * heard, through a proxy.
 */
async function listen(ms: number, conditions: Conditions = {}): Promise<Setting> {
  const { disturb, intercept, look, silenceMs = 400, isEnough = () => true } = conditions;
  const server = await startServer(sandboxScenario(), {
    port: 0,
    host: '127.0.0.1',
    mode: 'paced',
    speed: 200,
    heartbeatMs: 100,
    dialect: 'current',
    logLevel: 'silent',
  });
  const proxy = await proxyTo(server.url, intercept);
  const transactionIDs: number[] = [];
  const heard: Heard = { ticks: [], transactionIDs, notices: [] };
  const setting: Setting = { server, proxy, heard, isOver: false };
  const token = server.accounts[0]?.token ?? '';
  const over = new AbortController();
  const { signal } = over;
  const end = () => transactionIDs.length > TRANSACTIONS && isEnough(heard) && over.abort();
  const timer = setInterval(end, ms);
  try {
    const looking = look?.(setting);
    disturb?.(setting);
    await trade({
      client: new V20Client(proxy.url, token, { signal, waitsMs: [50, 100, 200, 400, 800] }),
      accountID: OWN,
      strategy: listener(heard),
      seed: 1,
      clock: {
        streams: { url: proxy.url, token, silenceMs, waitsMs: [20, 50] },
        stepMs: 100,
        notify: line => heard.notices.push(line),
      },
      signal,
    });
    setting.isOver = true;
    await looking;
  } finally {
    clearInterval(timer);
    await proxy.close();
    await server.close();
  }
  return setting;
}

/** Every id once, none left out, each after the one before. */
function expectOnceEach({ transactionIDs }: Heard): void {
  const [first = 0] = transactionIDs;
  expect(transactionIDs.length).toBeGreaterThan(TRANSACTIONS);
  expect(transactionIDs).toEqual(transactionIDs.map((_, index) => first + index));
}

function expectNoneTwice({ ticks }: Heard): void {
  expect(ticks.length).toBeGreaterThan(20);
  expect(new Set(ticks).size).toBe(ticks.length);
  for (const name of ['EUR_USD', 'GBP_USD', 'USD_JPY']) {
    const own = ticks.filter(tick => tick.startsWith(name));
    expect(own).toEqual([...own].sort());
  }
}

/** The prices of a stream of its own, from its beginning until it has all that the strategy heard. */
async function readPrices(setting: Setting): Promise<readonly string[]> {
  const { server, heard } = setting;
  const names = 'EUR_USD%2CGBP_USD%2CUSD_JPY';
  const path = `/v3/accounts/${OWN}/pricing/stream?instruments=${names}`;
  const headers = { authorization: `Bearer ${server.accounts[0]?.token}` };
  const signal = AbortSignal.timeout(patience(60_000));
  const { body } = await fetch(`${server.url}${path}`, { headers, signal });
  const prices: string[] = [];
  let text = '';
  for await (const chunk of body ?? []) {
    const lines = (text + Buffer.from(chunk).toString()).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const { type, instrument, time } = JSON.parse(line);
      if (type === 'PRICE') prices.push(`${instrument} ${time}`);
    }
    if (setting.isOver && heard.ticks.every(tick => prices.includes(tick))) break;
  }
  return prices;
}

const isStream = ({ url = '' }: IncomingMessage) => url.includes('/stream');

// They mostly wait, so that they run side by side.
describe.concurrent('a strategy on the wall clock', () => {
  it('gets every tick streamed and every transaction, once and in order', async () => {
    let streamed: readonly string[] = [];
    const look = async (setting: Setting) => {
      streamed = await readPrices(setting);
    };
    const { heard, proxy } = await listen(2_000, { look, silenceMs: patience(10_000) });
    expect(heard.notices).toEqual([]);
    expectOnceEach(heard);
    expectNoneTwice(heard);
    const from = streamed.indexOf(heard.ticks[0] ?? '');
    // Sampled prices of one window may come in another order where connections differ.
    const expected = streamed.slice(from, from + heard.ticks.length);
    expect([...heard.ticks].sort()).toEqual(expected.sort());
    // Prices are read once, before the start.
    const read = proxy.requests.filter(line => /\/pricing\?/.test(line));
    expect(read).toHaveLength(1);
  });

  it('gets each transaction once though its streams are cut again and again', async () => {
    const isEnough = ({ notices }: Heard) => notices.length > 4;
    const { heard } = await listen(2_500, {
      isEnough,
      disturb({ proxy, heard }) {
        const startMs = performance.now();
        const cutting = setInterval(() => {
          proxy.cut(/stream|sinceid/);
          const isLong = performance.now() - startMs > 2_000;
          if (isLong && isEnough(heard)) clearInterval(cutting);
        }, 170);
      },
    });
    expect(heard.notices.length).toBeGreaterThan(4);
    expectOnceEach(heard);
    expectNoneTwice(heard);
  });

  it('looks every step where streams are refused, and says so once', async () => {
    const { heard, proxy } = await listen(1_500, {
      intercept: (request, response) => {
        if (isStream(request)) response.writeHead(404).end('{}');
        return isStream(request);
      },
    });
    expect(heard.notices.sort()).toEqual([
      'pricing stream: answered 404; asking every 0.1 s instead',
      'transaction stream: answered 404; asking every 0.1 s instead',
    ]);
    expect(proxy.requests.filter(line => line.includes('/stream'))).toHaveLength(2);
    expectOnceEach(heard);
    expectNoneTwice(heard);
  });

  it('looks every step while a stream brings nothing', async () => {
    const { heard } = await listen(1_500, {
      intercept: (request, response) => {
        if (isStream(request)) response.flushHeaders();
        return isStream(request);
      },
    });
    expect(heard.notices).toContain(
      'transaction stream: silent for 0.4 s; asking every 0.1 s until it is back',
    );
    expectOnceEach(heard);
    expectNoneTwice(heard);
  });

  it('drops a stream that sends no JSON, and goes on', async () => {
    let answered = 0;
    const isBack = (line: string) =>
      /^pricing stream: back after \d+ s; what was missed is read$/.test(line);
    const { heard } = await listen(2_000, {
      isEnough: ({ notices }) => notices.some(isBack),
      intercept: (request, response) => {
        const isBroken = isStream(request) && answered++ < 4;
        if (isBroken) response.write('{"type":"PRICE","bids":\n');
        return isBroken;
      },
    });
    expect(heard.notices.join()).toContain('sent a line that is not a JSON object');
    // A stream is lost and back in turn, and each is said once.
    const pricing = heard.notices.filter(line => line.startsWith('pricing stream'));
    expect(pricing.map(isBack)).toEqual(pricing.map((_, at) => at % 2 === 1));
    expectOnceEach(heard);
    expectNoneTwice(heard);
  });

  it('waits for a host that is gone for a moment', async () => {
    let isGone = false;
    const { heard } = await listen(3_000, {
      disturb: ({ proxy }) => {
        setTimeout(() => {
          isGone = true;
          proxy.cut(/stream/);
        }, 1_000);
        setTimeout(() => {
          isGone = false;
        }, 1_600);
      },
      intercept: (request, response) => {
        const isDropped = isGone && request.method === 'GET';
        if (isDropped) response.destroy();
        return isDropped || (isGone && void response.writeHead(503).end('{}') === undefined);
      },
    });
    expectOnceEach(heard);
    expectNoneTwice(heard);
  });

  it('never sends an order twice, and goes on when one has no answer', async () => {
    let sent = 0;
    const { heard, server } = await listen(2_000, {
      intercept: (request, response) => {
        const isLost = request.method === 'POST' && sent++ < 2;
        if (isLost) response.destroy();
        return isLost;
      },
    });
    const lost = heard.notices.filter(line =>
      line.includes('orders may have taken effect or not: '),
    );
    expect(lost).toHaveLength(2);
    expect(lost[0]).toContain('; it is not sent again');
    const { ledger } = server.sandbox.simulation.engine;
    expect(ledger.slice().filter(({ type }) => type === 'MARKET_ORDER')).toHaveLength(sent - 2);
    expectOnceEach(heard);
  });

  it('ends with a clear message when the host stays away', async () => {
    await expect(
      listen(10_000, { disturb: ({ proxy }) => void setTimeout(() => void proxy.close(), 1_000) }),
    ).rejects.toThrow(/http:.*: cannot be reached: connect ECONNREFUSED/);
  });

  it('ends with a clear message where the host has begun anew', async () => {
    await expect(
      listen(5_000, {
        intercept: (request, response) => {
          const isSince = (request.url ?? '').includes('sinceid');
          if (isSince) response.writeHead(416).end('{"errorMessage":"no such id"}');
          return isSince;
        },
      }),
    ).rejects.toThrow(/http:.*: does not have transaction \d+: the account has been reset/);
  });
});
