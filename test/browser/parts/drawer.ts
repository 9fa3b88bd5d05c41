/** What the drawer offers: the bot's requests and faults, tables with their dialogs, notes. */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { asClient, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '1000' };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '500', price: '1.07000' };
const FAULT = { operation: 'createOrder', error: { status: 503, errorMessage: 'Maintenance' } };

interface Trade {
  readonly currentUnits: string;
  readonly takeProfitOrder?: { readonly price: string };
}

export const DRAWER: Part = {
  begin: desk => desk.begin(8),
  tests: {
    async 'drops a fault in, and shows the request that it disturbed'(desk) {
      const { trader } = desk;
      const { page, picture } = desk.tab;
      await trader.open('Faults');
      await page.getByRole('button', { name: 'An error now and then' }).click();
      const rule = page.getByLabel('The rule as JSON');
      expect(JSON.parse(await rule.inputValue())).toHaveProperty('probability');
      // The rule of the catalogue fires at random; this one at once.
      await rule.fill(JSON.stringify(FAULT));
      await page.getByRole('button', { name: 'Drop it in' }).click();
      await trader.says(/Fault .* holds/);
      expect(await desk.order(MARKET)).toEqual({ errorMessage: 'Maintenance' });
      await page.locator('.rules', { hasText: 'fired 1×' }).waitFor();
      await trader.open('Bot');
      await page.getByRole('button', { name: /createOrder: rule/ }).click();
      await page.locator('.request-detail', { hasText: 'disturbed by rule' }).waitFor();
      await picture('bot');
      await trader.open('Faults');
      await page.getByRole('button', { name: /^Remove rule/ }).click();
      await page.getByText('None: no fault is set').waitFor();
    },

    async 'leads from a request to its transactions, and to their place on the chart'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      await desk.order(MARKET);
      await trader.goTo('2024-03-04 20:00:00');
      await trader.open('Bot');
      // The whole cell: an id may contain these digits too.
      const made = page.locator('td', { hasText: /^201$/ });
      await page.locator('.bot-requests tbody tr').filter({ has: made }).first().click();
      const detail = page.locator('.request-detail');
      await detail.getByRole('button', { name: 'Copy JSON' }).click();
      await trader.says(/JSON copied/);
      const { transactionIDs } = JSON.parse(await copied(desk));
      await detail.getByRole('button', { name: `Transaction ${transactionIDs.at(-1)}` }).click();
      await expect.poll(() => middleOfChart(desk), SOON).toContain('2024-03-04 08:');
    },

    async 'gives a trade its profit, tells what is wrong at the field, and closes a part'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      await trader.open('Trades');
      await page.locator('.ledger-table tbody td', { hasText: 'EUR' }).first().click();
      await page.getByRole('button', { name: 'Stop and profit' }).click();
      const profit = page.getByRole('dialog').getByLabel('Take profit');
      await profit.fill('1.0912345678');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect.poll(() => profit.getAttribute('aria-invalid'), SOON).toBe('true');
      await profit.fill('1.09100');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await trader.says(/has its new stop and profit/);
      expect((await openTrade(desk))?.takeProfitOrder?.price).toBe('1.09100');
      await page.getByRole('button', { name: 'Close trade', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Units').fill('400');
      await page.getByRole('button', { name: 'Close at the market' }).click();
      await trader.says(/400 units closed/);
      expect((await openTrade(desk))?.currentUnits).toBe('600');
    },

    async 'modifies an order, which stays the selected one when others come'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      await desk.order(LIMIT);
      await trader.open('Orders');
      await page.locator('.ledger-table tbody tr', { hasText: '1.07000' }).click();
      const selected = page.locator('.selected-row h3');
      const told = await selected.textContent();
      await desk.order({ ...LIMIT, price: '1.06500' });
      await page.locator('.ledger-table tbody tr', { hasText: '1.06500' }).waitFor();
      expect(await selected.textContent()).toBe(told);
      await page.getByRole('button', { name: 'Modify' }).click();
      await page.locator('#ticket').getByLabel('Price', { exact: true }).first().fill('1.06900');
      await trader.send(/waits/);
      const { orders } = await asClient<{ orders: { price: string }[] }>(
        desk.served,
        '/pendingOrders',
      );
      const prices = orders.map(({ price }) => price).sort();
      expect(prices).toEqual(['1.06500', '1.06900', '1.09100']);
    },

    async 'copies a row and the table, and keeps the table as CSV'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      await trader.open('Transactions');
      const fills = page.locator('.ledger-table tbody tr', { hasText: /order.fill/i });
      await fills.last().click();
      await page.getByRole('button', { name: 'Copy JSON' }).click();
      await trader.says(/JSON copied/);
      expect(JSON.parse(await copied(desk))).toMatchObject({ type: 'ORDER_FILL', units: '1000' });
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save CSV' }).click();
      const lines = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
      expect(lines[0]).toMatch(/^Id,Time,Type/);
      expect(lines.at(-2)).toMatch(/^1,.*,CREATE,/);
      await page.getByRole('button', { name: 'Copy as CSV' }).click();
      await trader.says(/transactions as CSV copied/);
      expect((await copied(desk)).split('\r\n')).toEqual(lines);
      await page.getByRole('button', { name: 'Copy as JSON' }).click();
      await trader.says(/transactions as JSON copied/);
      expect(JSON.parse(await copied(desk))).toHaveLength(lines.length - 2);
    },

    async 'keeps a note with a picture of the chart'({ tab: { page }, trader }) {
      await trader.press('n');
      await page.locator('#note-text:focus').fill('<b>why</b>');
      await page.getByRole('button', { name: 'Keep the note' }).click();
      const picture = page.locator('.note', { hasText: '<b>why</b>' }).locator('img');
      const width = () => picture.evaluate(image => Number(Reflect.get(image, 'naturalWidth')));
      await expect.poll(width, SOON).toBeGreaterThan(100);
      await page.getByRole('button', { name: /^Delete note/ }).click();
      await page.getByText('No notes yet').waitFor();
    },
  },
};

async function openTrade({ served }: Desk): Promise<Trade | undefined> {
  return (await asClient<{ trades: Trade[] }>(served, '/openTrades')).trades[0];
}

function copied({ tab }: Desk): Promise<string> {
  return tab.page.evaluate<string>('navigator.clipboard.readText()');
}

/** What the chart tells of the candle in its middle. */
async function middleOfChart({ tab: { page } }: Desk): Promise<string | null> {
  const box = await page.locator('.chart').boundingBox();
  if (box === null) throw new Error('there is no chart');
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  return page.locator('.told').textContent();
}
