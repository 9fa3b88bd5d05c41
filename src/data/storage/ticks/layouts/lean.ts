/**
 * The rows in a LEAN tick archive: no header, `milliseconds since midnight,bid,ask`. Only the name
 * of the archive has the date. Times are in the archive's data zone; default UTC.
 * Source: LEAN's published data format.
 */

import { RowFault, shown } from '../../../../core/feed/parse-tick.js';
import { fileClock } from '../text/file-clock.js';
import type { Layout } from '../text/layout.js';

const MILLIS = /^\d{1,8}$/;
const MILLIS_PER_DAY = 86_400_000;

/** The layout of the archive of one day. @param days - civil day number, as from daysFromCivil. */
export function leanDay(days: number): Layout {
  return {
    name: 'lean',
    delimiter: ',',
    header: 'never',
    matches: () => false,
    plan(_, { timeZone = 'UTC' }) {
      const clock = fileClock(timeZone);
      return {
        widths: [3],
        time: 0,
        bid: 1,
        ask: 2,
        volumeScale: 1,
        snap: false,
        oneSided: false,
        readTime([millis = '']) {
          if (!MILLIS.test(millis) || Number(millis) >= MILLIS_PER_DAY) {
            throw new RowFault('time', `must be milliseconds of a day, was ${shown(millis)}`);
          }
          return { at: clock(days, Number(millis) * 1000), cut: false };
        },
      };
    },
  };
}
