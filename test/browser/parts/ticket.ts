/** What stands in the ticket goes with the order, stays under the fingers, and goes nowhere else. */

import { expect } from 'vitest';
import { asClient } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';

interface Order {
  readonly type: string;
  readonly distance?: string;
  readonly price?: string;
  readonly timeInForce?: string;
  readonly gtdTime?: string;
}

export const TICKET: Part = {
  begin: desk => desk.begin(9),
  tests: {
    async 'sends the stop and the profit of the ticket with an order of one click'(desk) {
      const { page } = desk.tab;
      await desk.trader.fill('Limit', {
        Units: '700',
        Price: '1.07000',
        'More > Time in force': 'GFD',
        'Stop in pips': '15',
        'Profit at a price': '1.12000',
      });
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is on/);
      await page.getByRole('button', { name: /Buy now/ }).click();
      await desk.trader.says(/Bought 700/);
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is off/);
      expect(await waiting(desk)).toEqual([
        expect.objectContaining({ type: 'STOP_LOSS', distance: '0.00150', timeInForce: 'GTC' }),
        expect.objectContaining({ type: 'TAKE_PROFIT', price: '1.12000', timeInForce: 'GTC' }),
      ]);
    },

    async 'places nothing with one click while the stop of the ticket is wrong'(desk) {
      const { page } = desk.tab;
      const before = await lastTransaction(desk);
      await desk.trader.fill('Market', { 'Stop in pips': '12.345' });
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is on/);
      await desk.trader.press('b');
      await page.locator('#ticket .field .error', { hasText: 'decimals' }).waitFor();
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is off/);
      await desk.trader.fill('Market', { 'Stop in pips': '' });
      expect(await lastTransaction(desk)).toBe(before);
    },

    async 'asks once more before one click sends a stop that risks more than the account has'(
      desk,
    ) {
      const before = await lastTransaction(desk);
      await desk.trader.fill('Market', { Units: '100k', 'Stop in pips': '2000' });
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is on/);
      await desk.trader.press('b');
      await desk.trader.says(/more than the net asset value.*Press again/);
      expect(await lastTransaction(desk)).toBe(before);
      await desk.tab.page.getByRole('button', { name: /Buy anyway/ }).click();
      await desk.trader.says(/Bought 100.000/);
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is off/);
      await desk.trader.fill('Market', { Units: '1000', 'Stop in pips': '' });
      await desk.trader.press('x');
      await desk.trader.says(/closed/);
    },

    async 'keeps a change of an order in the ticket while one click places another'(desk) {
      const { page } = desk.tab;
      await desk.order({ type: 'LIMIT', instrument: 'EUR_USD', units: '300', price: '1.07000' });
      await desk.trader.open('Orders');
      await page.locator('.ledger-table tbody tr', { hasText: '1.07000' }).click();
      await page.getByRole('button', { name: 'Modify' }).click();
      await page.locator('#ticket').getByLabel('Price', { exact: true }).first().fill('1.06900');
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is on/);
      await desk.trader.press('s');
      await desk.trader.says(/Sold 300/);
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is off/);
      await desk.trader.send(/waits/);
      const prices = (await waiting(desk)).flatMap(({ type, price }) =>
        type === 'LIMIT' ? [price] : [],
      );
      expect(prices).toEqual(['1.06900']);
    },

    async 'sells no units that the ticket of a stop does not show'(desk) {
      const before = await lastTransaction(desk);
      await desk.trader.fill('Stop loss', {});
      await desk.trader.press('u');
      await desk.trader.says(/The ticket has no side and no units: its type is stop loss/);
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is on/);
      await desk.trader.press('s');
      await desk.trader.says(/The ticket has no side and no units: its type is stop loss/);
      await desk.trader.press('o');
      await desk.trader.says(/One-click trading is off/);
      await desk.trader.fill('Market', {});
      expect(await lastTransaction(desk)).toBe(before);
    },

    async 'opens "more" at what is wrong there, and keeps it open while the number is typed anew'(
      desk,
    ) {
      const { page } = desk.tab;
      await desk.trader.fill('Market', { Units: '500', 'Trailing stop > Distance': '0.0012345' });
      const distance = page.locator('.ticket-more').getByLabel('Distance', { exact: true }).first();
      // As after a visit elsewhere: the refusal opens what the person had closed.
      await page.locator('.ticket-more summary').click();
      await page.locator('#ticket button[type=submit]').click();
      await distance.waitFor();
      await distance.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('0.0019', { delay: 20 });
      expect(await distance.isVisible()).toBe(true);
      expect(await distance.inputValue()).toBe('0.0019');
      await desk.trader.send(/Bought 500/);
      const distances = (await waiting(desk)).map(order => order.distance);
      expect(distances).toContain('0.00190');
    },

    async 'takes an expiry that is picked in the time of the viewer'(desk) {
      const { page } = desk.tab;
      const typed = { Units: '500', Price: '1.06500', 'More > Time in force': 'GTD' };
      await desk.trader.fill('Limit', typed);
      await page.locator('#ticket input[name=gtdTime]').fill('2024-03-05T17:00:00');
      await desk.trader.send(/waits/);
      const instant = await page.evaluate(`new Date('2024-03-05T17:00:00').toISOString()`);
      const times = (await waiting(desk)).flatMap(({ gtdTime }) => gtdTime?.slice(0, 19) ?? []);
      expect(times).toEqual([String(instant).slice(0, 19)]);
      await desk.trader.fill('Market', { 'More > Time in force': '' });
    },

    async 'tells a refusal in words with its numbers, at its field'(desk) {
      const { page } = desk.tab;
      await desk.trader.fill('Market', { Units: '9m' });
      await page.locator('#ticket button[type=submit]').click();
      const told = page.locator('.term:has(input[name=units]) .error');
      await told
        .filter({ hasText: /not enough margin for this size: 9.000.000, at most/ })
        .waitFor();
      // Once: what the order would cost does not say it again.
      expect(await page.locator('.cost p').count()).toBe(0);
      await desk.trader.fill('Market', { Units: '500' });
      await told.waitFor({ state: 'detached' });
    },

    async 'shows what is set under "more" as a chip while it is closed, which takes it out'(desk) {
      const { page } = desk.tab;
      await desk.trader.openMore();
      await page.locator('.ticket-more summary').click();
      const chip = page.locator('.chips button', { hasText: 'Trailing stop: distance 0.0019' });
      await chip.click();
      await chip.waitFor({ state: 'detached' });
      await desk.trader.send(/Bought 500/);
    },
  },
};

async function waiting({ served }: Desk): Promise<readonly Order[]> {
  const { orders } = await asClient<{ orders: Order[] }>(served, '/pendingOrders');
  return orders;
}

async function lastTransaction({ served }: Desk): Promise<string> {
  return (await asClient<{ lastTransactionID: string }>(served, '/summary')).lastTransactionID;
}
