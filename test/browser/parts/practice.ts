/** What a trader practises with: rows and buttons that close, results, notes of trades, and what would have been. */

import { expect } from 'vitest';
import { asClient, control, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';

interface Note {
  readonly id: string;
  readonly time: string;
  readonly text: string;
  readonly tradeID?: string;
  readonly setup?: string;
  readonly tags?: readonly string[];
  readonly picture?: string;
}
interface Trade {
  readonly id: string;
  readonly currentUnits: string;
  readonly price: string;
  readonly stopLossOrder?: { readonly price: string };
}

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '1000' };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '500', price: '1.07000' };

export const PRACTICE: Part = {
  begin: desk => desk.begin(9),
  tests: {
    async 'writes a note with a picture, the setup and tags at an entry and at an exit'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      await trader.open('Notes');
      await page.getByLabel('Setup').fill('pullback');
      await page.getByLabel('Tags').fill('London, news');
      await page.getByLabel('A note by itself at each entry and exit').check();
      await trader.fill('Market', { Units: '1k', 'Stop in pips': '10' });
      await trader.send(/Bought 1.000/);
      await trader.open('Trades');
      const [trade] = await openTrades(desk);
      await page.getByRole('button', { name: `Close trade ${trade?.id}` }).click();
      await trader.says(/Trade \d+ closed/);
      await expect.poll(async () => (await notes(desk)).length, SOON).toBe(2);
      const { transactions } = await asClient<{ transactions: { id: string; time: string }[] }>(
        desk.served,
        `/transactions/sinceid?id=${trade?.id}`,
      );
      const exit = transactions.findLast(({ id }) => id !== trade?.id);
      expect((await notes(desk)).at(-1)?.time).toBe(exit?.time);
      const sorted = { tradeID: trade?.id, setup: 'pullback', tags: ['London', 'news'] };
      const picture = expect.stringContaining('data:image/png');
      expect(await notes(desk)).toEqual([
        expect.objectContaining({
          ...sorted,
          text: expect.stringMatching(/^Entry: Bought/),
          picture,
        }),
        expect.objectContaining({ ...sorted, text: expect.stringMatching(/^Exit: Sold/), picture }),
      ]);
      await trader.open('Notes');
      await page.getByLabel('A note by itself at each entry and exit').uncheck();
    },

    async 'tells the results of closed trades, as a whole and by setup'(desk) {
      const { page } = desk.tab;
      await desk.trader.open('Practice');
      const rows = page.locator('.practice tbody tr');
      await expect.poll(() => rows.count(), SOON).toBe(2);
      // The spread of 1.4 pips is lost against a risk of 10 pips.
      expect(await rows.first().textContent()).toMatch(/^All10 %−0.14−0.1/);
      expect(await rows.last().textContent()).toMatch(/^pullback10 %/);
    },

    async 'says what a trade would have been: not taken, and with another stop'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      await desk.order({ ...MARKET, stopLossOnFill: { distance: '0.00500' } });
      await control(desk.served, 'clock/advance', { by: '3h' });
      await trader.open('Trades');
      const [trade] = await openTrades(desk);
      await page.getByRole('button', { name: `What if, trade ${trade?.id}` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Not taken' }).click();
      await dialog.getByText('no trade').waitFor();
      await dialog.getByLabel('Stop at').fill((Number(trade?.price) - 0.00025).toFixed(5));
      await dialog.getByRole('button', { name: 'With this stop and profit' }).click();
      // The stop that was nearer would have been met, one that is not is still open.
      await dialog.locator('tbody tr', { hasText: 'With stop' }).waitFor();
      const told = (await dialog.locator('tbody tr').last().textContent()) ?? '';
      expect(told).toMatch(/−0\.2\d|open/);
      await desk.tab.picture('what-if');
      await page.keyboard.press('Escape');
      expect((await openTrades(desk)).map(({ id }) => id)).toEqual([trade?.id]);
    },

    async 'closes a part from the row, and puts no stop where it would close at once'(desk) {
      const { page } = desk.tab;
      await page.getByRole('button', { name: /^Close 25 % of trade/ }).click();
      await desk.trader.says(/250 units closed/);
      expect((await openTrades(desk))[0]?.currentUnits).toBe('750');
      await page.getByRole('button', { name: /to break-even$/ }).click();
      await desk.trader.says(/the stop is at|Not at break-even yet/);
      const [trade] = await openTrades(desk);
      expect([trade?.price, (Number(trade?.price) - 0.005).toFixed(5)]).toContain(
        trade?.stopLossOrder?.price,
      );
    },

    async 'reverses, cancels all and closes all, each asked once more'(desk) {
      const { trader } = desk;
      const { page } = desk.tab;
      const ticket = page.locator('#ticket');
      await ticket.getByRole('button', { name: 'Reverse' }).click();
      expect((await openTrades(desk))[0]?.currentUnits).toBe('750');
      await ticket.getByRole('button', { name: 'Reverse without stop and profit?' }).click();
      await trader.says(/reversed: it has no stop and no profit/);
      expect((await openTrades(desk)).map(({ currentUnits }) => currentUnits)).toEqual(['-750']);
      await desk.order(LIMIT);
      await trader.open('Orders');
      await ticket.getByRole('button', { name: 'Cancel all' }).click();
      await ticket.getByRole('button', { name: 'Cancel 1?' }).click();
      await trader.says(/1 orders cancelled/);
      await desk.order(LIMIT);
      const path = '/pendingOrders';
      const { orders } = await asClient<{ orders: { id: string }[] }>(desk.served, path);
      const [waiting] = orders.filter(each => !('tradeID' in each));
      await page.getByRole('button', { name: `Cancel order ${waiting?.id}` }).click();
      await trader.says(/Order \d+ cancelled/);
      await ticket.getByRole('button', { name: 'Close all' }).click();
      await ticket.getByRole('button', { name: 'Close 1?' }).click();
      await trader.says(/1 position closed/);
      expect(await openTrades(desk)).toEqual([]);
    },

    async 'shows nothing of after the present in the watch list when time goes back'(desk) {
      const { page } = desk.tab;
      const line = page.locator('.watch tbody tr').first();
      const late = await line.textContent();
      await control(desk.served, 'rewind', { to: '2024-03-04T08:00:00Z' });
      await desk.trader.isAt('2024-03-04 08:00:00');
      await expect.poll(() => line.textContent(), SOON).not.toBe(late);
      const { prices } = await asClient<{ prices: { bids: { price: string }[] }[] }>(
        desk.served,
        '/pricing?instruments=EUR_USD',
      );
      expect(await line.locator('td').first().textContent()).toBe(prices[0]?.bids[0]?.price);
      await desk.trader.open('Practice');
      await expect
        .poll(() => page.locator('.practice tbody tr').first().textContent(), SOON)
        .toBe('All0–––');
      await desk.trader.open('Notes');
      const list = page.getByRole('list', { name: 'Notes' });
      await list.getByText('2 notes of later times are hidden.').waitFor();
      const pencils = page.locator('.time-line .mark-note');
      expect([await list.locator('.note').count(), await pencils.count()]).toEqual([0, 0]);
      await list.getByRole('button', { name: 'Show' }).click();
      await expect.poll(() => list.locator('.note').count(), SOON).toBe(2);
      await expect.poll(() => pencils.count(), SOON).toBeGreaterThan(0);
      // Notes outlive a rewind; the next part begins without any.
      for (const { id } of await notes(desk)) await deleteNote(desk, id);
    },
  },
};

async function notes({ served: { url, controlToken } }: Desk): Promise<readonly Note[]> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const answer = await fetch(`${url}/_sim/notes`, { headers });
  return ((await answer.json()) as { notes: Note[] }).notes;
}

async function deleteNote({ served: { url, controlToken } }: Desk, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${controlToken}` };
  await fetch(`${url}/_sim/notes/${id}`, { method: 'DELETE', headers });
}

async function openTrades({ served }: Desk): Promise<readonly Trade[]> {
  return (await asClient<{ trades: Trade[] }>(served, '/openTrades')).trades;
}
