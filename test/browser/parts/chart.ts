/** What is drawn on the chart, and what is dragged. */

import { expect } from 'vitest';
import { asClient, control } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';

interface Order {
  readonly id: string;
  readonly type: string;
  readonly price: string;
  readonly distance?: string;
}

const HOSTILE = '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>';
const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '10000' };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '-500', price: '1.08300' };

export const CHART: Part = {
  async begin(desk) {
    await desk.begin(9);
    await desk.order({
      ...MARKET,
      stopLossOnFill: { distance: '0.00200' },
      tradeClientExtensions: { id: HOSTILE, comment: HOSTILE },
    });
    await desk.order({ ...LIMIT, clientExtensions: { id: HOSTILE, tag: HOSTILE } });
  },
  tests: {
    async 'moves a stop that is dragged, once it is confirmed'(desk) {
      const { trader } = desk;
      const before = await priceOf(desk, 'STOP_LOSS');
      await trader.drag('.order-line.stop', 20);
      await desk.tab.picture('chart-stop-dragged');
      expect(await priceOf(desk, 'STOP_LOSS')).toBe(before);
      const asked = await trader.confirmLine(/^Move Stop/);
      await trader.says(/moved from/, 'Undo');
      expect(Number(asked)).toBeLessThan(Number(before));
      await expect.poll(() => priceOf(desk, 'STOP_LOSS')).toBe(before);
    },

    async 'pulls a profit out of the line of a trade'(desk) {
      const { trader } = desk;
      await trader.drag('.order-line.trade', -60);
      const asked = await trader.confirmLine(/^Place Profit/);
      await trader.says(/Profit .* placed/);
      expect(await priceOf(desk, 'TAKE_PROFIT')).toBe(asked);
    },

    async 'warns when a line is dragged to where its order would close the trade at once'(desk) {
      const { page } = desk.tab;
      const before = await priceOf(desk, 'STOP_LOSS');
      await desk.trader.drag('.order-line.stop', -150);
      await page.locator('.line-warning', { hasText: 'closes the trade at once' }).waitFor();
      await page
        .getByRole('button', { name: /^Move Stop/ })
        .filter({ hasText: 'anyway' })
        .waitFor();
      await desk.tab.picture('chart-warning');
      await page.locator('.order-line.stop').getByRole('button', { name: 'Undo' }).click();
      expect(await priceOf(desk, 'STOP_LOSS')).toBe(before);
    },

    async 'changes the distance of a trailing stop that is dragged'(desk) {
      const { trader } = desk;
      const [trade] = (await asClient<{ trades: { id: string }[] }>(desk.served, '/openTrades'))
        .trades;
      const tradeID = trade?.id;
      await desk.order({ type: 'TRAILING_STOP_LOSS', tradeID, distance: '0.00100' });
      await trader.drag('.order-line.trailing', 30);
      await trader.confirmLine(/^Move Trailing stop/);
      await desk.tab.page.locator('.toast', { hasText: 'moved from distance 0.00100' }).waitFor();
      await trader.drag('.order-line.trailing', 10);
      await trader.confirmLine(/^Move Trailing stop/);
      // The newer message takes the place of the older one.
      await desk.tab.page.locator('.toast:not(:has(small))', { hasText: 'moved from' }).waitFor();
      await trader.says(/moved from distance 0.001\d\d to distance/);
      const moved = (await pending(desk)).find(({ type }) => type === 'TRAILING_STOP_LOSS');
      expect(Number(moved?.distance)).toBeGreaterThan(0.001);
    },

    async 'moves an order by keys, and leaves it where it was on Escape'(desk) {
      const { page } = desk.tab;
      const limit = page.locator('.order-line.entry .handle');
      await limit.focus();
      await page.keyboard.press('ArrowUp');
      await page.getByRole('button', { name: /^Move .* to 1.08310$/ }).waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.order-line.entry .handle', { hasText: '1.08300' }).waitFor();
      expect(await priceOf(desk, 'LIMIT')).toBe('1.08300');
      await limit.focus();
      await page.keyboard.press('Shift+ArrowUp');
      await page.keyboard.press('Enter');
      await expect.poll(() => priceOf(desk, 'LIMIT')).toBe('1.08400');
    },

    async 'shows hostile texts as texts'({ tab: { page }, trader }) {
      for (const name of ['Orders', 'Trades', 'Transactions', 'Bot']) {
        await trader.open(name);
        await page.getByRole('tabpanel').waitFor();
      }
      expect(await page.evaluate(() => 'hostile' in globalThis)).toBe(false);
      expect(await page.locator('img, iframe, script:not([src])').count()).toBe(0);
    },

    async 'follows the market, and shows older candles when it is scrolled back'(desk) {
      const { page } = desk.tab;
      const told = page.locator('.told');
      const before = await told.textContent();
      await control(desk.served, 'clock/advance', { by: '1h' });
      await expect.poll(() => told.textContent()).not.toBe(before);
      await page.getByLabel('Granularity').selectOption('S5');
      await told.filter({ hasText: /:(?:[0-5]5|[1-5]0) {2}O/ }).waitFor();
      const asked = page.waitForRequest(/\/candles\?.*&to=/);
      await page.locator('.chart').focus();
      await page.keyboard.press('Home');
      await asked;
    },
  },
};

async function pending({ served }: Desk): Promise<readonly Order[]> {
  return (await asClient<{ orders: Order[] }>(served, '/pendingOrders')).orders;
}

async function priceOf(desk: Desk, type: string): Promise<string | undefined> {
  return (await pending(desk)).find(order => order.type === type)?.price;
}
