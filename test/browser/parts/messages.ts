/** Messages cover nothing, wide and narrow, however many there are. */

import { expect } from 'vitest';
import type { Desk, Part } from '../../support/browser/desk.js';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 390, height: 844 },
];

export const MESSAGES: Part = {
  async begin(desk) {
    await desk.begin(10);
    await desk.order({ type: 'MARKET', instrument: 'EUR_USD', units: '1000' });
  },
  tests: {
    async 'covers nothing with messages, and moves nothing when one comes'(desk) {
      const { page } = desk.tab;
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await desk.reload();
        if (size.width < 760) await part(desk, 'Trades');
        await desk.trader.open('Transactions');
        await page.locator('.ledger-table tbody td').first().click();
        await page.locator('.selected-row .why').waitFor();
        if (size.width < 760) await part(desk, 'Chart');
        const before = await places(desk);
        // An error stays; two more messages come after it.
        await desk.trader.press('x');
        await page.locator('.toast', { hasText: 'closed' }).waitFor();
        // The answer may come before the page has the account without the position.
        await page.locator('.order-line.trade').waitFor({ state: 'detached' });
        await desk.trader.press('x');
        await page.locator('.toast.error', { hasText: 'No position' }).waitFor();
        await desk.trader.press('o');
        await page.locator('.toast', { hasText: 'One-click trading is on' }).waitFor();
        await desk.trader.press('o');
        await page.locator('.toast', { hasText: 'One-click trading is off' }).waitFor();
        expect(await covered(desk)).toEqual([]);
        await part(desk, 'Chart');
        expect(await places(desk)).toEqual(before);
        await desk.tab.picture(`message-${size.width}`);
        await desk.trader.says(/One-click trading is off/);
        await desk.trader.says(/One-click trading is on/);
        await desk.trader.says(/No position/);
        await desk.order({ type: 'MARKET', instrument: 'EUR_USD', units: '1000' });
        await page.locator('.order-line.trade').waitFor({ state: 'attached' });
      }
    },
  },
};

async function part({ tab: { page } }: Desk, name: string): Promise<void> {
  const button = page.getByRole('navigation').getByRole('button', { name });
  if (await button.isVisible()) await button.click();
}

/** Where the buttons that trade stand. */
function places({ tab: { page } }: Desk): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('.price-buttons button, .top-bar button')]
    .map(button => JSON.stringify(button.getBoundingClientRect()))`);
}

/** What of the page the line of messages lies over. */
function covered({ tab: { page } }: Desk): Promise<unknown> {
  return page.evaluate(`(() => {
    const line = document.querySelector('.toasts').getBoundingClientRect();
    // On a phone the chart and the ticket are scrolled in a box, beyond which nothing of them is seen.
    const box = document.querySelector('.shell > main').getBoundingClientRect();
    const end = box.height > 0 ? box.bottom : Infinity;
    return [...document.querySelectorAll('.shell > *, .shell > main > *')]
      .filter(element => {
        const { top, bottom, height } = element.getBoundingClientRect();
        const seen = element.closest('main') === null ? bottom : Math.min(bottom, end);
        return height > 0 && seen > line.top + 0.5 && top < line.bottom;
      })
      .map(element => element.className);
  })()`);
}
