import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asClient,
  CHROMIUM,
  inBrowser,
  newTab,
  openDashboard,
  startBrowser,
  turn,
} from '../support/browser/browser.js';
import { type Served, serve } from '../support/process/served.js';

/** The page with its chart, in a browser: who gets in, what is drawn, and what is dragged. */

interface Order {
  readonly id: string;
  readonly type: string;
  readonly price: string;
}

const HOSTILE = '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>';
const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '10000' };

async function pending(served: Served): Promise<readonly Order[]> {
  return (await asClient<{ orders: Order[] }>(served, '/pendingOrders')).orders;
}

async function priceOf(served: Served, type: string): Promise<string | undefined> {
  return (await pending(served)).find(order => order.type === type)?.price;
}

describe.skipIf(CHROMIUM === undefined)(inBrowser('the dashboard in a browser'), () => {
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    served = await serve(['scenarios/quickstart.yaml', '--clock', 'manual']);
    browser = await startBrowser();
    await turn(served, { by: '9h' });
    const order = {
      ...MARKET,
      stopLossOnFill: { distance: '0.00200' },
      tradeClientExtensions: { id: HOSTILE, comment: HOSTILE },
    };
    await asClient(served, '/orders', { method: 'POST', body: { order } });
    const clientExtensions = { id: HOSTILE, tag: HOSTILE };
    const limit = { type: 'LIMIT', instrument: 'EUR_USD', units: '-500', price: '1.08300' };
    await asClient(served, '/orders', {
      method: 'POST',
      body: { order: { ...limit, clientExtensions } },
    });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.end('SIGTERM');
  });

  it('refuses a wrong code in words, lets the right one in, and keeps none in the address', async () => {
    const { page, complaints } = await newTab(browser);
    await page.goto(`${served.dashboard}#code=0000-0000`);
    await page.getByText(/code/i, { exact: false }).first().waitFor();
    await page.locator('.field .error').waitFor();
    expect(page.url()).not.toContain('0000');
    await page.getByLabel('Code').fill(served.dashboardCode.toLowerCase());
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    expect(page.url()).toContain('#simulation=main');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Code').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('moves a stop that is dragged, once it is confirmed', async () => {
    const { page, complaints, picture } = await openDashboard(browser, served);
    const stop = page.locator('.order-line.stop .handle');
    await stop.waitFor();
    const before = await priceOf(served, 'STOP_LOSS');
    const box = await stop.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 9];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 20, { steps: 4 });
    await page.mouse.up();
    const move = page.getByRole('button', { name: /^Move Stop/ });
    await picture('chart-stop-dragged');
    expect(await priceOf(served, 'STOP_LOSS')).toBe(before);
    const asked = /to ([\d.]+)$/.exec((await move.getAttribute('aria-label')) ?? '')?.[1];
    await move.click();
    await page.locator('.toast', { hasText: 'moved' }).waitFor();
    const after = await priceOf(served, 'STOP_LOSS');
    expect(after).toBe(asked);
    expect(Number(after)).toBeLessThan(Number(before));
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => priceOf(served, 'STOP_LOSS')).toBe(before);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('moves an order by keys, and leaves it where it was on Escape', async () => {
    const { page } = await openDashboard(browser, served);
    const limit = page.locator('.order-line.entry .handle');
    await limit.focus();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('button', { name: /^Move .* to 1.08310$/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.order-line.entry .handle', { hasText: '1.08300' }).waitFor();
    expect(await priceOf(served, 'LIMIT')).toBe('1.08300');
    await limit.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Enter');
    await expect.poll(() => priceOf(served, 'LIMIT')).toBe('1.08400');
    await page.close();
  });

  it('shows hostile texts as texts', async () => {
    const { page, complaints } = await openDashboard(browser, served);
    for (const name of ['Orders', 'Trades', 'Transactions', 'Bot']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tabpanel').waitFor();
    }
    expect(await page.evaluate(() => 'hostile' in globalThis)).toBe(false);
    expect(await page.locator('img, iframe, script:not([src])').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('follows the market, and shows older candles when it is scrolled back', async () => {
    const { page } = await openDashboard(browser, served);
    const told = page.locator('.told');
    const before = await told.textContent();
    await turn(served, { by: '1h' });
    await expect.poll(() => told.textContent()).not.toBe(before);
    await page.getByLabel('Granularity').selectOption('S5');
    await told.filter({ hasText: /:\d[05] {2}O/ }).waitFor();
    const asked = page.waitForRequest(/\/candles\?.*&to=/);
    await page.locator('.chart').focus();
    await page.keyboard.press('Home');
    await asked;
    await page.close();
  });
});
