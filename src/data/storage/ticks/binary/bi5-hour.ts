/**
 * Dukascopy's own tick files: `GBPJPY/2012/11/02/21h_ticks.bi5` holds the hour that its path names,
 * in UTC; months count from 00. The content is an LZMA stream of records of 20 bytes, big-endian:
 * milliseconds in the hour, ask and bid in Dukascopy's points, then both volumes in millions as
 * 32-bit floats, ask first. An hour without ticks is a file of 0 bytes.
 * Source: the publisher's files; the points are those of dukascopy-node's table of instruments.
 */

import { resolve } from 'node:path';
import { InputError } from '../../../../core/base/input-error.js';
import { checkSpread, RowFault } from '../../../../core/feed/parse-tick.js';
import { type Instrument, quoteCurrency } from '../../../../core/market/instrument.js';
import { formatPoints } from '../../../../core/market/points.js';
import {
  daysFromCivil,
  instant,
  isCivilDate,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MILLI,
} from '../../../../core/time/instant.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import { normaliseSymbol } from '../text/symbol.js';
import { LzmaFault, unlzma } from './lzma.js';

/** Name of the layout. */
export const BI5 = 'dukascopy-bi5';

const PLACE = /([^/\\]+)[/\\](\d{4})[/\\](\d{2})[/\\](\d{2})[/\\](\d{2})h_ticks\.bi5$/i;
const RECORD = 20;
const MILLIS_PER_HOUR = 3_600_000;
/** Bytes of an hour: 800,000 ticks. The busiest hours on record have a tenth of that. */
const LARGEST_HOUR = 16_000_000;
const UNITS_PER_MILLION = 1_000_000;
const FLOAT_DIGITS = 7;
const MOST_POINTS = 2_147_483_647;

/** Decimals of Dukascopy's prices by quote currency, where they are not five. */
const DECIMALS: Readonly<Record<string, number>> = {
  JPY: 3,
  HUF: 3,
  RUB: 3,
  CZK: 4,
  RON: 4,
  THB: 4,
};
const DECIMALS_OF_CURRENCIES = 5;
const DECIMALS_OF_OTHERS = 3;

/** Adds the ticks of one hour. @param packed - the file. @throws InputError */
export async function addBi5Hour(
  builder: TickBuilder,
  path: string,
  packed: Buffer,
  instrument: Instrument,
): Promise<void> {
  const start = hourOf(path, instrument);
  if (packed.length === 0) return;
  const bytes = await unpackedHour(path, packed);
  const places = instrument.displayPrecision - decimalsOf(instrument);
  for (let at = 0, record = 1; at < bytes.length; at += RECORD, record++) {
    builder.addEntry(record, () => {
      const millis = bytes.readUInt32BE(at);
      if (millis >= MILLIS_PER_HOUR) {
        throw new RowFault('time', `must be milliseconds of an hour, was ${millis}`);
      }
      const ask = pointsOf(bytes.readUInt32BE(at + 4), places, 'ask');
      const bid = pointsOf(bytes.readUInt32BE(at + 8), places, 'bid');
      const text = (points: number) => formatPoints(points, instrument.displayPrecision);
      if (bid > ask) checkSpread(bid, ask, text(bid), text(ask));
      const time = { at: instant(start + millis * MICROS_PER_MILLI), cut: false };
      builder.push(time, bid, ask, {
        bid: unitsOf(bytes.readFloatBE(at + 16), 'bid_volume'),
        ask: unitsOf(bytes.readFloatBE(at + 12), 'ask_volume'),
      });
    });
  }
}

/** Start of the hour that a path names, in microseconds. @throws InputError */
function hourOf(path: string, { name }: Instrument): number {
  const [, symbol = '', ...numbers] = PLACE.exec(resolve(path)) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0] = numbers.map(Number);
  if (symbol === '' || !isCivilDate(year, month + 1, day) || hour > 23 || year < 1970) {
    const rule =
      'must lie at SYMBOL/YEAR/MONTH/DAY/HHh_ticks.bi5, where months count from 00, because only its path has the hour';
    throw new InputError('data', { file: path }, rule);
  }
  const held = normaliseSymbol(symbol);
  if (held !== undefined && held !== name) {
    const rule = `holds ticks of ${held}, not of ${name}: name the folder of one instrument`;
    throw new InputError('data', { file: path, field: 'instrument' }, rule);
  }
  return daysFromCivil(year, month + 1, day) * MICROS_PER_DAY + hour * MICROS_PER_HOUR;
}

async function unpackedHour(path: string, packed: Buffer): Promise<Buffer> {
  try {
    const bytes = await unlzma(packed, LARGEST_HOUR);
    if (bytes.length % RECORD === 0) return bytes;
    throw new LzmaFault(`must hold records of ${RECORD} bytes, was ${bytes.length} bytes`);
  } catch (error) {
    if (!(error instanceof LzmaFault)) throw error;
    throw new InputError('data', { file: path }, error.message);
  }
}

function decimalsOf(instrument: Instrument): number {
  if (instrument.type !== 'CURRENCY') return DECIMALS_OF_OTHERS;
  return DECIMALS[quoteCurrency(instrument)] ?? DECIMALS_OF_CURRENCIES;
}

/** Dukascopy's points as points of the instrument, `places` decimals more. @throws RowFault */
function pointsOf(points: number, places: number, field: string): number {
  const shifted = places >= 0 ? points * 10 ** places : points / 10 ** -places;
  if (!Number.isInteger(shifted)) {
    throw new RowFault(field, `has more decimals than the instrument, was ${points} points`);
  }
  if (shifted <= 0) throw new RowFault(field, `must be above zero, was ${points}`);
  if (shifted > MOST_POINTS) throw new RowFault(field, `is too large, was ${points} points`);
  return shifted;
}

/** A 32-bit float has seven digits; further ones come from its binary form. */
function unitsOf(millions: number, field: string): number {
  const units = Math.round(Number(millions.toPrecision(FLOAT_DIGITS)) * UNITS_PER_MILLION);
  if (units >= 0 && Number.isSafeInteger(units)) return units;
  throw new RowFault(field, `must be a volume in millions, was ${millions}`);
}
