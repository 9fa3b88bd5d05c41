import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asClient,
  CHROMIUM,
  inBrowser,
  openDashboard,
  startBrowser,
  type Tab,
} from '../support/browser/browser.js';
import { Trader } from '../support/browser/trader.js';
import { tradingFolder } from '../support/browser/trading-folder.js';
import { type Served, serve } from '../support/process/served.js';

/** The clock bar and the time line, what is taken home, and simulations that are made and forked. */

/** How long a change may take on a slow machine. */
const SOON = { timeout: 30_000 };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '500' };

describe.skipIf(CHROMIUM === undefined)(inBrowser('the clock of the dashboard'), () => {
  const folder = tradingFolder();
  let served: Served;
  let browser: Browser;
  let tab: Tab;
  let trader: Trader;

  beforeAll(async () => {
    served = await serve([join(folder, 'by-hand.yaml'), '--paused']);
    browser = await startBrowser();
    tab = await openDashboard(browser, served);
    trader = new Trader(tab.page);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.end('SIGTERM');
  });

  function order(price: string): Promise<object> {
    const body = { order: { ...LIMIT, price } };
    return asClient(served, '/orders', { method: 'POST', body });
  }

  async function chooseMore(item: string): Promise<void> {
    await tab.page.getByRole('button', { name: 'More of the session' }).click();
    await tab.page.getByRole('menuitem', { name: item }).click();
  }

  function now(): Promise<string> {
    return tab.page.locator('.now time').innerText();
  }

  /** Clicks the time line at a part of its length. */
  async function clickLine(part: number): Promise<void> {
    const box = await tab.page.getByLabel('Place in the window').boundingBox();
    if (box === null) throw new Error('there is no time line');
    await tab.page.mouse.click(box.x + part * box.width, box.y + box.height / 2);
  }

  it('goes back by a candle of four hours to where it begins', async () => {
    await trader.goTo('2024-03-04 08:00:00');
    await tab.page.getByLabel('Granularity').selectOption('H4');
    await trader.press('ArrowLeft');
    // Days begin at 17:00 in New York: 22:00 UTC in winter.
    await trader.isAt('2024-03-04 06:00:00');
    await trader.press('ArrowLeft');
    await trader.isAt('2024-03-04 02:00:00');
    await tab.page.getByLabel('Granularity').selectOption('M1');
  });

  it('pauses by itself at a fill, and says so', async () => {
    const { page } = tab;
    await trader.goTo('2024-03-04 08:00:00');
    await order('1.08100');
    await page.locator('.pause-at summary').click();
    await page.getByLabel('fill', { exact: true }).check();
    await page.locator('.pause-at summary').click();
    await page.getByLabel('Speed').selectOption('max');
    await trader.press('Space');
    await trader.says(/Time paused at: fill/);
    await page.locator('.clock-state.paused').waitFor();
    const path = '/transactions/idrange?from=1&to=1000';
    const { transactions } = await asClient<{ transactions: { type: string; time: string }[] }>(
      served,
      path,
    );
    expect(transactions.at(-1)?.type).toBe('ORDER_FILL');
    expect(transactions.at(-1)?.time.slice(0, 19).replace('T', ' ')).toBe(await now());
  });

  it('pauses time that plays before it rewinds to before a transaction', async () => {
    const { page } = tab;
    await page.getByLabel('Speed').selectOption('60');
    await trader.press('Space');
    await page.locator('.clock-state.playing').waitFor();
    await trader.open('Transactions');
    await page.locator('.ledger-table tbody tr', { hasText: /order.fill/i }).click();
    await page.getByRole('button', { name: 'Rewind before it' }).click();
    await trader.says(/Rewound before transaction/);
    await page.locator('.clock-state.paused').waitFor();
    await page.locator('.ledger-table tbody tr', { hasText: /order.fill/i }).waitFor({
      state: 'detached',
    });
  });

  it('advances and rewinds to a place of the time line', async () => {
    const { page } = tab;
    await clickLine(0.75);
    await page.getByRole('button', { name: 'Advance to here' }).click();
    await expect.poll(now, SOON).toMatch(/^2024-03-04 (17:5|18:0)/);
    await clickLine(0.5);
    await page.getByRole('button', { name: 'Rewind to here' }).click();
    await expect.poll(now, SOON).toMatch(/^2024-03-04 (11:5|12:0)/);
  });

  it('gives the report so far, and the session as a scenario', async () => {
    const { page } = tab;
    const opened = page.context().waitForEvent('page');
    await chooseMore('Report so far');
    const report = await opened;
    await report.getByText('Did it make money?').waitFor();
    await report.close();
    const saved = page.waitForEvent('download');
    await chooseMore('Record as a scenario');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('main.yaml');
    expect(readFileSync(await file.path(), 'utf8')).toContain('1.08100');
  });

  it('makes a simulation of a file that is dropped in, and deletes it', async () => {
    const { page } = tab;
    await trader.open('Simulations');
    await dropIn('mine.yaml', readFileSync(join(folder, 'by-hand.yaml'), 'utf8'));
    await page.locator('label.drop', { hasText: 'mine.yaml' }).waitFor();
    await page.getByRole('button', { name: 'Make it' }).click();
    await trader.says(/Simulation s1 made/);
    await expect.poll(() => page.url(), SOON).toContain('simulation=s1');
    await trader.isAt('2024-03-04 00:00:00');
    await page.getByRole('button', { name: 'Delete s1' }).click();
    await trader.says(/Simulation s1 deleted/);
    await expect.poll(() => page.url(), SOON).toContain('simulation=main');
  });

  async function dropIn(name: string, text: string): Promise<void> {
    const made = `(transfer => {
      transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
      return transfer;
    })(new DataTransfer())`;
    const dataTransfer = await tab.page.evaluateHandle(made);
    await tab.page.dispatchEvent('label.drop', 'drop', { dataTransfer });
  }

  it('shows the NAV curves of a fork and of what it was forked from', async () => {
    const { page } = tab;
    const opened = page.context().waitForEvent('page');
    await trader.press('k');
    await (await opened).close();
    await page.getByLabel('NAV curve of main').check();
    await page.getByLabel('NAV curve of s2').check();
    await expect.poll(() => page.locator('.curve-picture polyline').count(), SOON).toBe(2);
    await tab.picture('curves');
  });

  it('goes to a random start of what is left of the window', async () => {
    const before = await now();
    await chooseMore('Random start');
    await expect.poll(async () => (await now()) > before, SOON).toBe(true);
    expect(tab.complaints).toEqual([]);
  });
});
