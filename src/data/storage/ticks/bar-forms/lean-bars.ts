/**
 * The rows in a LEAN archive of seconds or minutes: no header,
 * `milliseconds since midnight,bid o,h,l,c,bid size,ask o,h,l,c,ask size`. The archive has the date
 * in its name and the length of the bars in the name of its only file.
 * Source: LEAN's published data format.
 */

import type { Layout } from '../text/layout.js';
import type { BarLayout } from './bar-layout.js';

const WIDTH = 11;
const LENGTHS = { second: 'S1', minute: 'M1' } as const;

/** Whether a row of an archive is a bar and not a tick. */
export function isLeanBar(first: readonly string[]): boolean {
  return first.length === WIDTH;
}

/**
 * The layout of the archive of one day.
 * @param day - the layout of its ticks, which have the same times.
 * @param content - name of the file in the archive: `20140502_eurusd_minute_quote.csv`.
 */
export function leanBars(day: Layout, content: string): BarLayout {
  const length = Object.entries(LENGTHS).find(([word]) => content.includes(`_${word}_`));
  return {
    name: 'lean-bars',
    delimiter: ',',
    header: 'never',
    matches: isLeanBar,
    plan(first, context) {
      const { readTime } = day.plan(first, context);
      return {
        widths: [WIDTH],
        source: { snap: false, ...(length === undefined ? {} : { granularity: length[1] }) },
        prices: { bid: [1, 2, 3, 4], ask: [6, 7, 8, 9] },
        readTime,
      };
    },
  };
}
