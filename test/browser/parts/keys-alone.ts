/** A session of practice from its start to its comparison by keys alone; each stop of the focus is seen. */

import { expect } from 'vitest';
import { ready, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';

/** More stops than the page has. */
const STOPS_MAX = 120;

/** The name of what has the focus, and whether that is seen. */
const FOCUS = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return { name: '', isSeen: true };
  const name = at.ariaLabel ?? at.labels?.[0]?.textContent ?? at.textContent ?? '';
  const shown = [at, at.parentElement, at.parentElement?.parentElement].filter(each => each != null);
  const isRinged = shown.some(each => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  });
  const { width, height } = at.getBoundingClientRect();
  return { name: name.trim(), isSeen: isRinged && width > 0 && height > 0 };
})()`;

export const KEYS_ALONE: Part = {
  begin: desk => desk.begin(9),
  tests: {
    async 'starts a session, and goes on by a candle'(desk) {
      const { page } = desk.tab;
      await openTab(desk, 'Practice');
      await tabTo(desk, /^Length$/);
      await page.keyboard.press('Control+a');
      await page.keyboard.type('4h');
      await tabTo(desk, /^Start$/);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url(), SOON).toMatch(/simulation=s\d/);
      await ready(page);
      await expect.poll(() => page.evaluate('document.activeElement?.id'), SOON).toBe('chart');
      const now = page.locator('.now time');
      const before = await now.textContent();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => now.textContent(), SOON).not.toBe(before);
    },

    async 'sets an alarm, and comes back to the button that asked for it'(desk) {
      const { page } = desk.tab;
      await tabTo(desk, /^To a price or an alarm$/);
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await focus(desk)).name, SOON).toBe('Mid price');
      await page.keyboard.type('1.2');
      await tabTo(desk, /^Add an alarm$/);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Take out the alarm at 1.2' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect
        .poll(async () => (await focus(desk)).name, SOON)
        .toMatch(/^To a price or an alarm$/);
    },

    async 'places an order, writes a note, and asks what if'(desk) {
      const { page } = desk.tab;
      await page.keyboard.press('b');
      await page.keyboard.press('Enter');
      await page.locator('.toast', { hasText: /Bought/ }).waitFor();
      await openTab(desk, 'Notes');
      await tabTo(desk, /^Setup$/);
      await page.keyboard.type('pullback');
      await tabTo(desk, /^Note at/);
      await page.keyboard.type('Bought at the low');
      await tabTo(desk, /^Keep the note$/);
      await page.keyboard.press('Enter');
      await page.locator('.note', { hasText: 'Bought at the low' }).waitFor();
      await openTab(desk, 'Trades');
      await tabTo(desk, /^What if, trade/);
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await focus(desk)).name, SOON).toBe('Stop at');
      await tabTo(desk, /^Not taken$/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByText('no trade').waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(async () => (await focus(desk)).name, SOON).toMatch(/^What if, trade/);
    },

    async 'practises the stretch again, and compares the two'(desk) {
      const { page } = desk.tab;
      const first = /simulation=(s\d+)/.exec(page.url())?.[1];
      await openTab(desk, 'Practice');
      await tabTo(desk, new RegExp(`^Again ${first}$`));
      await page.keyboard.press('Enter');
      await expect.poll(() => page.url(), SOON).not.toContain(`simulation=${first}&`);
      await ready(page);
      const second = /simulation=(s\d+)/.exec(page.url())?.[1];
      await openTab(desk, 'Practice');
      for (const id of [second, first]) {
        await tabTo(desk, new RegExp(`^Compare ${id}$`));
        await page.keyboard.press('Space');
      }
      for (const id of [first, second]) {
        await page.getByRole('region', { name: `Results of ${id}` }).waitFor();
      }
      await page.goto(desk.served.dashboard);
      await ready(page);
    },
  },
};

interface Focus {
  readonly name: string;
  readonly isSeen: boolean;
}

function focus({ tab: { page } }: Desk): Promise<Focus> {
  return page.evaluate<Focus>(FOCUS);
}

/** Presses Tab until what a pattern names has the focus. */
async function tabTo(desk: Desk, name: RegExp): Promise<void> {
  const unseen: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    const at = await focus(desk);
    if (!at.isSeen) unseen.push(at.name);
    if (name.test(at.name)) {
      expect(unseen).toEqual([]);
      return;
    }
    await desk.tab.page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${name}`);
}

/** Goes to the tabs below the chart, and by arrows to one of them. */
async function openTab(desk: Desk, name: string): Promise<void> {
  const { page } = desk.tab;
  const tabs = /^(Trades|Orders|Positions|Transactions|Practice|Notes)/;
  await tabTo(desk, tabs);
  for (let step = 0; step < STOPS_MAX; step += 1) {
    if ((await focus(desk)).name.startsWith(name)) return;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`The arrows do not come to ${name}`);
}
