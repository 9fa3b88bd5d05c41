/** The dashboard in a browser while its market is busy: what it costs there. */

import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';

/** What the page did in a time. */
export interface PageCost {
  /** Lengths of the tasks of its main thread above 50 ms, in ms. */
  readonly longTasks: readonly number[];
  readonly framesPerSecond: number;
}

/** Memory of the page in MB; the kernel's counts are NaN where it does not give them. */
export interface PageMemory {
  /** Objects of the page's scripts after a collection. */
  readonly heap: number;
  /** Proportional set size: memory of the process, what it shares with others counted in parts. */
  readonly pss: number;
  /** Resident set size: what is shared counted as a whole. */
  readonly rss: number;
}

/** Notes long tasks and frames from the beginning of the page on. */
export const WATCH = `
globalThis.longTasks = [];
globalThis.frames = 0;
new PerformanceObserver(list => {
  for (const { duration } of list.getEntries()) globalThis.longTasks.push(duration);
}).observe({ type: 'longtask', buffered: true });
const count = () => { globalThis.frames += 1; requestAnimationFrame(count); };
requestAnimationFrame(count);
`;

/** Lets the page run for some seconds, divided among steps of a visitor, and returns what it cost. */
export async function watchPage(
  page: Page,
  seconds: number,
  steps: readonly (() => Promise<void>)[],
): Promise<PageCost> {
  await page.evaluate('globalThis.longTasks.length = 0; globalThis.frames = 0;');
  const from = performance.now();
  for (const step of steps) {
    await step();
    await page.waitForTimeout((1000 * seconds) / steps.length);
  }
  const seen = await page.evaluate<{ longTasks: number[]; frames: number }>(
    '({ longTasks: globalThis.longTasks, frames: globalThis.frames })',
  );
  const took = (performance.now() - from) / 1000;
  return { longTasks: seen.longTasks, framesPerSecond: seen.frames / took };
}

/** What the page's memory is now. */
export async function memoryOf(browser: Browser, page: Page): Promise<PageMemory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const sizes = await Promise.all((await renderers(browser)).map(sizesOf));
  const largest = sizes.sort((a, b) => b.pss - a.pss)[0] ?? { pss: NaN, rss: NaN };
  return { heap: usedSize / 1e6, ...largest };
}

async function renderers(browser: Browser): Promise<readonly number[]> {
  const session: CDPSession = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

/** The sizes of a process in MB, as Linux counts them. */
async function sizesOf(id: number): Promise<{ readonly pss: number; readonly rss: number }> {
  const text = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  const of = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1]) / 1000;
  return { pss: of('Pss'), rss: of('Rss') };
}
