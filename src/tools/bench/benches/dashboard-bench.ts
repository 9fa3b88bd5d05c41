/**
 * The dashboard under load: 50 instruments with 1,000 ticks a second, in a browser without a screen.
 * `ORRERY_BENCH_MINUTES` says how long; the goals are those of a browser that draws with software.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { globSync } from 'tinyglobby';
import { memoryOf, type PageCost, type PageMemory, WATCH, watchPage } from '../loads/busy-page.js';
import { writeMarket } from '../loads/dashboard-market.js';
import { MAIN } from '../measuring/child.js';
import { atMost, type BenchFigure, figure } from '../measuring/figure.js';
import { secondsOf } from '../measuring/measure.js';
import { say } from '../measuring/progress.js';
import { inFolder } from '../measuring/temporary.js';

const PAGE_FILES = fileURLToPath(new URL('../../../dashboard', import.meta.url));
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Seconds of ticks beyond the measured time: start, login, settling. */
const AROUND = 90;
const SETTLE_MS = 5_000;

/** Long tasks, frames, memory, the time to the first chart, and the size of the page. */
export async function dashboardBench(): Promise<BenchFigure[]> {
  const browser = [process.env['ORRERY_CHROMIUM'] ?? '', ...PLACES].find(existsSync);
  if (browser === undefined) throw new Error('there is no Chromium; ORRERY_CHROMIUM names one');
  const seconds = 60 * Number(process.env['ORRERY_BENCH_MINUTES'] ?? 1);
  const size = figure('dashboard: page, all files gzipped', await gzippedSize(), 'kB', {
    goal: atMost(250),
  });
  return [size, ...(await inFolder(folder => underLoad(folder, browser, seconds)))];
}

async function underLoad(
  folder: string,
  chromium: string,
  seconds: number,
): Promise<BenchFigure[]> {
  say(`  dashboard: making ${seconds + AROUND} s of ticks`);
  const scenario = await writeMarket(folder, seconds + AROUND);
  const serving = await startServer(scenario);
  const { chromium: launcher } = await import('playwright-core');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await launcher.launch({ executablePath: chromium, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(WATCH);
    const first = await secondsOf(() => openPage(page, serving.address));
    await page.getByLabel('Granularity').selectOption('S5');
    await page.waitForTimeout(SETTLE_MS);
    say(`  dashboard: watching for ${seconds} s`);
    const cost = await watchPage(page, seconds);
    return figuresOf(first, cost, await memoryOf(browser as Browser, page));
  } finally {
    await browser.close();
    serving.stop();
  }
}

/** Starts a server of the scenario at the speed of the wall clock. */
async function startServer(scenario: string) {
  const words = [MAIN, 'serve', scenario, '--port', '0', '--speed', '1', '--json'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { dashboard, dashboardCode } = JSON.parse(String(line)) as Record<string, string>;
  return { address: `${dashboard}#code=${dashboardCode}`, stop: () => child.kill() };
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('.told', { hasText: / C \d/ }).waitFor();
}

function figuresOf(first: number, cost: PageCost, { heap, pss, rss }: PageMemory): BenchFigure[] {
  const { longTasks, framesPerSecond } = cost;
  return [
    figure('dashboard: time to the first chart, with login', first, 's'),
    figure('dashboard: tasks above 50 ms', longTasks.length, 'tasks', { goal: atMost(0) }),
    figure('dashboard: longest task above 50 ms', Math.max(0, ...longTasks), 'ms'),
    figure('dashboard: frames', framesPerSecond, 'frames/s'),
    figure('dashboard: memory of the page (Pss of its process)', pss, 'MB', { goal: atMost(200) }),
    figure('dashboard: the same with shared libraries (RSS)', rss, 'MB'),
    figure('dashboard: objects of its scripts (JS heap)', heap, 'MB'),
  ];
}

/** All files that a first visit may load, in kB. */
async function gzippedSize(): Promise<number> {
  const files = globSync('**/*.{html,js,css,svg}', { cwd: PAGE_FILES });
  const texts = await Promise.all(files.map(file => readFile(join(PAGE_FILES, file))));
  return texts.reduce((sum, text) => sum + gzipSync(text).length, 0) / 1000;
}
