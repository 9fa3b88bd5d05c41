import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asClient,
  CHROMIUM,
  control,
  inBrowser,
  newCode,
  ready,
  SOON,
  startBrowser,
} from '../support/browser/browser.js';
import { Trader } from '../support/browser/trader.js';
import { tradingFolder } from '../support/browser/trading-folder.js';
import { type Served, serve } from '../support/process/served.js';

/** The dashboard by fingers: touches of the browser itself, on a phone and on a tablet. */

interface Point {
  readonly x: number;
  readonly y: number;
}

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '1000' };

describe.skipIf(CHROMIUM === undefined)(inBrowser('the dashboard by touch'), () => {
  let served: Served;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let fingers: CDPSession;

  beforeAll(async () => {
    [served, browser] = await Promise.all([
      serve([`${tradingFolder()}/by-hand.yaml`, '--paused']),
      startBrowser(),
    ]);
    await control(served, 'clock/advance', { by: '9h' });
    context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.setDefaultTimeout(SOON.timeout);
    fingers = await context.newCDPSession(page);
    await page.goto(`${served.dashboard}#code=${await newCode(served)}`);
    await ready(page);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.end('SIGTERM');
  });

  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });

  async function middleOf(element: Locator): Promise<Point> {
    const box = await element.boundingBox();
    if (box === null) throw new Error('it is not shown');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  it('opens the menu of a price by a long press on the chart, and puts its order into the ticket', async () => {
    const place = await middleOf(page.locator('.chart'));
    await touch('touchStart', [{ ...place, y: place.y + 60 }]);
    const item = page.getByRole('menuitem', { name: /Buy limit/ });
    await item.waitFor();
    await touch('touchEnd', []);
    await item.waitFor();
    await item.tap();
    await expect
      .poll(() => page.locator('#ticket').getByLabel('Type').inputValue(), SOON)
      .toBe('LIMIT');
    await page.locator('#ticket').getByLabel('Type').selectOption('MARKET');
  });

  it('drags the line of a stop by a finger, and sends nothing before it is confirmed', async () => {
    await asClient(served, '/orders', {
      method: 'POST',
      body: { order: { ...MARKET, stopLossOnFill: { distance: '0.00060' } } },
    });
    const handle = page.locator('.order-line.stop .handle >> visible=true');
    await handle.waitFor();
    await new Trader(page).drawn();
    const before = await stopPrice();
    const from = await middleOf(handle);
    await touch('touchStart', [from]);
    for (const step of [6, 12, 18, 24]) await touch('touchMove', [{ ...from, y: from.y + step }]);
    await touch('touchEnd', []);
    const move = page.locator('.order-line').getByRole('button', { name: /^Move Stop/ });
    await move.waitFor();
    expect(await stopPrice()).toBe(before);
    const asked = /([\d.]+)$/.exec((await move.getAttribute('aria-label')) ?? '')?.[1];
    await move.tap();
    await expect.poll(stopPrice, SOON).toBe(asked);
    expect(Number(asked)).toBeLessThan(Number(before));
  });

  it('zooms by two fingers', async () => {
    const { x, y } = await middleOf(page.locator('.chart'));
    const pair = (apart: number): Point[] => [
      { x: x - apart, y: y + 60 },
      { x: x + apart, y: y + 60 },
    ];
    const times = () => page.locator('.chart').screenshot();
    const before = await times();
    await touch('touchStart', pair(20));
    for (const apart of [40, 60, 80, 100]) await touch('touchMove', pair(apart));
    await touch('touchEnd', []);
    await new Trader(page).drawn();
    expect((await times()).equals(before)).toBe(false);
    // The page itself stays as large as it was.
    expect(await page.evaluate('visualViewport.scale')).toBe(1);
  });

  async function stopPrice(): Promise<string | undefined> {
    const path = '/pendingOrders';
    const { orders } = await asClient<{ orders: { type: string; price?: string }[] }>(served, path);
    return orders.find(({ type }) => type === 'STOP_LOSS')?.price;
  }
});
