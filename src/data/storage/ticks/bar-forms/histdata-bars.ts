/**
 * HistData's one-minute bars, bid only. ASCII: `20120201 000000;o;h;l;c;volume`. MetaTrader's
 * flavour: `2012.02.01,00:00,o,h,l,c,volume`, which looks like an export of MetaTrader 4. Times are
 * UTC-5 all year, without summer time; the volume is always 0.
 * Source: the publisher's file specification.
 */

import { readCivil } from '../text/times.js';
import type { BarLayout } from './bar-layout.js';

const ASCII_TIME =
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2}) (?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})$/;
const METATRADER_TIME =
  /^(?<year>\d{4})\.(?<month>\d{2})\.(?<day>\d{2}) (?<hour>\d{2}):(?<minute>\d{2})$/;
const EASTERN_STANDARD_MINUTES = -300;
/** The name that HistData gives to files for MetaTrader. */
const OWN_NAME = /DAT_MT_/i;
const SOURCE = { price: 'bid', granularity: 'M1', snap: false } as const;

/** Whether cells are `date,time,o,h,l,c,volume` in the form of MetaTrader 4. */
export function isMetaTraderRow(cells: readonly string[]): boolean {
  return cells.length === 7 && METATRADER_TIME.test(`${cells[0]} ${cells[1]}`);
}

/** Whether a file has the name that HistData gives to files for MetaTrader. */
export function isHistDataName(name: string): boolean {
  return OWN_NAME.test(name);
}

export const histdataBars: BarLayout = {
  name: 'histdata-m1',
  delimiter: ';',
  header: 'never',
  matches: first => first.length === 6 && ASCII_TIME.test(first[0] ?? ''),
  plan: () => ({
    widths: [6],
    source: SOURCE,
    prices: [1, 2, 3, 4],
    readTime: ([time = '']) => readCivil(time, ASCII_TIME, EASTERN_STANDARD_MINUTES),
  }),
};

export const histdataMetaTrader: BarLayout = {
  name: 'histdata-m1-mt',
  delimiter: ',',
  header: 'never',
  about: 'HistData for MetaTrader, UTC-5 all year',
  matches: (first, { name, timeZone }) =>
    isMetaTraderRow(first) && (isHistDataName(name) || timeZone === undefined),
  plan: () => ({
    widths: [7],
    source: SOURCE,
    prices: [2, 3, 4, 5],
    readTime: ([date = '', time = '']) =>
      readCivil(`${date} ${time}`, METATRADER_TIME, EASTERN_STANDARD_MINUTES),
  }),
};
