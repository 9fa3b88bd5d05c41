/**
 * The spreads that bars have in a column of their own. A whole number counts points; a decimal is in
 * units of the price. What a point is never follows from one price, because programs drop trailing
 * zeros: pandas writes 1.387 for 1.38700.
 * Source: docs/reference/tick-files.md 4.
 */

import { decimal } from '../../../../core/base/decimal.js';
import { InputError } from '../../../../core/base/input-error.js';
import { parsePrice, RowFault, shown } from '../../../../core/feed/parse-tick.js';
import { fitsPoints, pointsOf } from '../../../../core/market/points.js';
import { FROM_COLUMN, UNIT_MARK } from './bar-options.js';

export const SPREAD_FIELD = 'spread';

const WHOLE = /^\d{1,7}$/;
const NUMBER = /^\d{1,7}(?:\.\d{1,8})?$/;
/** A whole number as programs write it that keep the column as floats. */
const FLOAT_OF_WHOLE = /^\d+\.0+$/;
const ZERO = /^0*(?:\.0*)?$/;
/** Bars after which it is no chance that no price needs the last decimal of the instrument. */
const BARS_TOLD = 10;

/** How the cells of a column are read. */
export interface ColumnReading {
  /** Digits after the point of the instrument's prices. */
  readonly precision: number;
  /** The size of a unit of the column in the instrument's points, where a person states it. */
  readonly unit: string | undefined;
  /**
   * Digits after the point that the prices of the file are known to have, where a point follows
   * from those digits. Undefined: it follows from the instrument's precision.
   */
  readonly fileDecimals: number | undefined;
}

/** Thrown when the prices of a file have more digits than known: it is then read again from its start. */
export class FinerPrices extends Error {
  constructor(readonly decimals: number) {
    super(`prices have ${decimals} decimals`);
  }
}

/** The unit that the choice states; undefined when it states none. @throws RowFault */
export function columnUnit(choice: string): string | undefined {
  if (choice === FROM_COLUMN) return undefined;
  const unit = choice.slice(UNIT_MARK.length);
  if (NUMBER.test(unit) && !ZERO.test(unit)) return unit;
  const rule = `must have a decimal after ${UNIT_MARK}, the size of its unit, as ${UNIT_MARK}0.00001`;
  throw new RowFault(SPREAD_FIELD, `${rule}, was ${shown(unit)}`);
}

/** A distance in units of the price, in points; it may be zero. @throws RowFault */
export function distance(text: string, precision: number): number {
  return ZERO.test(text) && text !== '' && text !== '.'
    ? 0
    : parsePrice(text, precision, SPREAD_FIELD);
}

/**
 * Owns what the spreads of one reading have shown so far: whole points or decimals. `note` adds
 * one; `check` refuses a column that is both.
 */
export class SpreadColumn {
  readonly #reading: ColumnReading;
  /** Bars with a spread in points, while no price has needed the last decimal of the instrument. */
  #roundBars = 0;
  #isFine = false;

  constructor(reading: ColumnReading) {
    this.#reading = reading;
  }

  /** The spread of a cell in points. @param price - of the same bar. @throws RowFault */
  points(cell: string | undefined, price: string): number {
    const { precision, unit } = this.#reading;
    if (cell === undefined || cell === '') {
      throw new RowFault(SPREAD_FIELD, 'must be given, was empty');
    }
    if (unit !== undefined) return inUnits(cell, unit, precision);
    if (cell.includes('.')) return inPrice(cell, precision);
    if (WHOLE.test(cell)) return this.#inPoints(cell, price);
    throw new RowFault(SPREAD_FIELD, `must be whole points or a decimal, was ${shown(cell)}`);
  }

  /** Notes the prices of a bar. @throws FinerPrices */
  note(texts: readonly string[], points: readonly number[]): void {
    const { precision, unit, fileDecimals } = this.#reading;
    if (unit !== undefined) return;
    if (fileDecimals === undefined) {
      this.#isFine ||= precision === 0 || points.some(each => each % 10 !== 0);
      return;
    }
    const most = Math.max(...texts.map(decimalsOf));
    if (most > fileDecimals) throw new FinerPrices(most);
  }

  /**
   * Refuses spreads in points of a file that has coarser prices than the instrument: its points are
   * larger.
   * @throws InputError (data)
   */
  check(file: string): void {
    if (this.#isFine || this.#roundBars < BARS_TOLD) return;
    const { precision } = this.#reading;
    const [own, coarser] = [precision, precision - 1].map(digits =>
      (10 ** -digits).toFixed(digits),
    );
    const rule = `counts points, and no price of the file needs the ${precision} decimals of the instrument; say what a point is: spread: ${UNIT_MARK}${coarser} or ${UNIT_MARK}${own} (--spread)`;
    throw new InputError('data', { file, field: SPREAD_FIELD }, rule);
  }

  #inPoints(cell: string, price: string): number {
    const { precision, fileDecimals } = this.#reading;
    const count = Number(cell);
    if (fileDecimals === undefined) {
      if (count > 0) this.#roundBars += 1;
      return count;
    }
    const points = count * 10 ** (precision - fileDecimals);
    if (Number.isSafeInteger(points)) return points;
    throw tooFine(`${cell} at ${price}`);
  }
}

function inUnits(cell: string, unit: string, precision: number): number {
  if (!NUMBER.test(cell)) {
    throw new RowFault(SPREAD_FIELD, `must be a decimal number, was ${shown(cell)}`);
  }
  const size = decimal(cell).times(decimal(unit));
  if (!fitsPoints(size, precision)) throw new RowFault(SPREAD_FIELD, `is too large, was ${cell}`);
  const points = pointsOf(size, precision);
  if (points === undefined) throw tooFine(`${cell} times ${unit}`);
  return points;
}

function inPrice(cell: string, precision: number): number {
  if (FLOAT_OF_WHOLE.test(cell) && !ZERO.test(cell)) {
    const choices = `${UNIT_MARK}${(10 ** -precision).toFixed(precision)} or ${UNIT_MARK}1`;
    const rule = `may count points or units of the price: say which (spread: ${choices}, --spread)`;
    throw new RowFault(SPREAD_FIELD, `${rule}, was ${cell}`);
  }
  return distance(cell, precision);
}

function tooFine(was: string): RowFault {
  return new RowFault(SPREAD_FIELD, `is finer than the instrument's prices, was ${was}`);
}

function decimalsOf(price: string): number {
  const dot = price.indexOf('.');
  return dot < 0 ? 0 : price.length - dot - 1;
}
