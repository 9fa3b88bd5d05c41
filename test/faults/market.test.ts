import { describe, expect, it } from 'vitest';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import type { Input } from '../../src/core/run/input/input.js';
import type { TestApi } from '../support/api/api.js';
import { added, did, faults, faulty, order, startAgain, unitsOf } from '../support/api/faulty.js';

const EUR_USD = { instrument: 'EUR_USD' };

/** The price of EUR_USD now. */
async function price(api: TestApi) {
  const { body } = await api.request('GET', '/v3/accounts/{a}/pricing?instruments=EUR_USD');
  const [found] = body['prices'] as {
    bids: { price: string; liquidity: number }[];
    asks: { price: string }[];
    tradeable: boolean;
  }[];
  const points = (text?: string) => Math.round(Number(text) * 100_000);
  return {
    bid: points(found?.bids[0]?.price),
    ask: points(found?.asks[0]?.price),
    liquidity: Number(found?.bids[0]?.liquidity),
    tradeable: found?.tradeable,
  };
}

const buy = (api: TestApi) => order(api, { units: '1000' });
const bounded = async (api: TestApi) => {
  const { ask } = await price(api);
  await api.advance({ by: '10m' });
  return order(api, { units: '1000', priceBound: (ask / 100_000 + 0.0005).toFixed(5) });
};

/** A fault of the market, and two clients; `isWell` judges where the account stands in the end. */
interface Case {
  readonly name: string;
  readonly market: object;
  readonly naive: (api: TestApi) => Promise<unknown>;
  readonly careful: (api: TestApi) => Promise<unknown>;
  readonly isWell: (api: TestApi) => Promise<boolean> | boolean;
}

const has1000 = (api: TestApi) => unitsOf(api) === 1000;
const averagePrice = ({ sandbox, accountID }: TestApi) =>
  [...sandbox.simulation.engine.account(accountID).state.openTrades.values()].map(trade =>
    trade.price.toNumber(),
  );
const paidLittle = (api: TestApi) => averagePrice(api).every(paid => paid < 1.09);
/** Buys at the price that it saw ten minutes ago. */
const blindly = async (api: TestApi) => {
  await api.advance({ by: '10m' });
  return buy(api);
};

const CASES: readonly Case[] = [
  {
    name: 'a halt',
    market: { ...EUR_USD, halt: 'ALL' },
    naive: blindly,
    careful: async api => {
      await api.advance({ by: '10m' });
      while ((await price(api)).tradeable === false) await api.advance({ by: '5m' });
      return buy(api);
    },
    isWell: has1000,
  },
  {
    name: 'a spread blow-out',
    market: { ...EUR_USD, spread: 2_000 },
    naive: blindly,
    careful: bounded,
    isWell: paidLittle,
  },
  {
    name: 'a gap',
    market: { ...EUR_USD, gap: 2_000 },
    naive: blindly,
    careful: bounded,
    isWell: paidLittle,
  },
  {
    name: 'partial liquidity',
    market: { ...EUR_USD, liquidity: 400 },
    naive: async api => {
      await api.advance({ by: '10m' });
      return order(api, { units: '1000', timeInForce: 'IOC' });
    },
    careful: async api => {
      await api.advance({ by: '10m' });
      for (let left = 1000; left > 0; left = 1000 - unitsOf(api)) {
        await order(api, { units: String(left), timeInForce: 'IOC' });
      }
    },
    isWell: has1000,
  },
];

const SPAN = { from: '2024-03-05T10:05:00Z', to: '2024-03-05T10:30:00Z' };

