/**
 * The daily returns of a run as numbers by day, which can be laid beside those of other runs: days are
 * counted from 1 January 1970, returns are floats of 32 bits. As text, a series takes 5.3 characters a
 * day, because the days are those of every week, Monday to Friday, unless they are written out.
 */

import { NEW_YORK, rolloverAfter } from '../../../core/time/calendar.js';
import { instant } from '../../../core/time/instant.js';
import { zone } from '../../../core/time/zone.js';
import type { DayReturn } from './daily.js';

/** Returns of one account by day, oldest first. */
export interface DailySeries {
  /** Trading days, counted from 1 January 1970; ascending, each once. */
  readonly days: readonly number[];
  /** Return of each day; 0.01 is a gain of 1 %. */
  readonly returns: Float32Array;
}

/** A series as plain text, for files and queues. */
export interface SeriesText {
  /** The first day. */
  readonly first: number;
  /** Days, unless they are all days from Monday to Friday since the first one. */
  readonly days?: readonly number[];
  /** The returns as floats of 32 bits, little-endian, in base64. */
  readonly returns: string;
}

/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 3;
const WEEK = 7;
const FRIDAY = 4;
const BYTES = 4;

/** The series of daily returns; two returns of one trading day become one. */
export function dailySeries(returns: readonly DayReturn[]): DailySeries {
  const days: number[] = [];
  const fractions: number[] = [];
  for (const { at, fraction } of returns) {
    const day = zone(NEW_YORK).toLocal(rolloverAfter(instant(at - 1))).days;
    const last = fractions.length - 1;
    if (days.at(-1) === day) fractions[last] = (1 + (fractions[last] ?? 0)) * (1 + fraction) - 1;
    else {
      days.push(day);
      fractions.push(fraction);
    }
  }
  return { days, returns: Float32Array.from(fractions) };
}

/** The series as text. */
export function seriesText({ days, returns }: DailySeries): SeriesText {
  const first = days[0] ?? 0;
  const isUsual = weekdaysFrom(first, days.length).every((day, index) => day === days[index]);
  const bytes = new DataView(new ArrayBuffer(returns.length * BYTES));
  returns.forEach((value, index) => {
    bytes.setFloat32(index * BYTES, value, true);
  });
  const text = Buffer.from(bytes.buffer).toString('base64');
  return { first, ...(isUsual ? {} : { days }), returns: text };
}

/** The series of a text that `seriesText` made. */
export function readSeries({ first, days, returns }: SeriesText): DailySeries {
  const bytes = Buffer.from(returns, 'base64');
  const values = Float32Array.from({ length: Math.floor(bytes.length / BYTES) }, (_, index) =>
    bytes.readFloatLE(index * BYTES),
  );
  return { days: days ?? weekdaysFrom(first, values.length), returns: values };
}

/** `count` days from `first` on, without Saturdays and Sundays unless it is one. */
function weekdaysFrom(first: number, count: number): number[] {
  const days: number[] = [];
  for (let day = first; days.length < count; day++) {
    if (day === first || (day + FIRST_WEEKDAY) % WEEK <= FRIDAY) days.push(day);
  }
  return days;
}
