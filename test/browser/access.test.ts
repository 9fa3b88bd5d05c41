import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asClient,
  CHROMIUM,
  inBrowser,
  openDashboard,
  startBrowser,
  turn,
} from '../support/browser/browser.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { type Served, serve } from '../support/process/served.js';

/** The page for everybody: axe in both themes, small and enlarged screens, a server that comes back. */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TABS = [
  'Orders',
  'Trades',
  'Positions',
  'Transactions',
  'Bot',
  'Simulations',
  'Faults',
  'Notes',
];

/** What axe finds wrong, each with the elements. */
async function faults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** How much wider the document is than the screen, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}

describe.skipIf(CHROMIUM === undefined)(inBrowser('the dashboard for everybody'), () => {
  let served: Served;
  let browser: Browser;
  const store = temporaryFolder();
  const args = ['scenarios/quickstart.yaml', '--clock', 'manual', '--store', store];

  beforeAll(async () => {
    served = await serve(args);
    browser = await startBrowser();
    await turn(served, { by: '10h' });
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '10000' };
    await asClient(served, '/orders', { method: 'POST', body: { order } });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.end('SIGTERM');
  });

  it.each(['light', 'dark'] as const)('has nothing that axe finds, %s', async scheme => {
    const { page, complaints, picture } = await openDashboard(browser, served, { scheme });
    for (const name of TABS) {
      await page.getByRole('tab', { name }).click();
      expect(await faults(page), name).toEqual([]);
      await picture(`${name.toLowerCase()}-${scheme}`);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each(['light', 'dark'] as const)('nor where more is open, %s', async scheme => {
    const { page, picture } = await openDashboard(browser, served, { scheme });
    for (const group of await page.locator('#ticket summary').all()) await group.click();
    await page.getByRole('tab', { name: 'Transactions' }).click();
    await page.locator('.ledger-table tbody td').first().click();
    await page.locator('.selected-row').waitFor();
    await page.getByRole('button', { name: 'More of the session' }).click();
    expect(await faults(page), 'ticket, explanation, menu').toEqual([]);
    await picture(`open-${scheme}`);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Faults' }).click();
    await page.locator('.catalogue button').first().click();
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await faults(page), 'fault, keys').toEqual([]);
    await picture(`help-${scheme}`);
    await page.close();
  });

  it('shows the account whatever of the ticket is open', async () => {
    const { page } = await openDashboard(browser, served);
    for (const group of await page.locator('#ticket summary').all()) await group.click();
    for (const part of ['.account-nav', '.nav-curve', '#ticket button[type=submit]']) {
      const box = await page.locator(part).boundingBox();
      expect((box?.y ?? 901) + (box?.height ?? 0), part).toBeLessThanOrEqual(900);
    }
    await page.close();
  });

  it('fits a phone, one part at a time', async () => {
    const look = { width: 390, height: 844 };
    const { page, picture } = await openDashboard(browser, served, look);
    for (const name of ['Chart', 'Trade', 'Tables', 'Bot', 'More']) {
      await page.getByRole('navigation').getByRole('button', { name }).click();
      await picture(`phone-${name.toLowerCase()}`);
      expect(await overflow(page), name).toBeLessThanOrEqual(0);
    }
    expect(await faults(page)).toEqual([]);
    await page.close();
  });

  it('is readable at 200 %: half as many pixels each way', async () => {
    const look = { width: 720, height: 450 };
    const { page, picture } = await openDashboard(browser, served, look);
    await picture('enlarged');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.close();
  });

  it('loses no transaction when the server goes and comes back', async () => {
    const { page, complaints } = await openDashboard(browser, served);
    const trades = page.locator('.order-line.trade .handle');
    await trades.first().waitFor();
    const count = await trades.count();
    const { port } = new URL(served.url);
    await served.end('SIGTERM');
    await page.locator('.connection.down').waitFor();
    served = await serve([...args, '--port', port]);
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '500' };
    await asClient(served, '/orders', { method: 'POST', body: { order } });
    await page.locator('.connection.open').waitFor();
    await expect.poll(() => trades.count()).toBe(count + 1);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
