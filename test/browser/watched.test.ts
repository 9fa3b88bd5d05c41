import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHROMIUM,
  inBrowser,
  newTab,
  ready,
  SOON,
  startBrowser,
  type Tab,
} from '../support/browser/browser.js';
import { axeFaults, overflows } from '../support/browser/page-faults.js';
import { MAIN, ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { nodeProgram } from '../support/process/exec.js';

/** The page beside a running program. Source: decision 0086. */

/** The file by which the program ends before its last turn, which on a busy machine comes late. */
const STOP = join(temporaryFolder(), 'stop');
const BOT = `
import { existsSync } from 'node:fs';
const { ORRERY_URL: url, ORRERY_ACCOUNT: account } = process.env;
const headers = { authorization: 'Bearer of-the-program', 'content-type': 'application/json' };
const send = (path, order) => fetch(url + path, { method: order ? 'POST' : 'GET', headers, body: order && JSON.stringify({ order }) }).then(answer => answer.text());
for (let turn = 0; turn < 300 && !existsSync(${JSON.stringify(STOP)}); turn += 1) {
  const instrument = turn % 10 === 3 ? 'ABC_DEF' : 'USD_CAD';
  await send('/v3/accounts/' + account + '/pricing?instruments=USD_CAD');
  await send('/v3/accounts/' + account + '/orders', { type: 'MARKET', instrument, units: turn % 2 ? '-150' : '200', stopLossOnFill: { distance: '0.0100' } });
  await new Promise(resolve => setTimeout(resolve, 60_000));
}
`;

describe.skipIf(CHROMIUM === undefined)(inBrowser('the page beside a program'), () => {
  let child: ChildProcess;
  let browser: Browser;
  let tab: Tab;
  let said = '';
  let address = '';

  beforeAll(async () => {
    const flags = ['--dashboard', '--paused', '--port', '0', '--virtual-time', '--speed', '300'];
    const args = [MAIN, 'exec', ...flags, '--', ...nodeProgram(BOT)];
    child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
    const told = new Promise<string>(resolve => {
      child.stderr?.on('data', piece => {
        said += piece;
        const [, found] = /dashboard (http\S+)/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
    browser = await startBrowser();
    tab = await newTab(browser);
    address = await told;
    await tab.page.goto(address);
    await ready(tab.page);
  });

  afterAll(async () => {
    await browser?.close();
    child?.kill('SIGKILL');
  });

  it('is paused at first, and shows what the program trades when it is played', async () => {
    const { page } = tab;
    await page.locator('.clock-state.paused').waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.locator('.clock-state.playing').waitFor();
    await expect
      .poll(() => page.getByLabel('Instrument', { exact: true }).first().inputValue(), SOON)
      .toBe('USD_CAD');
    await page.locator('.bot tbody tr:not(.spacer)').nth(8).waitFor();
  });

  it('is opened again by the same address, whose code was used', async () => {
    const { page } = tab;
    await page.goto('about:blank');
    await page.goto(address);
    await ready(page);
  });

  it('offers nothing that would trade, and a fork instead', async () => {
    const { page } = tab;
    await page.getByRole('heading', { name: 'A program trades here' }).waitFor();
    await page.getByRole('button', { name: 'Fork and trade' }).waitFor();
    for (const name of ['Undo last', /^Rewind/, /^(?:Buy|Sell) /, /^Cancel /]) {
      expect(await page.getByRole('button', { name }).count(), String(name)).toBe(0);
    }
    await page.keyboard.press('x');
    await page.getByText('Trading by hand is off here: fork first (K)').waitFor();
  });

  it('shows a refused request in red, with what was asked and answered', async () => {
    const { page } = tab;
    await page.getByLabel('Status').selectOption('4xx');
    await page
      .locator('.bot tbody tr:not(.spacer)', { has: page.locator('.error') })
      .first()
      .click();
    const detail = page.locator('.request-detail');
    await detail.getByRole('heading', { name: 'Asked' }).waitFor();
    await expect.poll(() => detail.textContent(), SOON).toContain('ABC_DEF');
    await expect
      .poll(() => detail.textContent(), SOON)
      .toContain('"errorMessage": "Invalid value specified for \'order.instrument\'"');
    await page.getByLabel('Status').selectOption('any');
    await tab.picture('watched');
  });

  it('has refused requests before all others, and explains a fill in one step', async () => {
    const { page } = tab;
    const rows = page.locator('.bot tbody tr:not(.spacer)');
    await rows.first().locator('.error').waitFor();
    await page.getByLabel('Refused first').uncheck();
    await page.getByLabel('Status').selectOption('2xx');
    // Rows move down as requests come, and stand still while the pointer is over them.
    await rows.first().hover();
    await page.getByText(/, \d+ newer when the pointer leaves the table/).waitFor();
    const first = await rows.first().textContent();
    await rows.filter({ hasText: 'POST' }).first().click();
    await page
      .getByRole('button', { name: /^Why \d/ })
      .nth(1)
      .click();
    await page.locator('dialog .why', { hasText: /filled at/ }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows.first().textContent(), SOON).not.toBe(first);
    await page.getByLabel('Status').selectOption('any');
  });

  it('has nothing that axe finds, in both themes, and fits on a phone', async () => {
    const { page } = tab;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflows(page)).toEqual([]);
    await tab.picture('watched-390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('steps, and says how the program ended', async () => {
    const { page } = tab;
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.locator('.clock-state.paused').waitFor();
    const before = await page.locator('.now time').textContent();
    await page.getByRole('button', { name: 'To the next candle' }).click();
    await expect.poll(() => page.locator('.now time').textContent(), SOON).not.toBe(before);
    writeFileSync(STOP, '');
    await page.getByLabel('Speed').selectOption('max');
    await page.getByRole('button', { name: 'Play' }).click();
    // A toast says it too.
    const clock = page.getByRole('region', { name: 'Clock' });
    await clock.getByText('The program has ended, with exit code 0').waitFor();
    expect(await page.getByRole('button', { name: 'To the next tick' }).isDisabled()).toBe(true);
    await expect.poll(() => said, SOON).toMatch(/its dashboard stays at http:\S+ until Ctrl-C/);
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(tab.complaints).toEqual([]);
  });
});
