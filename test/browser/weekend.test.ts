import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  control,
  inBrowser,
  openDashboard,
  SOON,
  startBrowser,
} from '../support/browser/browser.js';
import { Trader } from '../support/browser/trader.js';
import { ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { type Served, serve } from '../support/process/served.js';

/** Markets with gaps on the dashboard: a weekend, from the last minutes of a Friday into the next week, and bars. */

const TICKS = 'EUR_USD_2024-03.csv.gz';
const SCENARIO = `version: 1
name: weekend
window: { from: 2024-03-08T20:00:00Z, to: 2024-03-12T00:00:00Z }
market: { EUR_USD: { ticks: ${TICKS} } }
accounts: [{ currency: USD, balance: "10000" }]
`;
const FRIDAY = '2024-03-08T21:58:30Z';

describe.skipIf(CHROMIUM === undefined)(inBrowser('a weekend'), () => {
  let served: Served;
  let browser: Browser;
  let trader: Trader;

  beforeAll(async () => {
    const folder = temporaryFolder();
    copyFileSync(join(ROOT, 'data', TICKS), join(folder, TICKS));
    writeFileSync(join(folder, 'weekend.yaml'), SCENARIO);
    [served, browser] = await Promise.all([
      serve([join(folder, 'weekend.yaml'), '--paused']),
      startBrowser(),
    ]);
    await control(served, 'clock/advance', { to: FRIDAY });
    const { page } = await openDashboard(browser, served);
    trader = new Trader(page);
  });

  beforeEach(async () => {
    await control(served, 'rewind', { to: FRIDAY });
    await trader.isAt('2024-03-08 21:58:30');
  });

  afterAll(async () => {
    await browser?.close();
    await served?.end('SIGTERM');
  });

  it('is passed by the step to the next candle, after that which ends the week', async () => {
    for (const time of ['2024-03-08 22:00:00', '2024-03-10 21:05:00', '2024-03-10 21:10:00']) {
      await trader.press('ArrowRight');
      await trader.isAt(time);
    }
  });

  it('is passed on the way to a price', async () => {
    const { page } = trader;
    await page.getByRole('button', { name: 'To a price or an alarm' }).click();
    await page.getByRole('dialog').getByLabel('Mid price').fill('1.0765');
    await page.getByRole('button', { name: 'To this price' }).click();
    await page.locator('.now time', { hasText: '2024-03-11' }).waitFor();
  });

  it('is passed by the offer of the page while time plays, and time then plays on', async () => {
    await trader.page.getByLabel('Speed').selectOption('60');
    await trader.press('Space');
    await trader.says(/EUR\/USD is closed/, 'Play from its next price');
    await trader.page.locator('.now time', { hasText: '2024-03-10 21:' }).waitFor();
    await trader.page.locator('.clock-state.playing').waitFor();
    await control(served, 'clock/pause', {});
  });
});

/** Two days of bars of an hour. */
const BARS = Array.from({ length: 48 }, (_, hour) => {
  const time = new Date(Date.UTC(2024, 2, 5, hour)).toISOString();
  return `${time},1.08${hour % 10}0,1.0900,1.0790,1.08${(hour + 1) % 10}0`;
});
const OF_BARS = `version: 1
name: bars
market: { EUR_USD: { bars: hours.csv, granularity: H1, price: mid, spread: "0.00010" } }
accounts: [{ currency: USD, balance: "10000" }]
`;

it.skipIf(CHROMIUM === undefined)(
  inBrowser('a market of bars begins with candles as long as they are, until others are chosen'),
  async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'hours.csv'), `time,open,high,low,close\n${BARS.join('\n')}\n`);
    writeFileSync(join(folder, 'bars.yaml'), OF_BARS);
    const [served, browser] = await Promise.all([
      serve([join(folder, 'bars.yaml'), '--paused']),
      startBrowser(),
    ]);
    await control(served, 'clock/advance', { by: '3h' });
    const { page } = await openDashboard(browser, served);
    const granularity = page.getByLabel('Granularity');
    await expect.poll(() => granularity.inputValue(), SOON).toBe('H1');
    await granularity.selectOption('M15');
    await control(served, 'clock/advance', { by: '3h' });
    await page.locator('.now time', { hasText: '06:00' }).waitFor();
    expect(await granularity.inputValue()).toBe('M15');
    await browser.close();
    await served.end('SIGTERM');
  },
);
