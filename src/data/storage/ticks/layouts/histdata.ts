/**
 * HistData ASCII ticks: no header, `20120201 000003660,bid,ask,volume`. Times are Eastern Standard
 * Time all year, UTC-5 without daylight saving. The volume is always 0 and is ignored.
 * Source: the publisher's file specification.
 */

import type { Layout } from '../text/layout.js';
import { readCivil } from '../text/times.js';

const TIME =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2}) (?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})(?<fraction>\d{3})$/;
const EASTERN_STANDARD_MINUTES = -300;

export const histdata: Layout = {
  name: 'histdata',
  delimiter: ',',
  header: 'never',
  matches: first => TIME.test(first[0] ?? ''),
  plan: () => ({
    widths: [3, 4],
    time: 0,
    bid: 1,
    ask: 2,
    volumeScale: 1,
    snap: false,
    oneSided: false,
    readTime: ([time = '']) => readCivil(time, TIME, EASTERN_STANDARD_MINUTES),
  }),
};
