/**
 * Every key of the help: what it does, and where that goes which is typed next. A key that is not in the
 * list of effects does not compile.
 */

import { expect } from 'vitest';
import {
  HOTKEYS,
  type Hotkey,
  type HotkeyAction,
  keyNames,
} from '../../../src/dashboard/keys/hotkeys.js';
import { asClient, control, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';

const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '400', price: '1.07000' };
const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '600' };
/** Typed after each key: digits for a field, and spaces, which play time and press what has the focus. */
const TYPED = '12 3';
const NOON = '2024-03-04T12';

type Effect = (desk: Desk, press: () => Promise<void>) => Promise<void>;

/** What each key does. */
const EFFECTS: Readonly<Record<HotkeyAction, Effect>> = {
  async playOrPause(desk, press) {
    await press();
    await desk.tab.page.locator('.clock-state.playing').waitFor();
    await press();
    await desk.tab.page.locator('.clock-state.paused').waitFor();
  },
  async stepCandle(desk, press) {
    await desk.tab.page.getByLabel('Granularity').selectOption('M1');
    await desk.trader.goTo('2024-03-04 10:00:30');
    await press();
    await desk.trader.isAt('2024-03-04 10:01:00');
  },
  async stepTick(desk, press) {
    const { ticks } = await clock(desk);
    await press();
    await expect.poll(async () => (await clock(desk)).ticks, SOON).toBe(ticks + 1);
  },
  async backCandle(desk, press) {
    await desk.tab.page.getByLabel('Granularity').selectOption('M1');
    await desk.trader.goTo('2024-03-04 10:00:30');
    await press();
    await desk.trader.isAt('2024-03-04 10:00:00');
  },
  async nextFill(desk, press) {
    await desk.order({ ...LIMIT, type: 'STOP', price: await nearPrice(desk) });
    await press();
    await expect.poll(() => lastType(desk), SOON).toBe('ORDER_FILL');
    expect((await clock(desk)).state).toBe('paused');
  },
  async nextTransaction(desk, press) {
    const gtdTime = '2024-03-04T11:00:00.000000000Z';
    await desk.order({ ...LIMIT, timeInForce: 'GTD', gtdTime });
    await press();
    await expect.poll(() => lastType(desk), SOON).toBe('ORDER_CANCEL');
    await desk.trader.isAt('2024-03-04 11:00:00');
  },
  async faster(desk, press) {
    await desk.tab.page.getByLabel('Speed').selectOption('60');
    await press();
    await expect.poll(() => desk.tab.page.getByLabel('Speed').inputValue()).toBe('300');
  },
  async slower(desk, press) {
    await desk.tab.page.getByLabel('Speed').selectOption('60');
    await press();
    await expect.poll(() => desk.tab.page.getByLabel('Speed').inputValue()).toBe('15');
  },
  async goToTime(desk, press) {
    await press();
    await desk.tab.page.getByRole('dialog', { name: 'Go to a time' }).waitFor();
  },
  async undoLast(desk, press) {
    const { page } = desk.tab;
    await desk.trader.fill('Market', { Units: '100' });
    await desk.trader.send(/Bought 100/);
    const before = await lastType(desk);
    expect(before).toBe('ORDER_FILL');
    await press();
    await expect.poll(() => lastType(desk), SOON).not.toBe('ORDER_FILL');
    await page.locator('.order-line.trade').waitFor({ state: 'detached' });
  },
  async fork(desk, press) {
    const opened = desk.tab.page.context().waitForEvent('page');
    await press();
    const fork = await opened;
    await expect.poll(() => fork.url(), SOON).toMatch(/simulation=s\d/);
    await fork.close();
    await desk.tab.page.bringToFront();
  },
  async buy(desk, press) {
    await press();
    await pressed(desk, 'Buy');
    await desk.tab.page.keyboard.press('Enter');
    await desk.trader.says(/Bought 1.000/);
  },
  async sell(desk, press) {
    await press();
    await pressed(desk, 'Sell');
    await desk.tab.page.keyboard.press('Enter');
    await desk.trader.says(/Sold 1.000/);
  },
  async closePosition(desk, press) {
    await desk.order(MARKET);
    await desk.tab.page.locator('.order-line.trade').waitFor({ state: 'attached' });
    await press();
    await desk.trader.says(/Position of EUR_USD closed/);
    expect(await lastType(desk)).toBe('ORDER_FILL');
  },
  async cancelAll(desk, press) {
    await desk.order(LIMIT);
    await desk.tab.page.locator('.order-line.entry').waitFor({ state: 'attached' });
    await press();
    await desk.trader.says(/1 orders? cancelled/);
    expect(await lastType(desk)).toBe('ORDER_CANCEL');
  },
  async focusUnits(desk, press) {
    await press();
    await desk.tab.page.keyboard.type('2500');
    expect(await desk.tab.page.locator('#ticket input[name=units]').inputValue()).toBe('2500');
  },
  async toggleOneClick(desk, press) {
    await press();
    await desk.trader.says(/One-click trading is on/);
    await press();
    await desk.trader.says(/One-click trading is off/);
  },
  async writeNote(desk, press) {
    await press();
    await desk.tab.page.locator('#note-text:focus').waitFor();
  },
  async orderMenu({ tab: { page } }, press) {
    await press();
    await page.getByRole('menu', { name: /^At 1\./ }).waitFor();
    await page.keyboard.press('Escape');
  },
  async drawTrend({ tab: { page } }, press) {
    await press();
    await page.getByRole('button', { name: /^Trend line, / }).waitFor();
  },
  async drawLevel({ tab: { page } }, press) {
    await press();
    await page.getByRole('button', { name: /^Level, / }).waitFor();
  },
  async nextChart({ tab: { page } }, press) {
    await page.getByLabel('Charts').first().selectOption('2');
    await press();
    await page.locator('.pane.active .pane-name', { hasText: 'H1' }).waitFor();
    await page.getByLabel('Charts').first().selectOption('1');
  },
  async nextView(desk, press) {
    await desk.trader.open('Trades');
    await press();
    await desk.tab.page.getByRole('tab', { name: 'Orders', selected: true }).waitFor();
  },
  async help(desk, press) {
    await press();
    await desk.tab.page.getByRole('dialog', { name: 'Help' }).waitFor();
  },
};

