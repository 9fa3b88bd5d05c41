/**
 * A session that is played by mouse and keys: every order type, a stop that is dragged, a rewind and a
 * fork. What was recorded of it runs to the same ledger.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { asClient, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';
import { ordersOfEveryType } from '../../support/browser/every-type.js';
import { orrery } from '../../support/process/orrery.js';

interface Order {
  readonly id: string;
  readonly type: string;
  readonly price: string;
  readonly state: string;
}

export const SESSION: Part = {
  begin: desk => desk.begin(8),
  tests: {
    async 'tells what an order would cost, and shows it as a program would send it'({
      tab: { page, picture },
      trader,
    }) {
      await trader.fill('Market', { Units: '1000', 'Stop in pips': '20' });
      const cost = page.locator('.cost');
      await cost.getByText('−2.00 · 0.02 %').waitFor();
      await page.getByText('Request: body, curl').click();
      await page.getByRole('tab', { name: 'Python' }).click();
      const text = await page.locator('.request-view textarea').inputValue();
      expect(text).toContain('"distance": "0.00200"');
      await page.getByText('Request: body, curl').click();
      await picture('ticket');
    },

    async 'tells at the field what the server refuses'({ tab: { page }, trader }) {
      await trader.fill('Limit', {
        Units: '1000',
        Price: '1.07000',
        'Client id of order > Client id': 'x'.repeat(300),
      });
      await page.locator('#ticket button[type=submit]').click();
      const group = await trader.openMore('Client id of order');
      const field = group.getByLabel('Client id', { exact: true });
      await expect.poll(() => field.getAttribute('aria-invalid'), SOON).toBe('true');
      await trader.fill('Limit', { 'Client id of order > Client id': '' });
    },

    async 'warns of a stop at the wrong side before it is sent'(desk) {
      const { trader } = desk;
      const before = (await orders(desk)).length;
      await trader.fill('Stop', { Units: '1000', Price: '1.05000' });
      const button = desk.tab.page.locator('#ticket button[type=submit]');
      await button.click();
      await button.filter({ hasText: 'anyway' }).waitFor();
      await desk.tab.page.locator('#ticket .warning', { hasText: 'fills at once' }).waitFor();
      expect((await orders(desk)).length).toBe(before);
    },

    async 'places every type of order'(desk) {
      await ordersOfEveryType(desk.trader);
      const types = new Set((await orders(desk)).map(({ type }) => type));
      expect([...types].sort()).toEqual([
        'GUARANTEED_STOP_LOSS',
        'LIMIT',
        'MARKET',
        'MARKET_IF_TOUCHED',
        'STOP',
        'STOP_LOSS',
        'TAKE_PROFIT',
        'TRAILING_STOP_LOSS',
      ]);
    },

    async 'moves a stop by dragging its line'(desk) {
      const isStop = ({ type, state }: Order) => type === 'STOP_LOSS' && state === 'PENDING';
      const before = (await orders(desk)).find(isStop)?.id;
      await desk.trader.drag('.order-line.stop', 30);
      await desk.trader.confirmLine(/^Move Stop/);
      await expect.poll(async () => (await orders(desk)).find(isStop)?.id, SOON).not.toBe(before);
    },

    async 'buys and sells by keys with one-click trading'(desk) {
      const { trader } = desk;
      const before = (await orders(desk)).length;
      await trader.fill('Market', { Units: '1000' });
      await trader.press('o');
      await trader.says(/One-click trading is on/);
      await trader.press('b');
      await trader.says(/Bought/);
      await trader.press('s');
      await trader.says(/Sold/);
      await trader.press('o');
      await trader.says(/One-click trading is off/);
      expect((await orders(desk)).length).toBe(before + 2);
    },

    async 'steps to the next fill, and undoes the order before it'(desk) {
      const { trader } = desk;
      await trader.fill('Stop', { Units: '100', Price: '1.08200' });
      await trader.send(/waits/);
      await trader.fill('Limit', { Units: '100', Price: '1.08080' });
      await trader.send(/waits/);
      const before = await ledger(desk);
      const fills = async () => (await ledger(desk)).filter(({ type }) => type === 'ORDER_FILL');
      const filled = (await fills()).length;
      await trader.press('f');
      await expect.poll(async () => (await fills()).length, SOON).toBe(filled + 1);
      await trader.press('z');
      await expect.poll(async () => (await fills()).length, SOON).toBe(filled);
      // What the person did last was to place the second order; what came before it is kept.
      expect(await ledger(desk)).toEqual(before.slice(0, -1));
    },

    async 'forks into a new tab'({ tab: { page }, trader }) {
      const opened = page.context().waitForEvent('page');
      await trader.press('k');
      const fork: Page = await opened;
      await fork.locator('.connection.open').waitFor();
      await expect.poll(() => fork.url(), SOON).toMatch(/simulation=(?!main)/);
      await trader.open('Simulations');
      await page.locator('.simulations tbody tr').nth(1).waitFor();
      await fork.close();
    },

    async 'leaves a scenario that runs to the same ledger'(desk) {
      await desk.trader.goTo('2024-03-04 23:00:00');
      const { sha256 } = JSON.parse(await read(desk, 'ledger')) as { sha256: string };
      const file = join(desk.folder, 'recorded.yaml');
      writeFileSync(file, await read(desk, 'scenario'));
      const ran = orrery(['run', file, '--json']);
      expect(ran.stderr).toBe('');
      expect(ran.stdout).toContain(sha256);
    },
  },
};

async function orders({ served }: Desk): Promise<readonly Order[]> {
  return (await asClient<{ orders: Order[] }>(served, '/orders?state=ALL&count=500')).orders;
}

async function ledger({ served }: Desk): Promise<readonly { id: string; type: string }[]> {
  const path = '/transactions/idrange?from=1&to=1000';
  return (await asClient<{ transactions: { id: string; type: string }[] }>(served, path))
    .transactions;
}

/** What a verb of the main simulation answers. */
async function read({ served: { url, controlToken } }: Desk, verb: string): Promise<string> {
  const headers = { authorization: `Bearer ${controlToken}` };
  return (await fetch(`${url}/_sim/${verb}`, { headers })).text();
}
