/**
 * TrueFX: no header, `EUR/USD,20130101 21:59:59.981,bid,ask`, UTC; every row has the pair, which
 * must be the same in all rows. (Re-exports with the header `timestamp,bid,ask` are canonical.)
 * Source: files that its users publish.
 */

import { RowFault, shown } from '../../../../core/feed/parse-tick.js';
import type { Layout } from '../text/layout.js';
import { readCivil } from '../text/times.js';

const PAIR = /^[A-Z]{3}\/[A-Z]{3}$/;
const TIME =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?$/;
const UTC = 0;

export const truefx: Layout = {
  name: 'truefx',
  delimiter: ',',
  header: 'never',
  matches: first => PAIR.test(first[0] ?? '') && TIME.test(first[1] ?? ''),
  plan([firstPair = '']) {
    return {
      widths: [4],
      time: 1,
      bid: 2,
      ask: 3,
      volumeScale: 1,
      snap: false,
      oneSided: false,
      readTime([pair = '', time = '']) {
        if (pair !== firstPair) {
          throw new RowFault('pair', `must be ${firstPair} in every row, was ${shown(pair)}`);
        }
        return readCivil(time, TIME, UTC);
      },
    };
  },
};
