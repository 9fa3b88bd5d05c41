/**
 * Dukascopy's own export: `Gmt time,Ask,Bid,AskVolume,BidVolume`, ask first, DD.MM.YYYY, volumes in
 * millions, prices with float noise (1.1370200000000001). An export with `Local time` has the
 * offset in each row (` GMT+0100`).
 * Source: files that its users publish.
 */

import { RowFault, shown } from '../../../../core/feed/parse-tick.js';
import { checkedHeader, type Layout } from '../text/layout.js';
import { readCivil } from '../text/times.js';

const TIME =
  /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?(?: GMT(?<offset>[+-]\d{4}))?$/;
const COLUMNS = 'ask,bid,askvolume,bidvolume';
const HEADERS = [`gmt time,${COLUMNS}`, `local time,${COLUMNS}`];
const UTC = 0;

export const dukascopySite: Layout = {
  name: 'dukascopy-site',
  delimiter: ',',
  header: 'always',
  matches: first => HEADERS.includes(first.join(',').toLowerCase()),
  plan(first) {
    checkedHeader(first, HEADERS);
    const local = first[0] === 'local time';
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
      readTime([time = '']) {
        if (local && !/ GMT[+-]\d{4}$/.test(time)) {
          throw new RowFault('time', `must end in its offset, GMT+hhmm, was ${shown(time)}`);
        }
        return readCivil(time, TIME, UTC);
      },
    };
  },
};
