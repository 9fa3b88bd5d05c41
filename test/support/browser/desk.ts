/**
 * One server, one browser and one page for all tests of the dashboard: to start them costs more than
 * what the tests do. Every part of the tests begins with a clean account at the beginning of the window.
 */

import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { temporaryFolder } from '../files/temporary.js';
import { type Served, serve } from '../process/served.js';
import { asClient, control, openDashboard, ready, startBrowser, type Tab } from './browser.js';
import { Trader } from './trader.js';
import { tradingFolder } from './trading-folder.js';

/** A part of the tests: what it begins with, and its tests by name, in their order. */
export interface Part {
  readonly begin: (desk: Desk) => Promise<void>;
  readonly tests: Readonly<Record<string, (desk: Desk) => Promise<void>>>;
}

/** The beginning of the window. */
const START = '2024-03-04T00:00:00Z';

export class Desk {
  /** Holds the scenario that is traded, `by-hand.yaml`. */
  readonly folder: string;
  readonly browser: Browser;
  readonly tab: Tab;
  readonly trader: Trader;
  readonly #store: string;
  #served: Served;

  private constructor(
    { folder, store, served }: { folder: string; store: string; served: Served },
    browser: Browser,
    tab: Tab,
  ) {
    this.folder = folder;
    this.#store = store;
    this.#served = served;
    this.browser = browser;
    this.tab = tab;
    this.trader = new Trader(tab.page);
  }

  /** Starts everything, and logs in. */
  static async open(): Promise<Desk> {
    const [folder, store] = [tradingFolder(), temporaryFolder()];
    const [served, browser] = await Promise.all([
      serve(argumentsOf(folder, store)),
      startBrowser(),
    ]);
    const tab = await openDashboard(browser, served);
    await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    return new Desk({ folder, store, served }, browser, tab);
  }

  get served(): Served {
    return this.#served;
  }

  /** Ends the server as its keeper does, and starts it again at the same address. */
  async restartServer(whileDown: () => Promise<void>): Promise<void> {
    const { port } = new URL(this.#served.url);
    await this.#served.end('SIGTERM');
    await whileDown();
    this.#served = await serve([...argumentsOf(this.folder, this.#store), '--port', port]);
  }

  /** Goes back to the beginning, with the page as at a first visit. @param to - how far time then goes. */
  async begin(to = 0): Promise<void> {
    const { page } = this.tab;
    const address = page.url();
    await page.evaluate('localStorage.clear()');
    // What the page still asks for, as to play, must not come after the pause. Another page of the same
    // server stays in the process of the browser, which a blank one does not.
    await page.goto(new URL('/health', address).href);
    await control(this.#served, 'clock/pause', {});
    await control(this.#served, 'rewind', { to: START });
    if (to > 0) await control(this.#served, 'clock/advance', { by: `${to}h` });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(address);
    await ready(page);
  }

  /** Loads the page anew. */
  async reload(): Promise<void> {
    await this.tab.page.reload();
    await ready(this.tab.page);
  }

  /** Places an order as a program does. */
  order(body: object): Promise<object> {
    return asClient(this.#served, '/orders', { method: 'POST', body: { order: body } });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.#served.end('SIGTERM');
  }
}

function argumentsOf(folder: string, store: string): readonly string[] {
  return [join(folder, 'by-hand.yaml'), '--paused', '--store', store];
}
