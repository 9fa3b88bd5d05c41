/**
 * The dashboard in a real browser: the system's Chromium, without a window. Where there is none the
 * tests are skipped. `ORRERY_CHROMIUM` names another one; `ORRERY_SCREENSHOTS` names a folder for
 * pictures.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ROOT } from '../files/paths.js';
import { patience } from '../patience.js';
import type { Served } from '../process/served.js';

/** Pictures are kept here after a run, for people; git does not keep them. */
export const PICTURES = process.env['ORRERY_PICTURES'] ?? join(ROOT, 'test', 'browser', 'pictures');
/** Whether every view is looked at in every theme and width, which takes minutes. */
export const IS_THOROUGH = process.env['ORRERY_LOOKS'] === 'all';

/** The first one has no window at all, and takes an eighth less processor time than the others without theirs. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  name => `/usr/bin/${name}`,
);

/** The path of the browser; undefined where there is none. */
export const CHROMIUM = [process.env['ORRERY_CHROMIUM'] ?? '', ...PLACES].find(
  path => path !== '' && existsSync(path),
);

/** The name of a list of tests that need a browser; it says why they are skipped. */
export function inBrowser(name: string): string {
  return CHROMIUM === undefined ? `${name} (skipped: there is no Chromium)` : name;
}

/** A test runs most code of the page a few times: to optimize it takes a tenth of all processor time. */
const FOR_SHORT_RUNS = '--js-flags=--no-opt --no-maglev';

/** Starts the browser. The super-user has no sandbox. */
export function startBrowser(): Promise<Browser> {
  const isSuperUser = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: CHROMIUM as string,
    args: isSuperUser ? [FOR_SHORT_RUNS, '--no-sandbox'] : [FOR_SHORT_RUNS],
  });
}

/** How long a change may take on a slow machine. */
export const SOON = { timeout: patience(30_000) };

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
}

/** A tab with the dashboard. */
export interface Tab {
  readonly page: Page;
  /** What the page complained of: errors of scripts, and loads that its policy forbids. */
  readonly complaints: readonly string[];
  /** Keeps a picture among the artefacts of the tests. */
  picture(name: string): Promise<void>;
}

/** A new tab on the login of a server, with cookies of its own. */
export async function newTab(browser: Browser, look: Look = {}): Promise<Tab> {
  const { width = 1440, height = 900, scheme = 'light' } = look;
  const viewport = { width, height };
  const page = await browser.newPage({ viewport, colorScheme: scheme, reducedMotion: 'reduce' });
  page.setDefaultTimeout(SOON.timeout);
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  return {
    page,
    complaints,
    async picture(name) {
      await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    },
  };
}

/** A code that logs in, from the server that makes them. */
export async function newCode({ url, controlToken }: Served): Promise<string> {
  const answer = await fetch(`${url}/_sim/login-codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}` },
  });
  return ((await answer.json()) as { code: string }).code;
}

/** A tab that has logged in and shows candles. */
export async function openDashboard(browser: Browser, served: Served, look?: Look): Promise<Tab> {
  const tab = await newTab(browser, look);
  await tab.page.goto(`${served.dashboard}#code=${await newCode(served)}`);
  await ready(tab.page);
  return tab;
}

/** Waits until a page shows candles and hears the feed. */
export async function ready(page: Page): Promise<void> {
  await page.locator('.told', { hasText: / C \d/ }).first().waitFor();
  await page.locator('.connection.open').waitFor();
}

/** A request of a client, below the first account. */
export async function asClient<Answer>(
  { url, accounts: [account] }: Served,
  path: string,
  write?: { readonly method: 'POST' | 'PUT'; readonly body?: object },
): Promise<Answer> {
  const answer = await fetch(`${url}/v3/accounts/${account?.id}${path}`, {
    method: write?.method ?? 'GET',
    headers: {
      authorization: `Bearer ${account?.token}`,
      'content-type': 'application/json',
    },
    ...(write?.body === undefined ? {} : { body: JSON.stringify(write.body) }),
  });
  return (await answer.json()) as Answer;
}

/** Sends a verb to the main simulation. @throws Error when the server refuses. */
export async function control(
  { url, controlToken }: Served,
  verb: string,
  body: object,
): Promise<void> {
  const answer = await fetch(`${url}/_sim/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${verb}: ${await answer.text()}`);
}
