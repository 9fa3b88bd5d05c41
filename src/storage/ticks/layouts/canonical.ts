/**
 * The canonical layout: `time,bid,ask[,bid_volume,ask_volume]`; times in RFC 3339 or as epochs of
 * one unit, volumes in units. Re-exports of TrueFX and others have `timestamp` instead of `time`.
 * Source: docs/reference/tick-files.md 1.
 */

import { checkedHeader, type Layout, volumesAt } from '../text/layout.js';
import { anyTimeReader } from '../text/times.js';

const HEADERS = ['time', 'timestamp'].flatMap(time => [
  `${time},bid,ask`,
  `${time},bid,ask,bid_volume,ask_volume`,
]);

export const canonical: Layout = {
  name: 'canonical',
  delimiter: ',',
  header: 'always',
  matches: first => HEADERS.includes(first.join(',').toLowerCase()),
  plan(first, context) {
    checkedHeader(first, HEADERS);
    const read = anyTimeReader(context);
    return {
      widths: [first.length],
      time: 0,
      bid: 1,
      ask: 2,
      ...volumesAt(first.length, 3, 4),
      volumeScale: 1,
      snap: false,
      oneSided: false,
      readTime: ([time = '']) => read(time),
    };
  },
};
