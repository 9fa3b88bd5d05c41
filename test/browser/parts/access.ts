/** Who gets in, and a server that goes and comes back. */

import { expect } from 'vitest';
import { newCode } from '../../support/browser/browser.js';
import type { Part } from '../../support/browser/desk.js';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '500' };

export const ACCESS: Part = {
  begin: desk => desk.begin(10),
  tests: {
    async 'refuses a wrong code in words, lets the right one in, and keeps none in the address'({
      served,
      tab: { page },
    }) {
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.goto('about:blank');
      await page.goto(`${served.dashboard}#code=0000-0000`);
      await page.locator('.field .error').waitFor();
      expect(page.url()).not.toContain('0000');
      await page.getByLabel('Code').fill((await newCode(served)).toLowerCase());
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      expect(page.url()).toContain('#simulation=main');
    },

    async 'loses no transaction when the server goes and comes back'(desk) {
      const { page } = desk.tab;
      await desk.order(MARKET);
      const trades = page.locator('.order-line.trade .handle');
      await expect.poll(() => trades.count()).toBe(1);
      await desk.restartServer(() => page.locator('.connection.down').waitFor());
      await desk.order(MARKET);
      await page.locator('.connection.open').waitFor();
      await expect.poll(() => trades.count()).toBe(2);
    },
  },
};
