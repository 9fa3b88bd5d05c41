/**
 * Orders by mouse and keys: what the screen said before the click is what reached the broker. Ten by day, two
 * hundred at night, of any type, side, size and levels, each typed as a person types it.
 */

import fc from 'fast-check';
import { expect } from 'vitest';
import { decimal } from '../../../src/core/base/decimal.js';
import { asClient } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';
import { IS_NIGHTLY } from '../../support/random/nightly.js';

const ORDERS = IS_NIGHTLY ? 200 : 10;
const SEED = 20_240_304;

/** A number as it is typed, under the label of its unit. */
type Typed = readonly [label: string, text: string];
interface Asked {
  readonly type: 'Market' | 'Limit' | 'Stop' | 'If touched';
  readonly side: 'Buy' | 'Sell';
  readonly size: Typed;
  /** Tenths of pips from the market to the price of a waiting order. */
  readonly away: number;
  readonly stop: Typed | undefined;
  readonly profit: Typed | undefined;
  readonly isByEnter: boolean;
}

const SIZES: readonly Typed[] = [
  ['Units', '1,500'],
  ['Units', '2k'],
  ['Units', '0.001m'],
  ['Units', '1 234'],
  ['Lots of 100 000', '0,02'],
  ['Lots of 100 000', '0.015'],
];
const RISKS: readonly Typed[] = [
  ['Risk in % of NAV', '0.02'],
  ['Risk in % of NAV', '0,05'],
  ['Risk in USD', '3.5'],
];
const pips = fc.integer({ min: 100, max: 600 }).map(tenths => String(tenths / 10));
const stops = pips.map((text): Typed => ['Stop in pips', text]);
const asked: fc.Arbitrary<Asked> = fc.record({
  type: fc.constantFrom('Market', 'Market', 'Limit', 'Stop', 'If touched'),
  side: fc.constantFrom('Buy', 'Sell'),
  size: fc.constantFrom(...SIZES, ...RISKS),
  away: fc.integer({ min: 100, max: 900 }),
  stop: fc.oneof(stops, fc.constant<Typed>(['Stop in USD', '2.50'])),
  profit: fc.oneof(
    fc.constant(undefined),
    pips.map((text): Typed => ['Profit in pips', text]),
    fc.constantFrom<Typed>(['Profit in R', '2'], ['Profit in R', '1,5'], ['Profit in USD', '4']),
  ),
  isByEnter: fc.boolean(),
});

export const ORDERS_AS_SAID: Part = {
  begin: desk => desk.begin(9),
  tests: {
    [`places ${ORDERS} orders as the screen said before the click`]: async desk => {
      for (const each of fc.sample(asked, { numRuns: ORDERS, seed: SEED })) {
        await placesAsSaid(desk, each);
      }
    },
  },
};

async function placesAsSaid(desk: Desk, order: Asked): Promise<void> {
  const { page } = desk.tab;
  await desk.trader.fill(order.type, await fieldsOf(desk, order));
  await page.locator('.price-buttons').getByRole('button', { name: order.side }).click();
  await page.locator('.cost[aria-busy=false] dd').first().waitFor();
  const said = await readScreen(desk);
  const before = await lastID(desk);
  if (order.isByEnter) await page.locator('#ticket input[name=profit]').press('Enter');
  else await page.locator('#ticket button[type=submit]').click();
  await desk.trader.says(/Bought|Sold|waits/);
  expect({ order, ...(await readLedger(desk, before)) }).toEqual({ order, ...said });
}

/** The labels of the ticket and what is typed; a stop in money goes with no risk. */
async function fieldsOf(desk: Desk, { type, side, size, away, stop, profit }: Asked) {
  const isRisk = size[0].startsWith('Risk');
  const level = stop?.[0] === 'Stop in USD' && isRisk ? (['Stop in pips', '25'] as const) : stop;
  const isBelow = (side === 'Buy') === (type !== 'Stop');
  const market = decimal(await marketPrice(desk, side));
  const far = decimal(away).div(100_000);
  const price = (isBelow ? market.minus(far) : market.plus(far)).toFixed(5);
  return Object.fromEntries([
    ...(type === 'Market' ? [] : [['Price', price.replace('.', away % 2 === 0 ? '.' : ',')]]),
    size,
    ...(level === undefined ? [] : [level]),
    ...(profit === undefined ? [['Profit in pips', '']] : [profit]),
  ]) as Readonly<Record<string, string>>;
}

