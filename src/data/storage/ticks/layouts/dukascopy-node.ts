/**
 * dukascopy-node's CSV: `timestamp,askPrice,bidPrice[,askVolume,bidVolume]`, ask first, epochs in
 * milliseconds, volumes in millions. The tool can also write times in RFC 3339, which are read too.
 * Source: the tool's documentation of its output.
 */

import { checkedHeader, type Layout, volumesAt } from '../text/layout.js';
import { anyTimeReader } from '../text/times.js';

const HEADERS = ['timestamp,askprice,bidprice', 'timestamp,askprice,bidprice,askvolume,bidvolume'];

export const dukascopyNode: Layout = {
  name: 'dukascopy-node',
  delimiter: ',',
  header: 'always',
  matches: first => HEADERS.includes(first.join(',').toLowerCase()),
  plan(first, context) {
    checkedHeader(first, HEADERS);
    const read = anyTimeReader(context);
    return {
      widths: [first.length],
      time: 0,
      ask: 1,
      bid: 2,
      ...volumesAt(first.length, 4, 3),
      volumeScale: 1_000_000,
      snap: true,
      oneSided: false,
      readTime: ([time = '']) => read(time),
    };
  },
};
