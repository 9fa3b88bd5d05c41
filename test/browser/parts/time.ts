/** What moves time does no more than was asked, and what shows time shows the present one. */

import { expect } from 'vitest';
import { asClient, control, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '1000' };
const FAR = { type: 'LIMIT', instrument: 'EUR_USD', units: '1000', price: '1.01000' };

export const TIME: Part = {
  begin: desk => desk.begin(10),
  tests: {
    async 'stays when no fill and no transaction can come'(desk) {
      for (const key of ['f', 't']) {
        await desk.trader.press(key);
        await desk.trader.says(/comes until the end of the window: time stays/);
        await desk.trader.isAt('2024-03-04 10:00:00');
      }
    },

    async 'stays when what waits never fills, and goes to what comes'(desk) {
      await desk.order(FAR);
      await desk.trader.press('f');
      await desk.trader.says(/No fill comes until/);
      await desk.trader.isAt('2024-03-04 10:00:00');
      await desk.order(MARKET);
      await desk.trader.press('t');
      // The financing of the trade.
      await desk.trader.isAt('2024-03-04 22:00:00');
    },

    async 'undoes what the person did last, not what the market and programs did since'(desk) {
      const { page } = desk.tab;
      await desk.begin(10);
      await desk.order(FAR);
      await desk.trader.fill('Market', { Units: '2000' });
      await desk.trader.send(/Bought/);
      await control(desk.served, 'clock/advance', { to: '2024-03-04T22:10:00Z' });
      await desk.order({ ...FAR, price: '1.02000' });
      expect(await types(desk)).toContain('DAILY_FINANCING');
      await page.getByRole('button', { name: 'Undo last' }).click();
      await desk.trader.says(/Undone/);
      await desk.trader.isAt('2024-03-04 10:00:00');
      expect((await types(desk)).at(-1)).toBe('LIMIT_ORDER');
      await desk.trader.press('z');
      await desk.trader.says(/Nothing to undo/);
      expect((await types(desk)).at(-1)).toBe('LIMIT_ORDER');
    },

    async 'shows the speed at which time plays, whoever plays it'(desk) {
      const speed = desk.tab.page.getByLabel('Speed');
      await desk.begin(10);
      await control(desk.served, 'clock/play', { speed: 7 });
      await expect.poll(() => speed.inputValue(), SOON).toBe('7');
      await speed.selectOption('15');
      await expect.poll(() => speedOf(desk), SOON).toBe(15);
      await control(desk.served, 'clock/play', { speed: 3 });
      await expect.poll(() => speed.inputValue(), SOON).toBe('3');
      await control(desk.served, 'clock/pause', {});
      await desk.reload();
      await expect.poll(() => speed.inputValue(), SOON).toBe('3');
      await desk.trader.press('Space');
      await desk.tab.page.locator('.clock-state.playing').waitFor();
      expect(await speedOf(desk)).toBe(3);
      await desk.trader.press('Space');
    },

    async 'shows the present time and curve of every simulation, after a rewind too'(desk) {
      const { page } = desk.tab;
      await desk.begin(9);
      await desk.order({ ...MARKET, units: '20000' });
      await control(desk.served, 'fork', {});
      await desk.trader.open('Simulations');
      await page.getByLabel('NAV curve of main').check();
      await control(desk.served, 'clock/advance', { by: '3h' });
      await expect.poll(() => row(desk, 'main'), SOON).toContain('03-04 12:00:00');
      await curveAgrees(desk);
      await control(desk.served, 'rewind', { to: '2024-03-04T10:00:00Z' });
      await expect.poll(() => row(desk, 'main'), SOON).toContain('03-04 10:00:00');
      await curveAgrees(desk);
      const fork = await newest(desk);
      await control(desk.served, `simulations/${fork}/clock/advance`, { by: '5h' });
      await expect.poll(() => row(desk, fork), SOON).toContain('03-04 14:00:00');
    },
  },
};

async function types({ served }: Desk): Promise<readonly string[]> {
  const path = '/transactions/sinceid?id=1';
  const { transactions } = await asClient<{ transactions: { type: string }[] }>(served, path);
  return transactions.map(({ type }) => type);
}

async function read<Answer>({ served }: Desk, verb: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${served.controlToken}` };
  return (await (await fetch(`${served.url}/_sim/${verb}`, { headers })).json()) as Answer;
}

async function speedOf(desk: Desk): Promise<number | string> {
  return (await read<{ speed: number | string }>(desk, 'clock')).speed;
}

async function newest(desk: Desk): Promise<string> {
  const { simulations } = await read<{ simulations: { id: string }[] }>(desk, 'simulations');
  return simulations.at(-1)?.id ?? '';
}

async function row({ tab: { page } }: Desk, id: string): Promise<string | null> {
  const link = page.getByRole('button', { name: id, exact: true });
  return page.locator('.simulations tbody tr', { has: link }).textContent();
}

/** The picture ends at the present, with the NAV that the broker tells. */
async function curveAgrees(desk: Desk): Promise<void> {
  const { account } = await asClient<{ account: { NAV: string } }>(desk.served, '/summary');
  const { now } = await read<{ now: string }>(desk, 'clock');
  const [whole, fraction = ''] = account.NAV.split('.');
  const nav = `${whole}.${fraction.slice(0, 2)}`;
  const picture = desk.tab.page.locator('.curve-picture');
  const text = async () => ((await picture.textContent()) ?? '').replaceAll('\u202f', '');
  await expect.poll(text, SOON).toContain(`main: ${nav}`);
  await expect.poll(text, SOON).toContain(now.slice(0, 19).replace('T', ' '));
}
