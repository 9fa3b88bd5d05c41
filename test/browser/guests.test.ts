import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/data/storage/files/sha256.js';
import {
  CHROMIUM,
  inBrowser,
  newTab,
  openDashboard,
  ready,
  SOON,
  startBrowser,
  type Tab,
} from '../support/browser/browser.js';
import { axeFaults, overflows } from '../support/browser/page-faults.js';
import { temporaryFile } from '../support/files/temporary.js';
import { type Served, serve } from '../support/process/served.js';

/** The page of a shared server, for guests and for the owner. Source: decision 0119. */

const KEY = 'the-key-of-anna-in-the-browser';
const GUESTS = `
quotas: { simulations: 2, bytes: 50MiB, cpuSeconds: 600, streams: 4 }
guests:
  - { name: anna, key: "sha256:${sha256(KEY)}" }
  - { name: ben, key: "sha256:${sha256('the-key-of-ben-in-the-browser')}", simulations: none }
`;

async function makeQuickstart(page: Page): Promise<void> {
  await page.getByLabel('Scenario', { exact: true }).selectOption('quickstart.yaml');
  await page.getByRole('button', { name: 'Make it', exact: true }).click();
}

describe.skipIf(CHROMIUM === undefined)(inBrowser('the page of a shared server'), () => {
  let served: Served;
  let browser: Browser;
  let anna: Tab;
  let owner: Tab;

  beforeAll(async () => {
    const file = temporaryFile('guests.yaml', GUESTS);
    served = await serve(['scenarios/quickstart.yaml', '--clock', 'manual', '--guests', file]);
    browser = await startBrowser();
    anna = await newTab(browser);
    owner = await openDashboard(browser, served);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.end('SIGTERM');
  });

  it('lets a guest in with the key, who has no simulation yet and is shown where one is made', async () => {
    const { page } = anna;
    await page.goto(served.url);
    const field = await page.getByLabel('Code or key').boundingBox();
    const middle = (field?.x ?? 0) + (field?.width ?? 0) / 2;
    expect(Math.abs(middle - 720)).toBeLessThan(2);
    await page.getByLabel('Code or key').fill(KEY);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('No simulation. Make one to see its market.').waitFor();
    await page.getByRole('button', { name: 'Log out anna' }).waitFor();
    await page.getByRole('form', { name: 'New simulation' }).waitFor();
    expect(await page.getByRole('row', { name: /main/ }).count()).toBe(0);
    await anna.picture('guest-without-simulation');
    await page.setViewportSize({ width: 390, height: 844 });
    const form = page.getByRole('form', { name: 'New simulation' });
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Make one' }).click();
    await form.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('makes a simulation, in which the guest trades', async () => {
    const { page } = anna;
    await makeQuickstart(page);
    await ready(page);
    await page.getByLabel('Units', { exact: true }).fill('1000');
    await page.locator('#ticket button[type=submit]').click();
    await page.getByRole('tab', { name: /^Trades/ }).click();
    await page.locator('.drawer tbody tr', { hasText: 'EUR/USD' }).first().waitFor();
    await anna.picture('guest');
  });

  it('shows the guest what it has used, and the refusal of a quota in words', async () => {
    const { page } = anna;
    await page.getByRole('tab', { name: 'Guests' }).click();
    const row = page.getByRole('row', { name: /anna/ });
    await expect.poll(() => row.textContent(), SOON).toMatch(/^anna1 of 2.*of 50\.0.*of 600/);
    expect(await page.getByRole('row', { name: /ben/ }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Simulations' }).click();
    await makeQuickstart(page);
    await page.getByRole('button', { name: 'Delete s2' }).waitFor();
    await makeQuickstart(page);
    await page.getByText('The guest anna has used its quota of simulations (2 of 2)').waitFor();
  });

  it('shows the owner all guests, their use, and whose each simulation is', async () => {
    const { page } = owner;
    await page.getByRole('tab', { name: 'Guests' }).click();
    const anna = page.getByRole('row', { name: /anna/ });
    await expect.poll(() => anna.textContent(), SOON).toMatch(/anna2 of 2/);
    const ben = page.getByRole('row', { name: /ben/ });
    expect(await ben.textContent()).toMatch(/^ben00\.0 of/);
    await owner.picture('guests');
    await page.getByRole('tab', { name: 'Simulations' }).click();
    await page.getByRole('row', { name: /s1.*anna/ }).waitFor();
    await page.getByRole('button', { name: 'Log out', exact: true }).waitFor();
    await owner.picture('guests-simulations');
  });

  it('says which quota keeps a further page from the feed', async () => {
    const pages: Page[] = [];
    const shows = (page: Page, words: string) =>
      expect.poll(() => page.locator('.connection').textContent(), SOON).toBe(words);
    // The page of anna has the first of four streams.
    for (const words of ['live', 'live', 'live', 'streams used up']) {
      const { page } = await newTab(browser);
      pages.push(page);
      await page.goto(served.url);
      await page.getByLabel('Code or key').fill(KEY);
      await page.getByRole('button', { name: 'Log in' }).click();
      await shows(page, words);
    }
    const [first, second, third, last] = pages as [Page, Page, Page, Page];
    await first.close();
    await shows(last, 'live');
    for (const page of [second, third, last]) await page.close();
  });

  it('goes on without a simulation when the last one is deleted', async () => {
    const { page } = anna;
    for (const id of ['s2', 's1']) {
      await page.getByRole('button', { name: `Delete ${id}` }).click();
      await page.getByText(`Simulation ${id} deleted`).waitFor();
    }
    await page.getByText('No simulation. Make one to see its market.').waitFor();
    expect(anna.complaints).toEqual([]);
  });

  it('has nothing that axe finds, and fits on a phone', async () => {
    for (const { page, picture } of [anna, owner]) {
      const name = page === anna.page ? 'Simulations' : 'Guests';
      await page.getByRole('tab', { name }).click();
      expect(await axeFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      // A table becomes a list when its size has been seen.
      await expect.poll(() => overflows(page), SOON).toEqual([]);
      await picture(page === anna.page ? 'guest-390' : 'guests-390');
    }
  });
});
