/**
 * Runs over bars, through the library alone: equal to the oracle's walk of the path to the last byte, and
 * to a run over the ticks that the bars were folded from where these can tell.
 * Source: docs/reference/tick-files.md 4; docs/reference/semantics.md 4.11.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instrumentTable } from '../../src/core/market/instrument-table.js';
import type { OrderRequest } from '../../src/core/order/order.js';
import { mustParse } from '../../src/core/time/instant.js';
import type { OracleCommand, OracleTick } from '../oracle/numbers/state.js';
import { runOracle } from '../oracle/oracle.js';
import { plainAccount } from '../oracle/scene.js';
import {
  type Bar,
  barsText,
  FROM,
  MINUTE,
  type Path,
  type Planned,
  type Point,
  pointsOf,
  price,
  runBars,
  type Sides,
  ticksText,
} from '../support/bars/bar-scenario.js';

const RUNS = Math.ceil(Number(process.env['ORRERY_RUNS'] ?? 40) / 5);
const ACCOUNT = { id: '101-001-1000001-001', currency: 'USD', balance: '1000' };
const START = { EUR_USD: 110_000, GBP_USD: 126_500 } as const;
type Pair = keyof typeof START;
const PAIRS: readonly Pair[] = ['EUR_USD', 'GBP_USD'];
const BARS = 4;

const anyPath = fc.constantFrom<Path>('nearest-first', 'low-first', 'high-first');

/** Bars that go on from one another with a gap; each point of a bar has a spread of its own. */
function anyBars(start: number): fc.Arbitrary<Bar[]> {
  const anySpread = fc.oneof(fc.constant(10), fc.nat(25));
  const anyBar = fc.record({
    gap: fc.oneof(fc.constant(0), fc.integer({ min: -30, max: 30 })),
    up: fc.nat(60),
    down: fc.nat(60),
    close: fc.nat(100),
    spreads: fc.tuple(anySpread, anySpread, anySpread, anySpread),
  });
  return fc.array(anyBar, { minLength: BARS, maxLength: BARS }).map(bars => {
    let last = start;
    return bars.map(({ gap, up, down, close, spreads }) => {
      const open = last + gap;
      last = open - down + Math.floor(((up + down) * close) / 100);
      const bids = [open, open + up, open - down, last];
      const asks = bids.map((bid, index) => bid + (spreads[index] as number));
      const ask = { high: Math.max(...asks), low: Math.min(...asks) };
      return {
        open: [open, asks[0] as number],
        high: [open + up, ask.high],
        low: [open - down, ask.low],
        close: [last, asks[3] as number],
      } as const;
    });
  });
}

const TRIGGERS = ['DEFAULT', 'DEFAULT', 'INVERSE', 'BID', 'ASK', 'MID'];

/** An order of any type around the first price of its pair, with what it may carry. */
const anyPlanned = fc
  .record({
    pair: fc.constantFrom(...PAIRS),
    second: fc.nat(BARS * 60 - 20),
    type: fc.constantFrom('MARKET', 'LIMIT', 'STOP', 'MARKET_IF_TOUCHED'),
    units: fc.constantFrom(100, 5000, 20_000, 45_000),
    sign: fc.constantFrom(1, -1),
    away: fc.integer({ min: -90, max: 90 }),
    trigger: fc.constantFrom(...TRIGGERS),
    profit: fc.option(fc.integer({ min: 1, max: 60 })),
    loss: fc.option(fc.integer({ min: 15, max: 60 })),
    trail: fc.option(fc.integer({ min: 50, max: 80 })),
    reduces: fc.boolean(),
  })
  .map(({ pair, second, type, units, sign, away, trigger, profit, loss, trail, reduces }) => {
    const level = START[pair] + away;
    const order: Record<string, unknown> = {
      type,
      instrument: pair,
      units: String(sign * units),
      ...(reduces ? { positionFill: 'REDUCE_FIRST' } : {}),
      ...(type === 'MARKET' ? {} : { price: price(level), triggerCondition: trigger }),
      ...(profit === null ? {} : { takeProfitOnFill: { price: price(level + sign * profit) } }),
      ...(loss === null ? {} : { stopLossOnFill: { price: price(level - sign * loss) } }),
      ...(trail === null ? {} : { trailingStopLossOnFill: { distance: price(trail) } }),
    };
    return { at: FROM + second * 1_000_000 + 1, order } satisfies Planned;
  });
const anyPlan = fc
  .array(anyPlanned, { minLength: 1, maxLength: 8 })
  .map(plan => plan.sort((a, b) => a.at - b.at));

const anyCase = fc.record({
  bars: fc.tuple(...PAIRS.map(pair => anyBars(START[pair]))),
  path: anyPath,
  plan: anyPlan,
  hedging: fc.boolean(),
});
type Case = typeof anyCase extends fc.Arbitrary<infer Value> ? Value : never;

function oracleTicks(instrument: string, points: readonly Point[]): OracleTick[] {
  return points.map(({ time, quote: [bid, ask], leg }) => {
    return { kind: 'tick', time, instrument, bid, ask, leg };
  });
}

/** The oracle's lines of the same run. */
function walked({ bars, path, plan, hedging }: Case, from: number, to: number): string[] {
  const config = plainAccount({ ...ACCOUNT, hedging, guaranteedStopLossOrderMode: 'DISABLED' });
  const events: (OracleTick | OracleCommand)[] = PAIRS.flatMap((pair, at) =>
    oracleTicks(pair, pointsOf(bars[at] as Bar[], path)),
  );
  for (const { at, order } of plan) {
    const command = { type: 'CreateOrder', order: order as unknown as OrderRequest } as const;
    events.push({ kind: 'command', time: at, accountID: config.id, command });
  }
  const table = instrumentTable();
  const instruments = PAIRS.map(pair => {
    const instrument = table.get(pair);
    if (instrument === undefined) throw new Error(`no ${pair}`);
    return { instrument, halts: [] };
  });
  const { transactions } = runOracle({ from, to, instruments, accounts: [config], events });
  return (transactions.get(config.id) ?? []).map(each => JSON.stringify(each));
}