describe('a fault of the market', () => {
  it.each(CASES)('$name: a naive client fails, a careful one does not', async each => {
    const { market, naive, careful, isWell } = each;
    const lost = await faulty([{ ...SPAN, market }]);
    await naive(lost);
    expect(await isWell(lost)).toBe(false);
    const kept = await startAgain(lost, [{ ...SPAN, market }]);
    await careful(kept);
    expect(await isWell(kept)).toBe(true);
  });

  it('holds in its span only, in prices and candles alike', async () => {
    const api = await faulty();
    const plain = await faulty();
    await added(api, { ...SPAN, market: { ...EUR_USD, spread: 100, gap: -30, liquidity: 7 } });
    for (const [by, spread, gap, liquidity] of [
      ['3m', 0, 0, 10_000_000],
      ['10m', 100, -30, 7],
      ['20m', 0, 0, 10_000_000],
    ] as const) {
      for (const each of [api, plain]) await each.advance({ by });
      const was = await price(plain);
      const { bid, ask } = { bid: was.bid + gap - spread, ask: was.ask + gap + spread };
      expect(await price(api)).toEqual({ bid, ask, liquidity, tradeable: true });
    }
    const path = '/v3/instruments/EUR_USD/candles?granularity=M1&price=BA&count=30';
    const lows = async (of: TestApi) => {
      const { body } = await of.request('GET', path);
      return (body['candles'] as { time: string; bid: { l: string } }[])
        .filter(({ time }) => time.includes('10:10:'))
        .map(({ bid }) => Math.round(Number(bid.l) * 100_000));
    };
    expect(await lows(api)).toEqual((await lows(plain)).map(low => low - 130));
  });

  it('ends at once when its rule is removed', async () => {
    const api = await faulty([{ market: { ...EUR_USD, halt: 'ALL', gap: 500 } }]);
    const plain = await faulty();
    for (const each of [api, plain]) await each.advance({ by: '10m' });
    expect((await price(api)).bid - (await price(plain)).bid).toBe(500);
    expect((await price(api)).tradeable).toBe(false);
    expect((await faults(api, 'DELETE')).body['rules']).toEqual([]);
    for (const each of [api, plain]) await each.advance({ by: '10m' });
    expect(await price(api)).toEqual(await price(plain));
  });

  it('is undone by a rewind to before its rule, and stays in a fork', async () => {
    const api = await faulty();
    const { simulation } = api.sandbox;
    const at = simulation.now;
    await api.advance({ by: '1m' });
    await added(api, { market: { ...EUR_USD, gap: 500 } });
    const fork = simulation.fork();
    simulation.rewind({ at });
    expect((await faults(api, 'GET')).body['rules']).toEqual([]);
    await api.advance({ by: '10m' });
    fork.advanceTo(simulation.now);
    const bid = ({ engine }: Simulation) => engine.state.quotes.bidPoints(0);
    expect(bid(fork) - bid(simulation)).toBe(500);
  });

  it('stops one side, or increases of positions', async () => {
    const cancelled = async (market: object) => {
      const api = await faulty([{ market: { ...EUR_USD, ...market } }]);
      const { body } = await order(api);
      return (body['orderCancelTransaction'] as { reason: string } | undefined)?.reason;
    };
    expect(await cancelled({ halt: 'ASK' })).toBe('INSTRUMENT_ASK_HALTED');
    expect(await cancelled({ reduceOnly: 'ASK' })).toBe('INSTRUMENT_ASK_REDUCE_ONLY');
    expect(await cancelled({ halt: 'BID' })).toBeUndefined();
  });

  it('is an input of the journal: replaying the inputs gives the same ledger', async () => {
    const api = await faulty([
      { ...SPAN, market: { ...EUR_USD, spread: 50 } },
      { operation: 'createOrder', probability: 0.5, reject: 'INTERNAL_SERVER_ERROR' },
    ]);
    for (let sent = 0; sent < 12; sent++) {
      await order(api);
      await api.advance({ by: '3m' });
    }
    const { simulation } = api.sandbox;
    const inputs = JSON.parse(JSON.stringify([...simulation.inputs])) as Input[];
    expect(new Set(inputs.map(({ kind }) => kind))).toEqual(
      new Set(['rules', 'market', 'fault', 'command']),
    );
    const again = new Simulation(simulation.scenario);
    for (const input of inputs) {
      again.advanceTo(input.time);
      if (input.kind === 'command') again.submit(input.accountID, input.command, input.refuse);
      if (input.kind === 'market') again.disturb(input);
      if (input.kind === 'rules' || input.kind === 'fault') again.record(input);
    }
    again.advanceTo(simulation.now);
    expect(JSON.stringify(again.engine.ledger)).toBe(JSON.stringify(simulation.engine.ledger));
    expect((await did(api)).length).toBeGreaterThan(0);
  });
});
