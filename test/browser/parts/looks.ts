/**
 * The page for everybody: axe in both themes, on a phone, enlarged, and what must be in view. `npm test`
 * looks at the parts that have the most in them, the nightly run at every one.
 */

import { expect } from 'vitest';
import { IS_THOROUGH, ready, SOON } from '../../support/browser/browser.js';
import type { Desk, Part } from '../../support/browser/desk.js';
import { axeFaults, overflows } from '../../support/browser/page-faults.js';

const TABS = [
  'Trades',
  'Orders',
  'Positions',
  'Transactions',
  'Practice',
  'Notes',
  'Account',
  'Bot',
  'Simulations',
  'Faults',
];
const PHONE_PARTS = ['Chart', 'Trades', 'Orders', 'Watch', 'Journal', 'More'];
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** Of screens on which all parts of the page are shown. */
const WIDTHS = [1440, 1024, 820] as const;

export const LOOKS: Part = {
  async begin(desk) {
    await desk.begin(10);
    await desk.order({ type: 'MARKET', instrument: 'EUR_USD', units: '10000' });
    await desk.order({ type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.07' });
  },
  tests: {
    async 'shows the whole ticket and the watch list without scrolling, whatever is open below'(
      desk,
    ) {
      const { page } = desk.tab;
      const parts = ['Instrument', 'Type', 'Unit of the stop', 'Unit of the profit'];
      const shown = [
        ...parts.map(label => page.locator('#ticket').getByLabel(label, { exact: true })),
        ...['units', 'stop', 'profit'].map(name => page.locator(`#ticket input[name=${name}]`)),
        page.locator('.cost dd').last(),
        page.locator('#ticket button[type=submit]'),
        page.locator('.watch tbody tr').first(),
      ];
      for (const part of shown) {
        const box = await part.boundingBox();
        expect((box?.y ?? 901) + (box?.height ?? 0), String(part)).toBeLessThanOrEqual(870);
      }
      await openTicket(desk);
      const button = await page.locator('#ticket button[type=submit]').boundingBox();
      expect(button?.y ?? 901).toBeLessThan(860);
    },

    async 'has nothing that axe finds where much is open'(desk) {
      await openRow(desk);
      await desk.tab.page.getByRole('button', { name: 'More of the session' }).click();
      expect(await axeFaults(desk.tab.page)).toEqual([]);
      await desk.tab.picture('open-light');
      await desk.tab.page.keyboard.press('Escape');
    },

    async 'scrolls no table sideways, with a row open too'({ tab: { page } }) {
      expect(await page.locator('.selected-row').count()).toBe(1);
      expect(await overflows(page)).toEqual([]);
    },

    async 'has nothing that axe finds in the dark'(desk) {
      await desk.tab.page.emulateMedia({ colorScheme: 'dark' });
      await desk.trader.open('Faults');
      await desk.tab.page.locator('.catalogue button').first().click();
      expect(await axeFaults(desk.tab.page)).toEqual([]);
      await desk.tab.picture('faults-dark');
    },

    async 'fits a phone, one part at a time, with a card for each row'(desk) {
      const { page, picture } = desk.tab;
      await page.setViewportSize(PHONE);
      for (const name of PHONE_PARTS) {
        await showPart(desk, name);
        expect(await overflows(page), name).toEqual([]);
        if (name === 'Chart') await picture('phone-chart-dark');
      }
      await showPart(desk, 'Trades');
      await page.locator('table.cards').waitFor();
      // A card has what a trade risks and wants, too.
      const cells = page.locator('table.cards tbody td');
      for (const title of ['Stop', 'Profit']) {
        const cell = cells.and(page.locator(`[data-title=${title}]`));
        await expect.poll(() => cell.count(), { ...SOON, message: title }).toBe(1);
      }
      expect(await axeFaults(page)).toEqual([]);
      await picture('phone-trades-dark');
    },

    async 'shows on a phone what an order risks beside its button, however far the ticket is scrolled'(
      desk,
    ) {
      const { page } = desk.tab;
      await page.setViewportSize(PHONE);
      await showPart(desk, 'Chart');
      for (const place of ['Instrument', 'Time in force']) {
        await desk.trader.openMore();
        await page.locator('#ticket').getByLabel(place).first().scrollIntoViewIfNeeded();
        expect(await coveredFigures(desk), place).toEqual([]);
      }
      await page.locator('.ticket-more summary').click();
    },

    async 'is readable at 200 %: half as many pixels each way'({ tab: { page, picture } }) {
      await page.setViewportSize({ width: 720, height: 450 });
      await picture('enlarged');
      expect(await overflows(page)).toEqual([]);
    },

    ...(IS_THOROUGH ? everyView() : {}),
  },
};

/** The operation of the pages of the API that is looked at. */
const AN_OPERATION = '[id="operation/createOrder"]';

/** Every view in both themes and widths: axe, overflow, and a picture of each. */
function everyView(): Part['tests'] {
  const tests = SCHEMES.flatMap(scheme => [
    ...WIDTHS.map(
      width =>
        [
          `has nothing that axe finds in any view: ${scheme}, ${width}`,
          eachTab(scheme, width),
        ] as const,
    ),
    [`has nothing that axe finds in any view: ${scheme}, 390`, eachPart(scheme)] as const,
    [
      `has nothing that axe finds in the report and the pages of the API: ${scheme}`,
      otherPages(scheme),
    ] as const,
  ]);
  return Object.fromEntries(tests);
}

function eachTab(scheme: Scheme, width: number) {
  return async (desk: Desk) => {
    const { page } = desk.tab;
    await page.setViewportSize({ ...DESKTOP, width });
    await page.emulateMedia({ colorScheme: scheme });
    for (const name of TABS) {
      await desk.trader.open(name);
      await look(desk, `${name.toLowerCase()}-${scheme}-${width}`);
    }
    for (const count of ['2', '4']) {
      await page.locator('.pane-count').selectOption(count);
      await look(desk, `charts-${count}-${scheme}-${width}`);
    }
    await page.locator('.pane-count').selectOption('1');
    await page.getByRole('button', { name: 'Help' }).click();
    await look(desk, `help-${scheme}-${width}`);
    await page.keyboard.press('Escape');
    await desk.trader.press('g');
    await look(desk, `go-to-${scheme}-${width}`);
    await page.keyboard.press('Escape');
  };
}

function eachPart(scheme: Scheme) {
  return async (desk: Desk) => {
    const { page } = desk.tab;
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: scheme });
    for (const name of PHONE_PARTS) {
      await showPart(desk, name);
      await look(desk, `${name.toLowerCase()}-${scheme}-390`);
    }
    await showPart(desk, 'Trades');
    for (const name of TABS) {
      await desk.trader.open(name);
      await look(desk, `${name.toLowerCase()}-${scheme}-390`);
    }
  };
}

