/**
 * duka and go-duka: `time,ask,bid,ask_volume,bid_volume`, ask first, UTC without a zone
 * (`2017-01-01 22:00:20.786`), volumes in millions. Some files have no header and then look like
 * many other layouts, so this layout is used only when it is named.
 * Source: the tools' READMEs.
 */

import { checkedHeader, type Layout } from '../text/layout.js';
import { LOCAL_ISO, readCivil } from '../text/times.js';

const HEADER = 'time,ask,bid,ask_volume,bid_volume';
const UTC = 0;

export const duka: Layout = {
  name: 'duka',
  delimiter: ',',
  header: 'optional',
  matches: first => first.join(',').toLowerCase() === HEADER,
  plan(first) {
    if (first[0] === 'time') checkedHeader(first, [HEADER]);
    return {
      widths: [5],
      time: 0,
      ask: 1,
      bid: 2,
      askVolume: 3,
      bidVolume: 4,
      volumeScale: 1_000_000,
      snap: true,
      oneSided: false,
      readTime: ([time = '']) => readCivil(time, LOCAL_ISO, UTC),
    };
  },
};
