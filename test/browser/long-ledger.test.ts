import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asClient,
  CHROMIUM,
  inBrowser,
  openDashboard,
  SOON,
  startBrowser,
  type Tab,
} from '../support/browser/browser.js';
import { ORDERS, serveLongSession } from '../support/browser/long-session.js';
import { shownTable, signed } from '../support/browser/shown-rows.js';
import { Trader } from '../support/browser/trader.js';
import { patience } from '../support/patience.js';
import type { Served } from '../support/process/served.js';

/** How long the server may take to look at every row on a busy machine, and the test with it. */
const PATIENT = { timeout: patience(240_000) };
const LONG_MS = patience(600_000);

/** Thousands of transactions of a real session, on the page; at night more than 100,000. */

/** What a verb of the main simulation answers. */
async function read({ url, controlToken }: Served, verb: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${controlToken}` };
  return (await fetch(`${url}/_sim/${verb}`, { headers })).json();
}

describe.skipIf(CHROMIUM === undefined)(inBrowser('a long ledger'), () => {
  let served: Served;
  let browser: Browser;
  let tab: Tab;
  let last = 0;
  /** The answers of tables, by their number of rows. */
  const pages: number[] = [];

  beforeAll(async () => {
    [served, browser] = await Promise.all([serveLongSession(), startBrowser()]);
    const { lastTransactionID } = await asClient<{ lastTransactionID: string }>(served, '/summary');
    last = Number(lastTransactionID);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.end('SIGTERM');
  });

  it('answers another client between the pieces of the curve and the time line', async () => {
    const order: string[] = [];
    const long = ['curve', 'timeline'].map(async verb => {
      await read(served, verb);
      order.push(verb);
    });
    await asClient(served, '/summary');
    order.push('client');
    await Promise.all(long);
    expect(order[0]).toBe('client');
  });

  it(`has more than ${2 * ORDERS} rows, of which the page reads those in view`, async () => {
    tab = await openDashboard(browser, served);
    tab.page.on('response', response => {
      if (!response.url().includes('/table/')) return;
      // An answer that comes while the browser closes has no body any more.
      response.json().then(
        ({ rows }) => pages.push(rows.length),
        () => undefined,
      );
    });
    expect(last).toBeGreaterThan(2 * ORDERS);
    await new Trader(tab.page).open('Transactions');
    await tab.page.getByText(`${last} rows`).waitFor();
    await expect.poll(() => firstID(tab), SOON).toBe(last);
    expect(await tab.page.locator('.ledger-table tbody tr').count()).toBeLessThan(100);
    expect(Math.max(...pages)).toBeLessThanOrEqual(200);
  });

  it('is scrolled to its first row', async () => {
    const { page } = tab;
    const rows = page.locator('.ledger-table tbody tr:not(.spacer)');
    await rows.first().click();
    await page.getByRole('button', { name: 'Close the row' }).click();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await rows.locator('td:first-child', { hasText: /^1$/ }).waitFor();
    expect(await rows.count()).toBeLessThan(100);
  });

  it(
    'is sorted and filtered by the server, each row as the API has it',
    async () => {
      const { page } = tab;
      await page.getByRole('button', { name: /^P\/L/ }).click();
      await page.locator('th[aria-sort]', { hasText: 'P/L' }).waitFor(PATIENT);
      await page.getByLabel('Filter the transactions').fill('order_fill');
      const path =
        '/transactions?type=ORDER_FILL&from=2024-03-04T00:00:00Z&to=2024-03-07T00:00:00Z';
      const { count } = await asClient<{ count: number }>(served, path);
      // Every transaction is unpacked and looked at, beside what else the machine does.
      await page.getByText(`${count} rows`).waitFor(PATIENT);
      const [row] = (await shownTable(page)).rows;
      const { transaction } = await asClient<{ transaction: { pl: string; price: string } }>(
        served,
        `/transactions/${row?.[0]}`,
      );
      expect(row).toContain(transaction.price);
      expect(row).toContain(signed(transaction.pl));
    },
    LONG_MS,
  );
});

async function firstID({ page }: Tab): Promise<number> {
  return Number((await shownTable(page)).rows[0]?.[0]);
}
