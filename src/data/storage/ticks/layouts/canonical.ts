/**
 * The canonical layout: `time,bid,ask[,bid_volume,ask_volume]`, and `leg[,prices],bars` for ticks that
 * were made from bars (bars/bar-marks.ts); times in RFC 3339 or as epochs of
 * one unit, volumes in units. Re-exports of TrueFX and others have `timestamp` instead of `time`.
 * Source: docs/reference/tick-files.md 1.
 */

import { checkedHeader, type Layout, marksIn, volumesAt } from '../text/layout.js';
import { anyTimeReader } from '../text/times.js';

/** What helps with times of another form, or without a zone. */
const OTHER_FORMS =
  '; --columns with --time-format and --time-zone reads other forms (layout: in a scenario)';
const VOLUMES = ['', ',bid_volume,ask_volume'];
const MARKS = ['', ',leg,bars', ',leg,prices,bars'];
const HEADERS = ['time', 'timestamp'].flatMap(time =>
  MARKS.flatMap(marks => VOLUMES.map(volumes => `${time},bid,ask${volumes}${marks}`)),
);

export const canonical: Layout = {
  name: 'canonical',
  delimiter: ',',
  header: 'always',
  matches: first => HEADERS.includes(first.join(',').toLowerCase()),
  plan(first, context) {
    checkedHeader(first, HEADERS);
    const read = anyTimeReader(context, OTHER_FORMS);
    return {
      widths: [first.length],
      time: 0,
      bid: 1,
      ask: 2,
      ...(first.includes('bid_volume') ? volumesAt(first.length, 3, 4) : {}),
      ...marksIn(first),
      volumeScale: 1,
      snap: false,
      oneSided: false,
      readTime: ([time = '']) => read(time),
    };
  },
};
