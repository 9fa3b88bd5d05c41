/** The clock bar and the time line, what is taken home, and simulations that are made and forked. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { asClient, control, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';

const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '500', price: '1.08100' };

export const CLOCK: Part = {
  begin: desk => desk.begin(),
  tests: {
    async 'goes back by a candle of four hours to where it begins'({ tab: { page }, trader }) {
      await trader.goTo('2024-03-04 08:00:00');
      await page.getByLabel('Granularity').selectOption('H4');
      await trader.press('ArrowLeft');
      // Days begin at 17:00 in New York: 22:00 UTC in winter.
      await trader.isAt('2024-03-04 06:00:00');
      await trader.press('ArrowLeft');
      await trader.isAt('2024-03-04 02:00:00');
      await page.getByLabel('Granularity').selectOption('M1');
    },

    async 'pauses by itself at a fill, and says so'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      await trader.goTo('2024-03-04 08:00:00');
      await desk.order(LIMIT);
      await page.locator('.pause-at summary').click();
      await page.getByLabel('fill', { exact: true }).check();
      await page.locator('.pause-at summary').click();
      await page.getByLabel('Speed').selectOption('max');
      await trader.press('Space');
      await trader.says(
        /Time paused at: fill. Limit order \d+ filled: bought .* at 1\.\d+; trade \d+ opened/,
      );
      await page.locator('.clock-state.paused').waitFor();
      const { transactions } = await asClient<{ transactions: { type: string; time: string }[] }>(
        desk.served,
        '/transactions/idrange?from=1&to=1000',
      );
      expect(transactions.at(-1)?.type).toBe('ORDER_FILL');
      expect(transactions.at(-1)?.time.slice(0, 19).replace('T', ' ')).toBe(await now(desk));
    },

    async 'pauses time that plays before it rewinds, and leaves the row that is undone'({
      tab: { page },
      trader,
    }) {
      await page.getByLabel('Speed').selectOption('60');
      await trader.press('Space');
      await page.locator('.clock-state.playing').waitFor();
      await trader.open('Transactions');
      const fill = page.locator('.ledger-table tbody tr', { hasText: /order.fill/i });
      await fill.click();
      await page.getByRole('button', { name: 'Rewind before it' }).click();
      await trader.says(/Rewound before transaction/);
      await page.locator('.clock-state.paused').waitFor();
      await fill.waitFor({ state: 'detached' });
      await page.locator('.selected-row').waitFor({ state: 'detached' });
    },

    async 'advances and rewinds to a place of the time line'(desk) {
      const { page } = desk.tab;
      await clickLine(desk, 0.75);
      await page.getByRole('button', { name: 'Advance to here' }).click();
      await expect.poll(() => now(desk), SOON).toMatch(/^2024-03-04 (17:5|18:0)/);
      await clickLine(desk, 0.5);
      await page.getByRole('button', { name: 'Rewind to here' }).click();
      await expect.poll(() => now(desk), SOON).toMatch(/^2024-03-04 (11:5|12:0)/);
    },

    async 'gives the report so far, and the session as a scenario'(desk) {
      const { page } = desk.tab;
      const opened = page.context().waitForEvent('page');
      await chooseMore(desk, 'Report so far');
      const report = await opened;
      await report.getByText('Did it make money?').waitFor();
      await report.close();
      const saved = page.waitForEvent('download');
      await chooseMore(desk, 'Record as a scenario');
      const file = await saved;
      expect(file.suggestedFilename()).toBe('main.yaml');
      expect(readFileSync(await file.path(), 'utf8')).toContain('1.08100');
    },

    async 'makes a simulation of a file that is dropped in, and deletes it'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      await trader.open('Simulations');
      await dropIn(desk, 'mine.yaml', readFileSync(join(desk.folder, 'by-hand.yaml'), 'utf8'));
      await page.locator('label.drop', { hasText: 'mine.yaml' }).waitFor();
      await page.getByRole('button', { name: 'Make it', exact: true }).click();
      await trader.says(/Simulation s\d+ made/);
      await expect.poll(() => page.url(), SOON).toMatch(/simulation=s\d/);
      const made = /simulation=(s\d+)/.exec(page.url())?.[1];
      await trader.isAt('2024-03-04 00:00:00');
      await page.getByRole('button', { name: `Delete ${made}` }).click();
      await trader.says(new RegExp(`Simulation ${made} deleted`));
      await expect.poll(() => page.url(), SOON).toContain('simulation=main');
    },

    async 'shows the NAV curves of a fork and of what it was forked from'({ tab, served }) {
      const { page } = tab;
      await control(served, 'fork', {});
      await page.getByLabel('NAV curve of main').check();
      await page
        .getByLabel(/^NAV curve of s/)
        .last()
        .check();
      await expect.poll(() => page.locator('.curve-picture polyline').count(), SOON).toBe(2);
      await tab.picture('curves');
    },

    async 'draws nothing on the chart of a simulation that was left, when an answer comes late'(
      desk,
    ) {
      const { page, complaints } = desk.tab;
      // The chart's own question; the time line asks for points besides.
      const question = (url: URL) =>
        url.pathname.endsWith('/timeline') && !url.searchParams.has('points');
      const held: (() => void)[] = [];
      await page.route(question, async route => {
        await new Promise<void>(resolve => held.push(resolve));
        await route.fallback();
      });
      await page
        .getByRole('button', { name: /^s\d+$/ })
        .last()
        .click();
      await expect.poll(() => held.length).toBe(1);
      // A chart that is left in the middle of a drawing forgets it; this one is done.
      await page.waitForTimeout(1000);
      await page.getByRole('button', { name: 'main', exact: true }).click();
      await expect.poll(() => held.length).toBe(2);
      await frames(page);
      const answer = page.waitForResponse(response => question(new URL(response.url())));
      held[0]?.();
      await (await answer).finished();
      await frames(page);
      held[1]?.();
      await page.unrouteAll({ behavior: 'wait' });
      expect(complaints).toEqual([]);
    },

    async 'goes to a random start of what is left of the window'(desk) {
      const before = await now(desk);
      await chooseMore(desk, 'Random start');
      await expect.poll(async () => (await now(desk)) > before, SOON).toBe(true);
    },
  },
};

async function chooseMore({ tab: { page } }: Desk, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More of the session' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function now({ tab }: Desk): Promise<string> {
  return (await tab.page.locator('.now time').textContent()) ?? '';
}

/** Lets the page draw what it has, and what it asks for while it does. */
async function frames(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))',
  );
}

/** Clicks the time line at a part of its length. */
async function clickLine({ tab: { page } }: Desk, part: number): Promise<void> {
  const box = await page.getByLabel('Place in the window').boundingBox();
  if (box === null) throw new Error('there is no time line');
  await page.mouse.click(box.x + part * box.width, box.y + box.height / 2);
}

async function dropIn({ tab: { page } }: Desk, name: string, text: string): Promise<void> {
  const made = `(transfer => {
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    return transfer;
  })(new DataTransfer())`;
  const dataTransfer = await page.evaluateHandle(made);
  await page.dispatchEvent('label.drop', 'drop', { dataTransfer });
}
