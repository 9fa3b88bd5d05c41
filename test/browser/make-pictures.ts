/**
 * Makes the pictures of the documents: `npm run pictures` writes them to `docs/pictures`. The steps are
 * those that the documents tell, so a picture that cannot be made any more fails here.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { control } from '../support/browser/browser.js';
import { Desk } from '../support/browser/desk.js';
import { ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { printedBy } from '../support/process/in-process.js';

const QUALITY = 80;
/** Pixels around a part of the page. */
const ROOM = 8;
const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '10000' };

let desk: Desk;
beforeAll(async () => {
  desk = await Desk.open();
});
afterAll(() => desk?.close());

/** Writes a picture of the page, or of a part of it, as WebP, which documents load fastest. */
async function picture(page: Page, name: string, part?: string): Promise<void> {
  await page.mouse.move(0, 0);
  const box = part === undefined ? undefined : await page.locator(part).first().boundingBox();
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    ...(box ? { clip: widened(box) } : {}),
  });
  await session.detach();
  const bytes = Buffer.from(data, 'base64');
  expect(bytes.length).toBeGreaterThan(2_000);
  writeFileSync(join(ROOT, 'docs', 'pictures', `${name}.webp`), bytes);
}

/** A part with some room around it, as far as the page has it: a negative place would be taken for the first pixel. */
function widened({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const [left, top] = [Math.max(x - ROOM, 0), Math.max(y - ROOM, 0)];
  return {
    x: left,
    y: top,
    width: x + width + ROOM - left,
    height: y + height + ROOM - top,
    scale: 1,
  };
}

/** The sizes of the drawing of the desk, in CSS pixels. */
const DRAWN_SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** A trade with a stop and a profit, an order that waits, and some hours more. */
async function tradedMorning(): Promise<void> {
  await desk.begin(8);
  await desk.order({
    ...MARKET,
    stopLossOnFill: { distance: '0.00200' },
    takeProfitOnFill: { price: '1.08700' },
  });
  await desk.order({ type: 'LIMIT', instrument: 'EUR_USD', units: '5000', price: '1.08000' });
  await desk.trader.goTo('2024-03-04 10:30:00');
}

/** Waits until the figures beside the button of the ticket are those of what stands in it. */
async function costIsKnown(): Promise<void> {
  const { page } = desk.tab;
  await page.locator('.cost', { hasText: /Margin\s*[\d.]/ }).waitFor();
  await page.locator('.cost[aria-busy=false]').waitFor();
}

it('the dashboard', async () => {
  await tradedMorning();
  await costIsKnown();
  await picture(desk.tab.page, 'dashboard');
});

it('the ticket, before an order is sent', async () => {
  await desk.begin(8);
  await desk.trader.fill('Market', {
    'Risk in % of NAV': '1',
    'Stop in pips': '20',
    'Profit in R': '2',
  });
  await costIsKnown();
  await picture(desk.tab.page, 'ticket', '#ticket');
});

it('a stop that is being dragged', async () => {
  await tradedMorning();
  await costIsKnown();
  await desk.trader.drag('.order-line.stop', 25);
  await picture(desk.tab.page, 'drag', '#chart');
});

it('the keys', async () => {
  await desk.begin(8);
  await desk.trader.press('?');
  await picture(desk.tab.page, 'keys', 'dialog[open]');
  await desk.tab.page.keyboard.press('Escape');
});

it('a fork beside its parent', async () => {
  await tradedMorning();
  await control(desk.served, 'fork', { name: 'without the stop' });
  await desk.trader.open('Simulations');
  await costIsKnown();
  await picture(desk.tab.page, 'fork');
});

it('a report', async () => {
  const out = join(temporaryFolder(), 'out');
  await printedBy('run', join(ROOT, 'scenarios', 'sma-cross.yaml'), '--out', out);
  const page = await desk.browser.newPage({ viewport: { width: 1240, height: 860 } });
  await page.goto(`file://${join(out, 'report.html')}`);
  await page.locator('.uplot').first().waitFor();
  await picture(page, 'report');
  await page.close();
});

it('the drawing of the desk, wide and narrow, light and dark', async () => {
  const page = await desk.browser.newPage();
  for (const size of DRAWN_SIZES) {
    await page.setViewportSize(size);
    for (const theme of ['light', 'dark']) {
      await page.goto(`file://${join(ROOT, 'docs', 'design', 'desk.html')}?theme=${theme}`);
      await picture(page, `desk-${size.width}-${theme}`);
    }
  }
  await page.close();
});
