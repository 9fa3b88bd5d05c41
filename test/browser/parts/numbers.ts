/**
 * Every number of the page against the broker's API, while time plays and after it went back: each column
 * of Trades, Orders and Positions, and each tile of the account.
 */

import { expect } from 'vitest';
import { asClient, control, IS_THOROUGH, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';
import {
  cut,
  dayTime,
  shownTable,
  shownTiles,
  sided,
  signed,
  words,
} from '../../support/browser/shown-rows.js';

type Fields = Readonly<Record<string, string>>;
interface Order extends Fields {}
interface Trade {
  readonly id: string;
  readonly openTime: string;
  readonly instrument: string;
  readonly initialUnits: string;
  readonly currentUnits: string;
  readonly price: string;
  readonly realizedPL: string;
  readonly unrealizedPL: string;
  readonly stopLossOrder?: Order;
  readonly trailingStopLossOrder?: Order;
  readonly takeProfitOrder?: Order;
}
interface Side extends Fields {}
interface Position {
  readonly instrument: string;
  readonly long: Side;
  readonly short: Side;
  readonly unrealizedPL: string;
  readonly pl: string;
  readonly financing: string;
  readonly marginUsed: string;
}

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '10000' };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '-500', price: '1.20000' };
const BOTH = ['light', 'dark'] as const;
/** Wide enough for every column. */
const WIDE = { width: 2300, height: 1200 };
const PICTURES = [
  { width: 1440, height: 900, schemes: IS_THOROUGH ? BOTH : (['light'] as const) },
  { width: 390, height: 844, schemes: IS_THOROUGH ? BOTH : (['dark'] as const) },
];

/** What stands in a table by the API: the titles of its columns and its rows. */
type Expected = (desk: Desk) => Promise<{ titles: string[]; rows: string[][] }>;

const TABLES: Readonly<Record<string, Expected>> = {
  async Trades({ served }) {
    const { trades } = await asClient<{ trades: Trade[] }>(served, '/openTrades');
    const head = ['Trade', 'Opened', 'Instrument', 'Units', 'Price', 'Realized'];
    const tail = ['Unrealized', 'Stop', 'Trailing', 'Profit', 'Closed at', 'Closed', 'Actions'];
    return {
      titles: [...head, ...tail],
      rows: trades.map(each => [
        each.id,
        dayTime(each.openTime),
        each.instrument.replace('_', '/'),
        each.currentUnits === each.initialUnits
          ? sided(each.currentUnits)
          : `${sided(each.currentUnits)} of ${sided(each.initialUnits).replace(/^\D+/, '')}`,
        each.price,
        signed(each.realizedPL),
        signed(each.unrealizedPL),
        each.stopLossOrder?.['price'] ?? '',
        each.trailingStopLossOrder?.['trailingStopValue'] ?? '',
        each.takeProfitOrder?.['price'] ?? '',
        '',
        '',
        'Break-even¼½¾✕What if',
      ]),
    };
  },
  async Orders({ served }) {
    const { orders } = await asClient<{ orders: Order[] }>(served, '/pendingOrders');
    const head = ['Order', 'Made', 'Type', 'Instrument', 'Units', 'Price', 'Distance'];
    return {
      titles: [...head, 'Trade', 'State', 'Good till', 'Client id', 'Cancel'],
      rows: orders.map(each => [
        each['id'] ?? '',
        dayTime(each['createTime'] ?? ''),
        words(each['type'] ?? ''),
        // Of a stop, v20 names the trade only; every trade here is of this pair.
        'EUR/USD',
        each['units'] === undefined ? '' : sided(each['units']),
        each['trailingStopValue'] ?? each['price'] ?? '',
        each['distance'] ?? '',
        each['tradeID'] ?? '',
        words(each['state'] ?? ''),
        each['timeInForce'] ?? '',
        '',
        '✕',
      ]),
    };
  },
  async Positions({ served }) {
    const { positions } = await asClient<{ positions: Position[] }>(served, '/openPositions');
    const head = ['Instrument', 'Long', 'Average', 'Short', 'Average', 'Unrealized', 'Realized'];
    const units = (side: Side) => (side['units'] === '0' ? '' : sided(side['units'] ?? ''));
    return {
      titles: [...head, 'Financing', 'Margin', 'Actions'],
      rows: positions.map(each => [
        each.instrument.replace('_', '/'),
        units(each.long),
        each.long['averagePrice'] ?? '',
        units(each.short),
        each.short['averagePrice'] ?? '',
        signed(each.unrealizedPL),
        signed(each.pl),
        signed(each.financing),
        each.marginUsed,
        'Close',
      ]),
    };
  },
};

