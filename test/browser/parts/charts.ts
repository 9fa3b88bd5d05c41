/** Several charts with indicators: one clock, one crosshair, a layout that is kept, and nothing of later. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { asClient, control } from '../../support/browser/browser.js';
import type { Part } from '../../support/browser/desk.js';

const ADDED = [/^Exponential/, /^Ichimoku/, /^Moving average conv/];

export const CHARTS: Part = {
  async begin(desk) {
    await desk.begin(20);
  },
  tests: {
    async 'draws candles where they belong, also when the same ones were set twice before the first indicator'(
      desk,
    ) {
      const { page } = desk.tab;
      const kind = page.getByLabel('Price of candles');
      await kind.selectOption('bid');
      await desk.trader.drawn();
      await page.getByRole('button', { name: 'Indicators: add one' }).click();
      await page.getByRole('menuitem', { name: /SMA/ }).click();
      await page.locator('.indicator-values', { hasText: /\d/ }).waitFor();
      await kind.selectOption('mid');
      await desk.trader.drawn();
      const drawn = await page.locator('.chart').screenshot();
      await desk.reload();
      await page.locator('.indicator-values', { hasText: /\d/ }).waitFor();
      await desk.trader.drawn();
      expect(drawn.equals(await page.locator('.chart').screenshot())).toBe(true);
      await desk.begin(20);
    },

    async 'adds indicators by their names, and takes other parameters'({ tab: { page } }) {
      for (const name of ADDED) {
        await page.getByRole('button', { name: 'Indicators: add one' }).click();
        await page.getByRole('menuitem', { name }).click();
      }
      await page.getByRole('button', { name: 'EMA 20', exact: true }).click();
      await page.getByLabel('Length').fill('9000');
      await page.getByText('A number from 2 to 500').waitFor();
      await page.getByLabel('Length').fill('50');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'EMA 50', exact: true }).waitFor();
      await page
        .locator('.indicator-values', { hasText: /^1\.08/ })
        .first()
        .waitFor();
    },

    async 'shows four charts under one crosshair, and keeps them'(desk) {
      const { page } = desk.tab;
      await page.getByLabel('Charts').first().selectOption('4');
      await expect.poll(() => page.locator('.told', { hasText: / C \d/ }).count()).toBe(4);
      // The last one has candles of a day, of which there is one.
      const times = async () => (await latestTimes(page)).slice(0, 3);
      const latest = await times();
      const box = await page.locator('.chart').first().boundingBox();
      await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 60);
      await expect
        .poll(async () => (await times()).filter(time => latest.includes(time)))
        .toEqual([]);
      await page.mouse.move(5, 5);
      await desk.tab.picture('charts-4');
      await page.reload();
      await expect.poll(() => page.locator('.told', { hasText: / C \d/ }).count()).toBe(4);
      await page.getByRole('button', { name: 'EMA 50', exact: true }).waitFor();
    },

    async 'fills the ticket from a menu at a price, and moves its order on the chart'(desk) {
      const { page } = desk.tab;
      await page.getByLabel('Charts').first().selectOption('1');
      const chart = await page.locator('.chart').first().boundingBox();
      const [x, y] = [(chart?.x ?? 0) + 500, (chart?.y ?? 0) + (chart?.height ?? 0) * 0.6];
      await page.mouse.click(x, y, { button: 'right' });
      const menu = page.getByRole('menu', { name: /^At / });
      const buy = menu.getByRole('menuitem', { name: /^▲ Buy limit 1.000 at / });
      const [price = ''] = /[\d.]+$/.exec((await buy.textContent()) ?? '') ?? [];
      await buy.click();
      const line = page.getByRole('button', {
        name: new RegExp(`^Ticket: ▲ Buy limit .* @ ${price}`),
      });
      // It stands where the menu was asked for, though the market is paused and nothing is drawn anew.
      const rule = page.locator('.order-line', { has: line });
      const away = async () => ((await rule.boundingBox())?.y ?? 0) - y;
      await expect.poll(async () => Math.abs(await away()) <= 2).toBe(true);
      await line.focus();
      await page.keyboard.press('ArrowDown');
      const below = (Number(price) - 0.0001).toFixed(5);
      await page.getByRole('button', { name: new RegExp(`^Ticket: .* @ ${below}`) }).waitFor();
      await page.mouse.click(x, y + 30, { button: 'right' });
      await menu.getByRole('menuitem', { name: /^Ticket: stop at / }).click();
      await page.getByRole('button', { name: /^Ticket: stop .* −1\.0 R/ }).waitFor();
      await desk.tab.picture('ticket-on-chart');
      await page.keyboard.press('Enter');
      await desk.trader.says(/waits/);
      const { orders } = await asClient<{
        orders: { type: string; price: string; stopLossOnFill?: object }[];
      }>(desk.served, '/pendingOrders');
      expect(
        orders.map(({ type, price, stopLossOnFill }) => [type, price, typeof stopLossOnFill]),
      ).toEqual([['LIMIT', below, 'object']]);
    },

    async 'draws by pointer and by keys, moves, deletes and brings back, and keeps what is drawn'(
      desk,
    ) {
      const { page } = desk.tab;
      await page.getByLabel('Charts').first().selectOption('1');
      const chart = await page.locator('.chart').first().boundingBox();
      const { x = 0, y = 0 } = chart ?? {};
      await page.getByRole('button', { name: 'Ruler', exact: true }).click();
      await page.mouse.move(x + 420, y + 160);
      await page.mouse.down();
      await page.mouse.move(x + 560, y + 90, { steps: 3 });
      await page.mouse.up();
      const ruler = page.getByRole('button', { name: /^Ruler, \+.* bars/ });
      await ruler.waitFor();
      await page.getByRole('button', { name: 'Long: risk and reward' }).focus();
      await page.keyboard.press('Enter');
      const box = page.getByRole('button', { name: /^Long: risk and reward, (?:1\.9|2\.0)\d R/ });
      await box.waitFor();
      await expect
        .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
        .toMatch(/^Long/);
      await page.getByRole('button', { name: /^Profit of Long/ }).focus();
      await page.keyboard.press('Shift+ArrowUp');
      await page
        .getByRole('button', { name: /^Long: risk and reward, (?:2\.[1-9]|[3-9])/ })
        .waitFor();
      await desk.tab.picture('drawings');
      await ruler.focus();
      await page.keyboard.press('Delete');
      await desk.trader.says(/Ruler deleted/, 'Undo');
      await ruler.waitFor();
      await page.getByLabel('Charts').first().selectOption('4');
      await desk.reload();
      await expect.poll(() => ruler.count()).toBe(4);
    },

    async 'shows nothing of after a time that it has gone back to, not even for a moment'(desk) {
      const { page } = desk.tab;
      // What the server would answer comes too late to hide anything.
      let answer = () => {};
      const answers = new Promise<void>(resolve => {
        answer = resolve;
      });
      let held = 0;
      await page.route(/\/candles\?/, async route => {
        held += 1;
        await answers;
        await route.fallback();
      });
      await control(desk.served, 'rewind', { to: '2024-03-04T11:00:00Z' });
      await expect.poll(() => held).toBeGreaterThanOrEqual(4);
      const early = await latestTimes(page);
      expect(early.filter(time => time >= '2024-03-04 11:00:00')).toEqual([]);
      answer();
      await page.locator('.told', { hasText: '2024-03-04 10:55:00' }).first().waitFor();
      await expect.poll(async () => (await latestTimes(page)).length).toBe(4);
      await page.unroute(/\/candles\?/);
      const texts = await shownTexts(page);
      await desk.reload();
      await expect.poll(() => shownTexts(page)).toEqual(texts);
    },
  },
};

/** The times of the candles that the charts speak of: the last ones while no pointer is over them. */
async function latestTimes(page: Page): Promise<readonly string[]> {
  const texts = await page.locator('.told').allTextContents();
  return texts.filter(text => text !== '').map(text => text.slice(0, 19));
}

/** What all charts and indicators say of their last candles. */
async function shownTexts(page: Page): Promise<readonly string[]> {
  return page.locator('.told, .indicator-values').allTextContents();
}
