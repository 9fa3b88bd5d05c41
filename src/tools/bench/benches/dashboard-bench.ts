/**
 * The dashboard under load, in a browser without a screen: instruments with 20 ticks a second each, open
 * trades, a long ledger, and orders that go on. `ORRERY_BENCH_MINUTES` and its like say how much of each;
 * the goals are those of a browser that draws with software.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { globSync } from 'tinyglobby';
import { memoryOf, type PageCost, type PageMemory, WATCH, watchPage } from '../loads/busy-page.js';
import { namesOf, writeMarket } from '../loads/dashboard-market.js';
import { type DeskLoad, type DeskServer, fillAccount, goOn } from '../loads/desk-load.js';
import { MAIN } from '../measuring/child.js';
import { atLeast, atMost, type BenchFigure, figure } from '../measuring/figure.js';
import { secondsOf } from '../measuring/measure.js';
import { say } from '../measuring/progress.js';
import { inFolder } from '../measuring/temporary.js';

const PAGE_FILES = fileURLToPath(new URL('../../../dashboard', import.meta.url));
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Seconds of ticks beyond the measured time: filling the account, start, login, settling. */
const AROUND = 120;
const SETTLE_MS = 5_000;
/** The tables of an account that are shown in turn, each for the same part of the time. */
const TABS = ['Trades', 'Orders', 'Transactions', 'Practice'];

/** How much there is on the page, and for how long it is watched. */
interface Load extends DeskLoad {
  readonly seconds: number;
  /** Numbers of charts; the page is watched with each. */
  readonly charts: readonly string[];
}

/** Long tasks, frames, memory, the time to the first chart, and the size of the page. */
export async function dashboardBench(): Promise<BenchFigure[]> {
  const browser = [process.env['ORRERY_CHROMIUM'] ?? '', ...PLACES].find(existsSync);
  if (browser === undefined) throw new Error('there is no Chromium; ORRERY_CHROMIUM names one');
  const size = figure('dashboard: page, all files gzipped', await gzippedSize(), 'kB', {
    goal: atMost(250),
  });
  return [size, ...(await inFolder(folder => underLoad(folder, browser, askedLoad())))];
}

/** The load that the environment names. */
function askedLoad(): Load {
  const asked = (name: string, usual: number) =>
    Number(process.env[`ORRERY_BENCH_${name}`] ?? usual);
  return {
    seconds: 60 * asked('MINUTES', 1),
    instruments: namesOf(asked('INSTRUMENTS', 50)),
    trades: asked('TRADES', 0),
    transactions: asked('TRANSACTIONS', 0),
    charts: (process.env['ORRERY_BENCH_CHARTS'] ?? '1').split(','),
  };
}

async function underLoad(folder: string, chromium: string, load: Load): Promise<BenchFigure[]> {
  const ticks = load.seconds * load.charts.length + AROUND;
  say(`  dashboard: making ${ticks} s of ticks`);
  const scenario = await writeMarket(folder, ticks, load.instruments);
  const serving = await startServer(scenario);
  say(`  dashboard: ${load.transactions} transactions, ${load.trades} trades`);
  await fillAccount(serving.server, load);
  const stopTrading = await goOn(serving.server, load);
  const { chromium: launcher } = await import('playwright-core');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await launcher.launch({ executablePath: chromium, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(WATCH);
    const first = await secondsOf(() => openPage(page, serving.address));
    const start = figure('dashboard: time to the first chart, with login', first, 's');
    const figures = [start];
    for (const charts of load.charts) {
      figures.push(...figuresOf(charts, ...(await watched(browser, page, charts, load))));
    }
    return figures;
  } finally {
    await browser.close();
    await stopTrading();
    serving.stop();
  }
}

/** Shows the charts, and one table after the other. @returns what the page cost and its memory at the end. */
async function watched(
  browser: Browser,
  page: Page,
  charts: string,
  { seconds }: Load,
): Promise<[PageCost, PageMemory]> {
  await page.locator('.pane-count').selectOption(charts);
  await page.getByLabel('Granularity').first().selectOption('S5');
  await page.waitForTimeout(SETTLE_MS);
  say(`  dashboard: watching ${charts} charts for ${seconds} s, load ${loadavg()[0]?.toFixed(1)}`);
  const show = (tab: string) => page.getByRole('tab', { name: tab, exact: true }).click();
  const cost = await watchPage(
    page,
    seconds,
    TABS.map(tab => () => show(tab)),
  );
  return [cost, await memoryOf(browser, page)];
}

/** Starts a server of the scenario, whose clock stands. */
async function startServer(scenario: string) {
  const words = [MAIN, 'serve', scenario, '--port', '0', '--paused', '--json'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const server = JSON.parse(String(line)) as DeskServer &
    Record<'dashboard' | 'dashboardCode', string>;
  const address = `${server.dashboard}#code=${server.dashboardCode}`;
  return { server, address, stop: () => child.kill() };
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('.told', { hasText: / C \d/ }).waitFor();
}

function figuresOf(
  charts: string,
  { longTasks, framesPerSecond }: PageCost,
  { heap, pss, rss }: PageMemory,
): BenchFigure[] {
  const name = (what: string) => `dashboard, ${charts} charts: ${what}`;
  return [
    figure(name('tasks above 50 ms'), longTasks.length, 'tasks', { goal: atMost(0) }),
    figure(name('longest task above 50 ms'), Math.max(0, ...longTasks), 'ms'),
    figure(name('frames'), framesPerSecond, 'frames/s', { goal: atLeast(58) }),
    figure(name('memory of the page (Pss of its process)'), pss, 'MB', { goal: atMost(200) }),
    figure(name('the same with shared libraries (RSS)'), rss, 'MB'),
    figure(name('objects of its scripts (JS heap)'), heap, 'MB'),
  ];
}

/** All files that a first visit may load, in kB. */
async function gzippedSize(): Promise<number> {
  const files = globSync('**/*.{html,js,css,svg}', { cwd: PAGE_FILES });
  const texts = await Promise.all(files.map(file => readFile(join(PAGE_FILES, file))));
  return texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1000;
}