export const NUMBERS: Part = {
  async begin(desk) {
    await desk.begin(8);
    await desk.order({ ...MARKET, takeProfitOnFill: { price: '1.20000' } });
    await desk.order({ ...MARKET, units: '3000', stopLossOnFill: { distance: '0.05000' } });
    await desk.order({ ...MARKET, units: '2000', trailingStopLossOnFill: { distance: '0.05000' } });
    await desk.order(LIMIT);
    await desk.tab.page.setViewportSize(WIDE);
  },
  tests: {
    ...Object.fromEntries(
      Object.entries(TABLES).map(([name, expected]) => [
        `shows every column of ${name} as the API answers it, while time plays`,
        (desk: Desk) => comparesTable(desk, name, expected),
      ]),
    ),

    async 'shows every tile of the account as the API answers it, while time plays'(desk) {
      await whilePlaying(desk, async () => ({ shown: await tiles(desk), told: await told(desk) }));
    },

    async 'has moved the results and the level of the trailing stop by then'(desk) {
      const { page } = desk.tab;
      await desk.trader.open('Trades');
      const moving = async () => (await shownTable(page)).rows.map(row => `${row[6]} ${row[8]}`);
      const before = await moving();
      await control(desk.served, 'clock/advance', { by: '2h' });
      await expect
        .poll(async () => (await moving()).every((row, at) => row !== before[at]))
        .toBe(true);
    },

    async 'shows the financing of a day in positions and tiles'(desk) {
      await control(desk.served, 'clock/advance', { to: '2024-03-04T22:30:00Z' });
      await desk.trader.open('Positions');
      await expect
        .poll(async () => (await shownTable(desk.tab.page)).rows[0]?.[7], SOON)
        .not.toBe('0.00');
      await agrees(desk, 'Positions');
      await expect.poll(() => tiles(desk), SOON).toEqual(await told(desk));
    },

    async 'shows the numbers of the past after a rewind'(desk) {
      await control(desk.served, 'rewind', { to: '2024-03-04T09:00:00Z' });
      for (const name of Object.keys(TABLES)) await agrees(desk, name);
      await expect.poll(() => tiles(desk), SOON).toEqual(await told(desk));
    },

    async 'explains an order that waits by the price of now'(desk) {
      const { page } = desk.tab;
      await desk.trader.open('Orders');
      await page.locator('.ledger-table tbody tr', { hasText: '1.20000' }).first().click();
      const why = page.locator('.selected-row .why');
      const before = await why.textContent();
      await control(desk.served, 'clock/advance', { by: '10m' });
      await expect.poll(() => why.textContent(), SOON).not.toBe(before);
      await page.getByRole('button', { name: 'Close the row' }).click();
    },

    async 'shows no price of the future after a rewind to the beginning'(desk) {
      const { page } = desk.tab;
      await control(desk.served, 'rewind', { to: '2024-03-04T00:00:00Z' });
      await desk.trader.isAt('2024-03-04 00:00:00');
      const price = page.locator('.price-buttons .side-buy');
      const { prices } = await asClient<{ prices: { asks: { price: string }[] }[] }>(
        desk.served,
        '/pricing?instruments=EUR_USD',
      );
      const ask = prices?.[0]?.asks[0]?.price;
      await expect.poll(() => price.textContent(), SOON).toContain(ask ?? '…');
    },

    async 'is drawn while time plays, wide and narrow, light and dark'(desk) {
      const { page } = desk.tab;
      await NUMBERS.begin(desk);
      await control(desk.served, 'clock/play', { speed: 60 });
      for (const { schemes, ...size } of PICTURES) {
        await page.setViewportSize(size);
        for (const scheme of schemes) {
          await page.emulateMedia({ colorScheme: scheme });
          if (size.width < 760) {
            await page.getByRole('navigation').getByRole('button', { name: 'Trades' }).click();
          }
          await desk.trader.open('Trades');
          await page.locator('.ledger-table tbody td').first().waitFor();
          await desk.tab.picture(`trades-playing-${scheme}-${size.width}`);
        }
      }
      await control(desk.served, 'clock/pause', {});
    },
  },
};

