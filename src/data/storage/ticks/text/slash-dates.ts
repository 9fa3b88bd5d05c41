/**
 * Dates such as 04/05/2024, whose day or month may come first. The first date of a file that only
 * one order can read decides for all of them. Until then the month counts as first; if that proves
 * wrong, the file is read again.
 */

import { InputError } from '../../../../core/base/input-error.js';
import { RowFault, shown } from '../../../../core/feed/parse-tick.js';

/** Which part of a date comes first. */
export type DateOrder = 'month-first' | 'day-first';

/** Thrown when dates were read in the wrong order; the file must be read again in this one. */
export class OtherDateOrder extends Error {
  readonly order: DateOrder;

  constructor(order: DateOrder) {
    super(`dates are ${order}`);
    this.order = order;
  }
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/\d{4}/;
const MONTHS = 12;

/**
 * Owns the order of day and month in the dates of one reading. The first date that only one order
 * can read sets it, once.
 */
export class SlashDates {
  #order: DateOrder | undefined;
  /** The first date that both orders can read. */
  #open: string | undefined;

  /** @param order - what an earlier reading of the same source has found. */
  constructor(order: DateOrder | undefined) {
    this.#order = order;
  }

  /**
   * The order of the date at the start of `text`; undefined when it has no such date.
   * @throws RowFault for a date that no order can read, or only the other one; OtherDateOrder.
   */
  orderOf(text: string): DateOrder | undefined {
    const [, first, second] = SLASHED.exec(text) ?? [];
    if (first === undefined) return undefined;
    const order = onlyOrder(Number(first), Number(second));
    if (order === 'both') {
      if (this.#order === undefined && first !== second) this.#open ??= text;
      return this.#order ?? 'month-first';
    }
    if (order === 'none' || (this.#order !== undefined && order !== this.#order)) {
      const rule =
        order === 'none' ? 'must be a date and time' : `must be ${this.#order}, as before`;
      throw new RowFault('time', `${rule}, was ${shown(text)}`);
    }
    if (this.#open !== undefined && order === 'day-first') throw new OtherDateOrder(order);
    this.#order = order;
    return order;
  }

  /** @throws InputError when both orders can read every date of `file`. */
  finish(file: string): void {
    if (this.#order !== undefined || this.#open === undefined) return;
    const rule =
      'may have the day or the month first in every row: give its form with a mapping of columns ' +
      `(--columns with --time-format dd/MM/yyyy, layout: in a scenario), was ${shown(this.#open)}`;
    throw new InputError('data', { file, field: 'time' }, rule);
  }
}

function onlyOrder(first: number, second: number): DateOrder | 'both' | 'none' {
  if (first > MONTHS) return second > MONTHS ? 'none' : 'day-first';
  return second > MONTHS ? 'month-first' : 'both';
}
