/** Sessions of practice: hidden until their end, forward by candles and to a price, practised again and compared. */

import { expect } from 'vitest';
import { ready, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';

/** What a hidden session may not say: its pair, its money, its year. */
const SECRET = /EUR|USD|2024/;

export const PRACTICE_SESSIONS: Part = {
  begin: desk => desk.begin(9),
  tests: {
    async 'goes on by a number of candles, and to a price, without a look at what comes'(desk) {
      const { page } = desk.tab;
      const all = await simulations(desk);
      await page.getByLabel('Granularity').first().selectOption('M5');
      await page.getByLabel('Number of candles').fill('3');
      await page.getByRole('button', { name: 'Forward by 3 candles' }).click();
      await desk.trader.isAt('2024-03-04 09:15:00');
      await page.getByRole('button', { name: 'To a price or an alarm' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Mid price').fill('1.2');
      await dialog.getByRole('button', { name: 'To this price' }).click();
      await desk.trader.says(/not reached within the window/);
      await desk.trader.isAt('2024-03-04 09:15:00');
      const before = await mid(desk);
      const wanted = (before + 0.0005).toFixed(5);
      await page.getByRole('button', { name: 'To a price or an alarm' }).click();
      await dialog.getByLabel('Mid price').fill(wanted.replace('.', ','));
      await dialog.getByRole('button', { name: 'Add an alarm' }).click();
      await dialog.getByRole('button', { name: 'To the next alarm' }).click();
      await expect.poll(() => mid(desk), SOON).toBeGreaterThanOrEqual(Number(wanted));
      expect(await mid(desk)).toBeLessThan(Number(wanted) + 0.0003);
      expect(await simulations(desk)).toEqual(all);
    },

    async 'says nothing of a disguised session before its end, and what it was then'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      await trader.open('Practice');
      await page.getByLabel('Length').fill('4h');
      await page.getByLabel('Disguised').check();
      await page.getByRole('button', { name: 'Start' }).click();
      await expect.poll(() => page.url(), SOON).toMatch(/simulation=s\d/);
      await ready(page);
      await trader.fill('Market', { Units: '1k', 'Stop in pips': '20' });
      // An order of the first instant belongs to the session as those of later ones do.
      await trader.send(/Bought/);
      await page.getByRole('button', { name: 'To the next candle' }).click();
      await trader.send(/Bought/);
      for (const tab of ['Trades', 'Transactions', 'Account', 'Practice']) {
        await trader.open(tab);
        expect(await seen(desk), tab).not.toMatch(SECRET);
      }
      await desk.tab.picture('practice-hidden');
      await page.getByRole('button', { name: /^End s\d/ }).click();
      await page.locator('.revealed', { hasText: /was EUR\/USD × [245]; 2024-03-04/ }).waitFor();
    },

    async 'practises the same stretch again, and compares the two'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      const first = /simulation=(s\d+)/.exec(page.url())?.[1];
      await trader.open('Notes');
      await page.getByLabel('Setup').fill('pullback');
      await trader.open('Practice');
      await page.getByRole('button', { name: `Again ${first}` }).click();
      await expect.poll(() => page.url(), SOON).not.toContain(`simulation=${first}&`);
      await ready(page);
      await trader.open('Notes');
      await expect.poll(() => page.getByLabel('Setup').inputValue(), SOON).toBe('');
      expect(await page.locator('.order-line.trade').count()).toBe(0);
      const said = page.locator('.told');
      await said.filter({ hasText: /Before: Buy 1.000 @/ }).waitFor();
      expect((await said.textContent())?.match(/Before:/g)).toHaveLength(1);
      await page.getByRole('button', { name: 'To the next candle' }).click();
      await said.filter({ hasText: /Before: Buy 1.000 @/ }).waitFor();
      await page.getByRole('button', { name: 'Show layers' }).click();
      await page.getByRole('menuitem', { name: 'Fills of before' }).click();
      await said.filter({ hasNotText: 'Before:' }).waitFor();
      const second = /simulation=(s\d+)/.exec(page.url())?.[1];
      await trader.open('Practice');
      for (const id of [first, second]) await page.getByLabel(`Compare ${id}`).check();
      await expect.poll(() => page.locator('.curve-picture polyline').count(), SOON).toBe(2);
      for (const id of [first, second]) {
        await page.getByRole('region', { name: `Results of ${id}` }).waitFor();
      }
      await desk.tab.picture('practice-compared');
      for (const id of [second, first]) await remove(desk, `${id}`);
      await page.goto(desk.served.dashboard);
      await ready(page);
    },

    async 'tells at the field what of a session is refused'(desk) {
      const { page } = desk.tab;
      await desk.trader.open('Practice');
      const error = page.locator('.practice-form .error');
      await page.getByLabel('Length').fill('a month');
      await page.getByLabel('Begins, UTC').fill('Monday');
      await page.getByRole('button', { name: 'Start' }).click();
      await error.filter({ hasText: /^Write a number with h, d, w or mo/ }).waitFor();
      await error.filter({ hasText: /^Write a day/ }).waitFor();
      await page.getByLabel('Length').fill('2 months');
      await page.getByLabel('Begins, UTC').fill('');
      await page.getByRole('button', { name: 'Start' }).click();
      await error.filter({ hasText: /^The session does not lie in the window/ }).waitFor();
    },
  },
};

/** Every text that is on the screen, and the values of fields; the names of other simulations are left out. */
function seen({ tab: { page } }: Desk): Promise<string> {
  return page.evaluate(`[
    document.body.innerText.replaceAll(/main · by-hand/g, ''),
    ...[...document.querySelectorAll('input, textarea, [title], [aria-label]')]
      .map(each => [each.value, each.title, each.ariaLabel].join(' ')),
  ].join(' ')`);
}

async function mid({ tab: { page } }: Desk): Promise<number> {
  const texts = await page.locator('.price-buttons .price-text').allTextContents();
  return texts.reduce((sum, text) => sum + Number(text), 0) / texts.length;
}

async function simulations({ served: { url, controlToken } }: Desk): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const answer = await fetch(`${url}/_sim/simulations`, { headers });
  const { simulations: all } = (await answer.json()) as { simulations: { id: string }[] };
  return all.map(({ id }) => id);
}

async function remove({ served: { url, controlToken } }: Desk, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${controlToken}` };
  await fetch(`${url}/_sim/simulations/${id}`, { method: 'DELETE', headers });
}
