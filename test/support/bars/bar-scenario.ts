/** Scenarios over bars and ticks that a test makes up, run through the library alone. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunResult, runScenario } from '../../../src/cli/library/library.js';
import { formatPoints } from '../../../src/core/market/points.js';
import { formatRfc3339, instant } from '../../../src/core/time/instant.js';
import { temporaryFolder } from '../files/temporary.js';

/** Bid and ask in points. */
export type Sides = readonly [bid: number, ask: number];

/** A bar of both sides. */
export interface Bar {
  readonly open: Sides;
  readonly high: Sides;
  readonly low: Sides;
  readonly close: Sides;
}

export type Path = 'nearest-first' | 'low-first' | 'high-first';

/** When an order is made, and the order. */
export interface Planned {
  /** Microseconds. */
  readonly at: number;
  readonly order: Readonly<Record<string, unknown>>;
}

/** A quote at a time in microseconds; `leg` where it ends a leg. */
export interface Point {
  readonly time: number;
  readonly quote: Sides;
  readonly leg: boolean;
}

export const FROM = Date.UTC(2024, 2, 5, 10) * 1000;
export const MINUTE = 60_000_000;
const PRECISION = 5;

/** Points as the text of a price. */
export const price = (points: number) => formatPoints(points, PRECISION);

/** The four points of each M1 bar: tick-files.md 4, by its words. */
export function pointsOf(bars: readonly Bar[], path: Path): Point[] {
  return bars.flatMap((bar, index) => {
    const { open, high, low, close } = bar;
    const mid = ([bid, ask]: Sides) => bid + ask;
    const isHighNearer = mid(high) - mid(open) <= mid(open) - mid(low);
    const isHighFirst = path === 'high-first' || (path === 'nearest-first' && isHighNearer);
    const way = isHighFirst ? [open, high, low, close] : [open, low, high, close];
    return way.map((quote, step) => ({
      time: FROM + index * MINUTE + (step * MINUTE) / 4,
      quote,
      leg: step > 0,
    }));
  });
}

/** The CSV of M1 bars. */
export function barsText(bars: readonly Bar[]): string {
  const rows = bars.map(({ open, high, low, close }, index) => {
    const cells = [0, 1].flatMap(side =>
      [open, high, low, close].map(quote => price(quote[side] as number)),
    );
    return [formatRfc3339(instant(FROM + index * MINUTE)), ...cells].join(',');
  });
  const names = ['bid', 'ask'].flatMap(side => ['o', 'h', 'l', 'c'].map(each => `${side}_${each}`));
  return `${[['time', ...names].join(','), ...rows].join('\n')}\n`;
}

/** The CSV of ticks. */
export function ticksText(points: readonly Point[]): string {
  const rows = points.map(({ time, quote: [bid, ask] }) =>
    [formatRfc3339(instant(time)), price(bid), price(ask)].join(','),
  );
  return `${['time,bid,ask', ...rows].join('\n')}\n`;
}

/** What a run is made of: files of the market by instrument, and the plan of one account. */
export interface BarScenario {
  readonly market: Readonly<Record<string, { readonly text: string; readonly path?: Path }>>;
  readonly account: Readonly<Record<string, unknown>>;
  /** In order of time. */
  readonly plan: readonly Planned[];
}

/** Runs it; a market with a path is one of M1 bars, any other one of ticks. */
export function runBars({ market, account, plan }: BarScenario): Promise<RunResult> {
  const folder = temporaryFolder();
  const sources = Object.entries(market).map(([name, { text, path }]) => {
    const file = `${name}.csv`;
    writeFileSync(join(folder, file), text);
    const bars = { bars: file, granularity: 'M1', price: 'bid-ask', path };
    return [name, path === undefined ? { ticks: file } : bars];
  });
  const scenario = {
    version: 1,
    name: 'bars',
    market: Object.fromEntries(sources),
    accounts: [account],
    timeline: plan.map(({ at, order }) => ({ at: formatRfc3339(instant(at)), create: order })),
  };
  const file = join(folder, 'scenario.yaml');
  writeFileSync(file, JSON.stringify(scenario));
  return runScenario(file);
}