/** The fields that take what is typed after their key. */
const FIELDS: Partial<Record<HotkeyAction, string>> = {
  focusUnits: '#ticket input[name=units]',
  goToTime: 'dialog input',
  writeNote: '#note-text',
};

export const KEYS: Part = {
  begin: desk => desk.begin(10),
  tests: Object.fromEntries([
    ...HOTKEYS.map(row => [`does by ${keyNames(row).join(' ')}: ${row.says}`, effectOf(row)]),
    ...HOTKEYS.map(row => [
      `takes what is typed after ${keyNames(row).join(' ')}`,
      typesAfter(row),
    ]),
    ['trades once by a key that is held', heldKey],
  ]),
};

function effectOf(row: Hotkey) {
  return async (desk: Desk) => {
    await clean(desk);
    await EFFECTS[row.action](desk, () => pressKey(desk, row));
    await desk.tab.page.keyboard.press('Escape');
  };
}

/** After the key come digits and a space: they go into the field of the key, or trade nothing. */
function typesAfter(row: Hotkey) {
  return async (desk: Desk) => {
    const { page } = desk.tab;
    await cleanAgain(desk);
    const popup = row.action === 'fork' ? page.context().waitForEvent('page') : undefined;
    await pressKey(desk, row);
    await (await popup)?.close();
    await page.bringToFront();
    const field = FIELDS[row.action];
    if (field !== undefined) await page.locator(`${field}:focus`).waitFor();
    await page.keyboard.type(TYPED);
    if (field !== undefined) {
      const kept = row.action === 'focusUnits' ? '123' : TYPED;
      expect(await page.locator(field).inputValue()).toBe(kept);
    }
    await page.keyboard.press('Escape');
    await control(desk.served, 'clock/pause', {});
    const isOneClick = await page.locator('#ticket').getByLabel('One-click').isChecked();
    expect(isOneClick).toBe(row.action === 'toggleOneClick');
    // The account was opened by two transactions; nothing was traded since.
    expect(await lastType(desk)).toBe('TRANSFER_FUNDS');
  };
}

async function heldKey(desk: Desk): Promise<void> {
  const { page } = desk.tab;
  await clean(desk);
  await desk.trader.press('o');
  await desk.trader.says(/One-click trading is on/);
  await page.keyboard.down('b');
  for (let repeated = 0; repeated < 5; repeated += 1) await page.keyboard.down('b');
  await page.keyboard.up('b');
  await desk.trader.says(/Bought/);
  const { trades } = await asClient<{ trades: object[] }>(desk.served, '/openTrades');
  expect(trades).toHaveLength(1);
}

/** Ten o'clock, nothing traded, one-click off, no dialog. */
async function clean(desk: Desk): Promise<void> {
  await desk.begin(10);
}

/**
 * Nothing traded, one-click off, no dialog, some time about ten: what a key that trades nothing has left,
 * mostly. A page that is loaded anew for each key takes most of the time.
 */
async function cleanAgain(desk: Desk): Promise<void> {
  const { page } = desk.tab;
  const oneClick = page.locator('#ticket').getByLabel('One-click');
  const isNear = (await clock(desk)).now < NOON && (await lastType(desk)) === 'TRANSFER_FUNDS';
  if (!isNear || (await oneClick.isChecked())) await clean(desk);
}

/** Presses a key as a person does, with nothing focused. */
async function pressKey({ trader }: Desk, { key, shift }: Hotkey): Promise<void> {
  await trader.press(shift ? `Shift+${key.length === 1 ? key.toUpperCase() : key}` : key);
}

/** Waits until the ticket has a side. */
async function pressed({ tab: { page } }: Desk, side: string): Promise<void> {
  await page.locator('#ticket button[aria-pressed=true]', { hasText: side }).waitFor();
}

async function clock({ served: { url, controlToken } }: Desk) {
  const headers = { authorization: `Bearer ${controlToken}` };
  const answer = await fetch(`${url}/_sim/clock`, { headers });
  return (await answer.json()) as {
    readonly now: string;
    readonly ticks: number;
    readonly state: string;
  };
}

/** A price that the ask, which rises soon, has not reached: a point above it. */
async function nearPrice({ served }: Desk): Promise<string> {
  const path = '/instruments/EUR_USD/candles?price=A&granularity=S5&count=1';
  const { candles } = await asClient<{ candles: { ask: { c: string } }[] }>(served, path);
  return (Number(candles[0]?.ask.c) + 0.00001).toFixed(5);
}

/** The type of the last transaction. */
async function lastType({ served }: Desk): Promise<string | undefined> {
  const path = '/transactions/sinceid?id=1';
  const { transactions } = await asClient<{ transactions: { type: string }[] }>(served, path);
  return transactions.at(-1)?.type;
}