/** What of an order is compared. */
interface Placed {
  readonly units: string;
  /** Of a waiting order; `market` of one that is not. */
  readonly price: string;
  readonly stop: string | undefined;
  readonly profit: string | undefined;
  /** Lost at the stop, to the cent; `–` for an order that only closes. */
  readonly risk: string;
}

async function readScreen({ tab: { page } }: Desk): Promise<Placed> {
  const plain = (text: string | null) => (text ?? '').replace(/[\u202f ]/g, '');
  const button = (await page.locator('#ticket button[type=submit]').textContent()) ?? '';
  const [, verb, units = ''] = /^(Buy|Sell) ([\d\u202f]+) /.exec(button) ?? [];
  const beside = async (name: string) =>
    plain(await page.locator(`.term-input:has(input[name=${name}]) span`).textContent());
  const [risk = ''] = ((await page.locator('.cost dd').first().textContent()) ?? '').split(' · ');
  const price = /([\d.]+)$/.exec(button)?.[1] ?? 'market';
  return {
    units: `${verb === 'Sell' ? '-' : ''}${plain(units)}`,
    price,
    stop: (await beside('stop')) || undefined,
    profit: (await beside('profit')) || undefined,
    risk: plain(risk).replace('−', ''),
  };
}

interface Level {
  readonly price?: string;
  readonly distance?: string;
}
interface OrderTransaction {
  readonly type: string;
  readonly units?: string;
  readonly price?: string;
  readonly stopLossOnFill?: Level;
  readonly takeProfitOnFill?: Level;
  /** Of a fill that opens, wholly or after it has closed what was open on the other side. */
  readonly tradeOpened?: { readonly units: string };
}

/** The order that came after a transaction, with its levels as prices: those of the fill where it has filled. */
async function readLedger(desk: Desk, before: string): Promise<Placed> {
  const path = `/transactions/sinceid?id=${before}`;
  const { transactions } = await asClient<{ transactions: OrderTransaction[] }>(desk.served, path);
  const [order] = transactions;
  if (order?.units === undefined) throw new Error(`no order: ${JSON.stringify(transactions)}`);
  const made = (type: string) => transactions.find(each => each.type === type)?.price;
  const fill = transactions.find(({ type }) => type === 'ORDER_FILL');
  const entry = decimal((fill?.price ?? order.price) as string);
  const isBuy = !order.units.startsWith('-');
  const { price, distance = '0' } = order.stopLossOnFill ?? {};
  const far = isBuy ? entry.minus(distance) : entry.plus(distance);
  const stop = made('STOP_LOSS_ORDER') ?? price ?? far.toFixed(5);
  const opened = fill === undefined ? await wouldOpen(desk, order.units) : fill.tradeOpened?.units;
  const lost = entry
    .minus(stop)
    .times(opened ?? 0)
    .abs()
    .round(4, 'nearest');
  return {
    units: order.units,
    price: order.type === 'MARKET_ORDER' ? 'market' : (order.price as string),
    stop,
    profit: made('TAKE_PROFIT_ORDER') ?? order.takeProfitOnFill?.price,
    risk: opened === undefined ? '–' : lost.round(2, 'floor').toFixed(2),
  };
}

/** The units that a waiting order would open as the position is now; undefined when it would only close. */
async function wouldOpen({ served }: Desk, units: string): Promise<string | undefined> {
  interface Position {
    readonly instrument: string;
    readonly long: { readonly units: string };
    readonly short: { readonly units: string };
  }
  const { positions } = await asClient<{ positions: Position[] }>(served, '/openPositions');
  const position = positions.find(({ instrument }) => instrument === 'EUR_USD');
  const other = units.startsWith('-') ? position?.long : position?.short;
  const left = decimal(units)
    .abs()
    .minus(decimal(other?.units ?? 0).abs());
  return left.gt(0) ? left.toFixed() : undefined;
}

async function marketPrice({ served }: Desk, side: Asked['side']): Promise<string> {
  interface Price {
    readonly bids: readonly { readonly price: string }[];
    readonly asks: readonly { readonly price: string }[];
  }
  const { prices } = await asClient<{ prices: Price[] }>(served, '/pricing?instruments=EUR_USD');
  const [price] = prices;
  return (side === 'Buy' ? price?.asks[0] : price?.bids[0])?.price ?? '';
}

async function lastID({ served }: Desk): Promise<string> {
  return (await asClient<{ lastTransactionID: string }>(served, '/summary')).lastTransactionID;
}