function otherPages(scheme: Scheme) {
  return async (desk: Desk) => {
    const { page } = desk.tab;
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: scheme });
    try {
      await page.goto(`${desk.served.url}/_sim/report`);
      await look(desk, `report-${scheme}-1440`);
      await page.goto(`${desk.served.url}/docs`);
      await page.locator(AN_OPERATION).waitFor();
      // The page has a hundred like it: axe would look for minutes.
      expect(await axeFaults(page, [AN_OPERATION, '.menu-content'])).toEqual([]);
      expect(await overflows(page)).toEqual([]);
      await desk.tab.picture(`docs-${scheme}-1440`);
    } finally {
      await page.goto(desk.served.dashboard);
      await ready(page);
    }
  };
}

/** Texts of the figures of the ticket of which something else is seen in their middle. */
function coveredFigures({ tab: { page } }: Desk): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('.cost dd')]
    .filter(each => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) !== each;
    })
    .map(each => each.textContent)`);
}

async function look({ tab: { page, picture } }: Desk, name: string): Promise<void> {
  expect(await axeFaults(page), name).toEqual([]);
  expect(await overflows(page), name).toEqual([]);
  await picture(name);
}

function showPart({ tab: { page } }: Desk, name: string): Promise<void> {
  return page.getByRole('navigation').getByRole('button', { name }).click();
}

async function openTicket({ tab: { page } }: Desk): Promise<void> {
  for (const group of await page.locator('#ticket summary').all()) await group.click();
}

async function openRow({ tab: { page }, trader }: Desk): Promise<void> {
  await trader.open('Transactions');
  await page.locator('.ledger-table tbody td').first().click();
  await page.locator('.selected-row .why').waitFor();
}