async function ranOver({ bars, path, plan, hedging }: Case) {
  const market = Object.fromEntries(
    PAIRS.map((pair, at) => [pair, { text: barsText(bars[at] as Bar[]), path }]),
  );
  return runBars({ market, account: { ...ACCOUNT, hedging }, plan });
}

describe(`runs over bars, ${RUNS} of them`, () => {
  it('have the ledger of a walk along the path in single points', async () => {
    const reached = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(anyCase, async drawn => {
        const { from, to, transactions } = await ranOver(drawn);
        const ours = transactions.map(each => JSON.stringify(each));
        expect(ours).toEqual(walked(drawn, mustParse(from), mustParse(to)));
        for (const each of transactions) if ('reason' in each) reached.add(each.reason);
      }),
      { numRuns: RUNS },
    );
    for (const reason of ['LIMIT_ORDER', 'STOP_ORDER', 'TAKE_PROFIT_ORDER', 'STOP_LOSS_ORDER']) {
      expect(reached).toContain(reason);
    }
  });
});

/** Ticks of a minute, and the spread of all. */
const TICKS = 60;
const SPREAD = 10;

/** Bids that move by a point at most, a second apart. */
const anyWay = fc
  .array(fc.constantFrom(-1, -1, 0, 1, 1), { minLength: BARS * TICKS, maxLength: BARS * TICKS })
  .map(steps => {
    let bid: number = START.EUR_USD;
    return steps.map((step, index) => {
      if (index > 0) bid += step;
      return bid;
    });
  });

const quoteOf = (bid: number): Sides => [bid, bid + SPREAD];

function ticksOf(bids: readonly number[]): Point[] {
  return bids.map((bid, index) => {
    return { time: FROM + (index * MINUTE) / TICKS, quote: quoteOf(bid), leg: false };
  });
}

function folded(bids: readonly number[]): Bar[] {
  return Array.from({ length: BARS }, (_, index) => {
    const own = bids.slice(index * TICKS, (index + 1) * TICKS);
    return {
      open: quoteOf(own[0] as number),
      high: quoteOf(Math.max(...own)),
      low: quoteOf(Math.min(...own)),
      close: quoteOf(own.at(-1) as number),
    };
  });
}

/** An order that the first quote leaves waiting, with its own price in points. */
const anyWaiting = fc
  .record({
    type: fc.constantFrom('LIMIT', 'STOP', 'MARKET_IF_TOUCHED'),
    sign: fc.constantFrom(1, -1),
    away: fc.integer({ min: 1, max: 12 }),
    isAbove: fc.boolean(),
  })
  .map(({ type, sign, away, isAbove }) => {
    const [bid, ask] = quoteOf(START.EUR_USD);
    const side = type === 'MARKET_IF_TOUCHED' ? isAbove : (type === 'STOP') === sign > 0;
    const level = (sign > 0 ? ask : bid) + (side ? away : -away);
    const order = { type, instrument: 'EUR_USD', units: String(100 * sign), price: price(level) };
    return { at: FROM + 1, order } satisfies Planned;
  });

interface Told {
  readonly order: number;
  readonly price: unknown;
  /** The bar of the fill. */
  readonly bar: number;
}

/** Which of the plan's orders filled, by their order in it, at which price and in which bar. */
async function fillsOf(
  source: { readonly text: string; readonly path?: Path },
  plan: readonly Planned[],
): Promise<Told[]> {
  const account = { ...ACCOUNT, balance: '100000', hedging: true };
  const { transactions } = await runBars({ market: { EUR_USD: source }, account, plan });
  const made = transactions.filter(each => 'price' in each && each.type !== 'ORDER_FILL');
  return transactions.flatMap(each => {
    if (each.type !== 'ORDER_FILL') return [];
    const order = made.findIndex(({ id }) => id === each.orderID);
    return [{ order, price: each.price, bar: Math.floor((mustParse(each.time) - FROM) / MINUTE) }];
  });
}

describe('bars of a quote that moves a point at a time', () => {
  it('fill one order at the price and in the bar in which the ticks fill it, or as they do not', async () => {
    let filled = 0;
    await fc.assert(
      fc.asyncProperty(anyWay, anyPath, anyWaiting, async (bids, path, planned) => {
        const onTicks = await fillsOf({ text: ticksText(ticksOf(bids)) }, [planned]);
        expect(await fillsOf({ text: barsText(folded(bids)), path }, [planned])).toEqual(onTicks);
        filled += onTicks.length;
      }),
      { numRuns: RUNS },
    );
    expect(filled).toBeGreaterThan(RUNS / 10);
  });

  it('fill each of several orders at its own price, where the ticks fill it', async () => {
    let both = 0;
    const anyOrders = fc.array(anyWaiting, { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(anyWay, anyPath, anyOrders, async (bids, path, plan) => {
        const onTicks = await fillsOf({ text: ticksText(ticksOf(bids)) }, plan);
        const onBars = await fillsOf({ text: barsText(folded(bids)), path }, plan);
        for (const fill of [...onTicks, ...onBars]) {
          expect(fill.price).toBe(plan[fill.order]?.order.price);
        }
        both += onBars.filter(({ order }) => onTicks.some(each => each.order === order)).length;
      }),
      { numRuns: RUNS },
    );
    expect(both).toBeGreaterThan(RUNS / 10);
  });
});
