import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asClient,
  CHROMIUM,
  inBrowser,
  openDashboard,
  startBrowser,
  type Tab,
} from '../support/browser/browser.js';
import { ordersOfEveryType } from '../support/browser/every-type.js';
import { Trader } from '../support/browser/trader.js';
import { tradingFolder } from '../support/browser/trading-folder.js';
import { orrery } from '../support/process/orrery.js';
import { type Served, serve } from '../support/process/served.js';

/**
 * A session that is played by mouse and keys: every order type, a stop that is dragged, a rewind and a
 * fork. What was recorded of it runs to the same ledger.
 */

/** How long a change may take on a slow machine. */
const SOON = { timeout: 30_000 };
const HOUR_8 = '2024-03-04 08:00:00';

interface Order {
  readonly id: string;
  readonly type: string;
  readonly price: string;
  readonly state: string;
}

describe.skipIf(CHROMIUM === undefined)(inBrowser('a session by hand'), () => {
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
    await trader.goTo(HOUR_8);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.end('SIGTERM');
  });

  async function orders(): Promise<readonly Order[]> {
    return (await asClient<{ orders: Order[] }>(served, '/orders?state=ALL&count=500')).orders;
  }

  async function control<Answer>(path: string): Promise<Answer> {
    const { url, controlToken } = served;
    const answer = await fetch(`${url}/_sim/${path}`, {
      headers: { authorization: `Bearer ${controlToken}` },
    });
    const text = await answer.text();
    return (path.startsWith('scenario') ? text : JSON.parse(text)) as Answer;
  }

  it('tells what an order would cost, and shows it as a program would send it', async () => {
    await trader.fill('Market', { Units: '1000', 'Stop loss > Distance': '0.00200' });
    const cost = tab.page.locator('.cost');
    await cost.getByText('Risk to the stop').waitFor();
    expect(await cost.textContent()).toContain('2.0000 USD');
    await tab.page.getByText('Request: body, curl').click();
    await tab.page.getByRole('tab', { name: 'Python' }).click();
    const text = await tab.page.locator('.request-view textarea').inputValue();
    expect(text).toContain('"distance": "0.00200"');
    await tab.page.getByText('Request: body, curl').click();
    await tab.picture('ticket');
  });

  it('tells at the field what the server refuses', async () => {
    await trader.fill('Limit', {
      Units: '1000',
      Price: '1.07000',
      'Client id of order > Client id': 'x'.repeat(300),
    });
    await tab.page.locator('#ticket button[type=submit]').click();
    const group = tab.page.locator('#ticket details', { hasText: 'Client id of order' });
    const field = group.getByLabel('Client id', { exact: true });
    await expect.poll(() => field.getAttribute('aria-invalid'), SOON).toBe('true');
    await trader.fill('Limit', { 'Client id of order > Client id': '' });
  });

  it('places every type of order', async () => {
    await ordersOfEveryType(trader);
    const types = new Set((await orders()).map(({ type }) => type));
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
  });

  it('moves a stop by dragging its line', async () => {
    const before = (await orders()).find(
      each => each.type === 'STOP_LOSS' && each.state === 'PENDING',
    );
    const handle = tab.page
      .locator('.order-line.stop.movable button.handle >> visible=true')
      .first();
    const box = await handle.boundingBox();
    if (box === null) throw new Error('the stop has no line');
    await tab.page.mouse.move(box.x + 10, box.y + box.height / 2);
    await tab.page.mouse.down();
    await tab.page.mouse.move(box.x + 10, box.y + box.height / 2 + 30, { steps: 4 });
    await tab.page.mouse.up();
    await tab.page
      .locator('.order-line')
      .getByRole('button', { name: /^Move / })
      .click();
    await expect
      .poll(
        async () => (await orders()).filter(({ state }) => state === 'PENDING').map(({ id }) => id),
        SOON,
      )
      .not.toContain(before?.id);
  });

  it('buys and sells by keys with one-click trading', async () => {
    const before = (await orders()).length;
    await trader.press('o');
    await trader.says(/One-click trading is on/);
    await trader.press('b');
    await trader.says(/Bought/);
    await trader.press('s');
    await trader.says(/Sold/);
    await trader.press('o');
    await trader.says(/One-click trading is off/);
    expect((await orders()).length).toBe(before + 2);
  });

  it('steps to the next fill, and rewinds before it', async () => {
    await trader.fill('Stop', { Units: '100', Price: '1.08200' });
    await trader.send(/waits/);
    await trader.fill('Limit', { Units: '100', Price: '1.08080' });
    await trader.send(/waits/);
    const before = await ledger();
    const fills = () => ledger().then(all => all.filter(({ type }) => type === 'ORDER_FILL'));
    const filled = (await fills()).length;
    await trader.press('f');
    await expect.poll(async () => (await fills()).length, SOON).toBe(filled + 1);
    await trader.press('z');
    await expect.poll(async () => (await fills()).length, SOON).toBe(filled);
    // What came before the fill, such as orders that expired, is kept.
    expect((await ledger()).slice(0, before.length)).toEqual(before);
  });

  async function ledger(): Promise<readonly { readonly id: string; readonly type: string }[]> {
    const path = '/transactions/idrange?from=1&to=1000';
    return (await asClient<{ transactions: { id: string; type: string }[] }>(served, path))
      .transactions;
  }

  it('forks into a new tab', async () => {
    const opened = tab.page.context().waitForEvent('page');
    await trader.press('k');
    const fork: Page = await opened;
    await fork.locator('.connection.open').waitFor();
    await expect.poll(() => fork.url(), SOON).toMatch(/simulation=(?!main)/);
    await trader.open('Simulations');
    await tab.page.locator('.simulations tbody tr').nth(1).waitFor();
    await fork.close();
  });

  it('leaves a scenario that runs to the same ledger', async () => {
    await trader.goTo('2024-03-04 23:00:00');
    const { sha256 } = await control<{ sha256: string }>('ledger');
    const file = join(folder, 'recorded.yaml');
    writeFileSync(file, await control<string>('scenario'));
    const ran = orrery(['run', file, '--json']);
    expect(ran.stderr).toBe('');
    expect(ran.stdout).toContain(sha256);
    expect(tab.complaints).toEqual([]);
  });
});