async function comparesTable(desk: Desk, name: string, expected: Expected): Promise<void> {
  await desk.trader.open(name);
  const read = async () => ({
    shown: await shownTable(desk.tab.page),
    told: await expected(desk),
  });
  // Of waiting orders only a trailing stop moves, and only when the price goes its way.
  await whilePlaying(desk, read, name !== 'Orders');
}

/** The table is as the API answers it, while time stands. */
async function agrees(desk: Desk, name: string): Promise<void> {
  await desk.trader.open(name);
  const told = await TABLES[name]?.(desk);
  await expect.poll(() => shownTable(desk.tab.page), SOON).toEqual(told);
}

/** What is shown, and what the API tells. */
type Read = () => Promise<{ readonly shown: unknown; readonly told: unknown }>;

/** Plays, and compares what is shown with what the API tells: three times, each at new prices if they are shown. */
async function whilePlaying(desk: Desk, read: Read, isMoving = true): Promise<void> {
  const playing = desk.tab.page.locator('.clock-state.playing');
  await control(desk.served, 'clock/play', { speed: 2 });
  await playing.waitFor();
  let before = '';
  for (let round = 0; round < 3; round += 1) {
    const agreed = await agreedOn(read, before);
    before = isMoving ? agreed : '';
  }
  expect(await playing.count()).toBe(1);
  await control(desk.served, 'clock/pause', {});
}

/** Reads both until they agree on something else than `before`: a price may come between the two reads. */
async function agreedOn(read: Read, before: string): Promise<string> {
  let text = '';
  const compare = async () => {
    const { shown, told } = await read();
    text = JSON.stringify(told);
    if (text === before) return 'no new price yet';
    const seen = JSON.stringify(shown);
    return seen === text ? 'as told' : `${seen} is not ${text}`;
  };
  await expect.poll(compare, SOON).toBe('as told');
  return text;
}

interface Account extends Fields {}

/** The tiles of the panel and of the bar at the top. */
async function tiles({ tab: { page }, trader }: Desk) {
  await trader.open('Account');
  const panel = await shownTiles(page, '.figures');
  const bar = await shownTiles(page, '.account-strip');
  const words = await page.locator('.margin-words span').first().textContent();
  return { panel, bar, closeout: /^[\d.]+/.exec(words ?? '')?.[0] };
}

async function told({ served }: Desk) {
  const { account } = await asClient<{ account: Account }>(served, '/summary');
  const of = (name: string) => account[name] ?? '';
  const open = signed(of('unrealizedPL'));
  const left = cut(of('marginAvailable'));
  return {
    panel: {
      Balance: cut(of('balance')),
      'Open P/L': open,
      'Realised P/L': signed(of('pl')),
      Financing: signed(of('financing')),
      'Margin used': cut(of('marginUsed')),
      'Margin left': left,
    },
    bar: { NAV: `${cut(of('NAV'))} USD`, 'Open P/L': open, 'Margin left': left },
    closeout: (100 * Number(of('marginCloseoutPercent'))).toFixed(1),
  };
}
