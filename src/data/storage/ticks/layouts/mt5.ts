/**
 * MetaTrader 5's tick export: tabs, `<DATE> <TIME> <BID> <ASK> <LAST> <VOLUME> <FLAGS>`, in the
 * broker's server time, whose zone only the user knows. A row may have one side only; the other
 * side has not changed. LAST and VOLUME belong to deals, not to quotes, and are ignored.
 * Source: files that its users publish.
 */

import { RowFault } from '../../../../core/feed/parse-tick.js';
import type { Layout } from '../text/layout.js';
import { readCivil } from '../text/times.js';

const TIME =
  /^(?<year>\d{4})\.(?<month>\d{2})\.(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?$/;
const COLUMNS = ['<date>', '<time>', '<bid>', '<ask>'] as const;

export const mt5: Layout = {
  name: 'mt5',
  delimiter: '\t',
  header: 'always',
  matches: first => COLUMNS.every((name, index) => first[index]?.toLowerCase() === name),
  plan(first, { timeZone }) {
    if (!COLUMNS.every((name, index) => first[index] === name)) {
      throw new RowFault('header', `must begin ${COLUMNS.join(' ')}, was ${first.join(' ')}`);
    }
    if (timeZone === undefined) {
      const rule =
        "MT5 files are in the broker's server time: name its zone (timeZone, --time-zone); most show America/New_York+7";
      throw new RowFault('time', rule);
    }
    return {
      widths: [first.length],
      time: 0,
      bid: 2,
      ask: 3,
      volumeScale: 1,
      snap: false,
      oneSided: true,
      readTime: ([date = '', time = '']) => readCivil(`${date} ${time}`, TIME, timeZone),
    };
  },
};
