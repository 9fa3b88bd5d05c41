/**
 * Turns rows into checked ticks under the policies for bad rows and for rows out of order, and
 * keeps the books. It knows layouts only as row plans. Invariant: the resulting columns keep the
 * invariant of TickColumns; every other row is in the books or stopped the reading.
 * Source: docs/reference/tick-files.md 3; invariant F11.
 */

import { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import {
  checkSpread,
  FractionFault,
  parsePrice,
  parseVolume,
  RowFault,
  shown,
} from '../../../../core/feed/parse-tick.js';
import type { Instrument } from '../../../../core/market/instrument.js';
import type { TickColumns } from '../../../../core/market/tick.js';
import { formatRfc3339, type Instant } from '../../../../core/time/instant.js';
import type { ReadTime, RowPlan } from '../text/layout.js';
import { type FreeRows, GrowingColumns } from './growing-columns.js';
import { SkipList, surveyTicks, type TickBooks } from './tick-books.js';

export type BadRowPolicy = 'error' | 'skip';
export type DisorderPolicy = 'error' | 'skip' | 'sort';

export interface TickPolicy {
  /** A row that breaks a rule either stops the reading, or is counted and left out. */
  readonly badRows: BadRowPolicy;
  /** A row that runs back in time stops the reading, is left out, or is sorted into place. */
  readonly order: DisorderPolicy;
}

/** Units available on each side of one tick. */
export interface SideVolumes {
  readonly bid: number;
  readonly ask: number;
}

/** Every bad row and every step back in time stops the reading. */
const STRICT: TickPolicy = { badRows: 'error', order: 'error' };

/** Thrown for a row that runs back in time, which has a policy of its own. */
class DisorderFault extends RowFault {}

/**
 * Owns the columns and books of one reading. `addRow`, `addEntry`, `push` and `window` add to them;
 * `finish` returns them and ends its use.
 */
export class TickBuilder {
  /** File name for messages; it changes when ticks come from several files. */
  file: string;
  readonly #precision: number;
  readonly #policy: TickPolicy;
  readonly #columns = new GrowingColumns();
  readonly #skipped = new SkipList();
  #rows = 0;
  #fractions = 0;
  #sorted = 0;
  #cutDigits = 0;
  #latest = Number.NEGATIVE_INFINITY;
  /** Whether the row before the next one is a tick: a leg needs its start. */
  #follows = false;
  /** Last price of each side in points, for one-sided rows; 0 before the first. */
  #bid = 0;
  #ask = 0;

  constructor(file: string, { displayPrecision }: Instrument, policy: Partial<TickPolicy> = {}) {
    this.file = file;
    this.#precision = displayPrecision;
    this.#policy = { ...STRICT, ...policy };
  }

  /** Adds the row on `line` (from 1). @throws InputError unless the policy leaves the row out. */
  addRow(row: readonly string[], plan: RowPlan, line: number): void {
    this.#rows += 1;
    try {
      this.#readRow(row, plan, line);
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.#refuse(error, line, columnOf(row, plan, error.field));
    }
  }

  /**
   * Adds the ticks that `read` makes of one entry, which is no row.
   * @param line - 0 when there is none.
   */
  addEntry(line: number, read: () => void): void {
    this.#rows += 1;
    try {
      read();
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.#refuse(error, line, undefined);
    }
  }

  /** Appends one tick in points. @param volumes - in units. @throws RowFault */
  push({ at, cut }: ReadTime, bid: number, ask: number, volumes?: SideVolumes): void {
    if (at < this.#latest) this.#runBack(at);
    else this.#latest = at;
    if (cut) this.#cutDigits += 1;
    this.#columns.push(at, bid, ask);
    this.#follows = true;
    if (volumes !== undefined) this.#columns.setVolumes(volumes.bid, volumes.ask);
  }

  /** Marks the tick pushed last as the end of a leg that the tick before it began (TickColumns). */
  endLeg(): void {
    this.#columns.setLeg();
  }

  /** Sets the number of market prices that the last pushed tick replaces (TickColumns). */
  countPrices(count: number): void {
    this.#columns.setPrices(count);
  }

  /** Makes each tick one price again. */
  forgetPrices(): void {
    this.#columns.forgetPrices();
  }

  /** Number of ticks accepted so far. */
  get length(): number {
    return this.#columns.length;
  }

  /**
   * Free rows for ticks in order of time that the writer has checked by all rules of rows.
   * @param expected - estimated number of ticks in total.
   */
  window(expected: number, volumes: boolean): FreeRows {
    return this.#columns.window(this.#latest, expected, volumes);
  }

  /** Counts the ticks written to `window`; each is one row. */
  close(window: FreeRows, cutDigits: number): void {
    if (window.count === 0) return;
    this.#columns.close(window);
    this.#rows += window.count;
    this.#cutDigits += cutDigits;
    this.#latest = window.time[this.#columns.length - 1] as number;
  }

  /** Counts an entry that rightly holds no tick. */
  leaveOut(fault: RowFault, line: number): void {
    this.#follows = false;
    this.#skipped.add(fault, line, true);
  }

  /** Number of rows left out because a volume was not a whole number of units. */
  get fractions(): number {
    return this.#fractions;
  }

  /** The finished columns and books. */
  finish(): { readonly columns: TickColumns; readonly books: TickBooks } {
    const columns = this.#columns.take(this.#sorted > 0);
    const books = {
      rows: this.#rows,
      skipped: this.#skipped.list(),
      sorted: this.#sorted,
      cutDigits: this.#cutDigits,
      ...surveyTicks(columns),
    };
    return { columns, books };
  }

  #readRow(row: readonly string[], plan: RowPlan, line: number): void {
    checkCells(row, plan.widths);
    const time = plan.readTime(row);
    const bidText = row[plan.bid] as string;
    const askText = row[plan.ask] as string;
    const oneSided = plan.oneSided && (isUnchanged(bidText) || isUnchanged(askText));
    const bid = oneSided && isUnchanged(bidText) ? this.#bid : this.#price(bidText, 'bid', plan);
    const ask = oneSided && isUnchanged(askText) ? this.#ask : this.#price(askText, 'ask', plan);
    this.#bid = bid;
    this.#ask = ask;
    if (oneSided && (bid === 0 || ask === 0)) {
      this.leaveOut(
        new RowFault('row', 'has only one side, and the other side has had no price yet'),
        line,
      );
      return;
    }
    if (bid > ask) checkSpread(bid, ask, bidText, askText);
    const { bidVolume, askVolume, volumeScale } = plan;
    if (bidVolume === undefined || askVolume === undefined) {
      this.#pushMarked(row, plan, [time, bid, ask]);
      return;
    }
    this.#pushMarked(row, plan, [time, bid, ask], {
      bid: parseVolume(row[bidVolume] as string, volumeScale, 'bid_volume'),
      ask: parseVolume(row[askVolume] as string, volumeScale, 'ask_volume'),
    });
  }

  #pushMarked(
    row: readonly string[],
    { marks }: RowPlan,
    [time, bid, ask]: readonly [ReadTime, number, number],
    volumes?: SideVolumes,
  ): void {
    if (marks === undefined) {
      this.push(time, bid, ask, volumes);
      return;
    }
    const isLeg = parseLeg(row[marks.leg] as string);
    const prices =
      marks.prices === undefined ? undefined : parsePrices(row[marks.prices] as string);
    const follows = this.#follows;
    this.push(time, bid, ask, volumes);
    if (isLeg && follows) this.endLeg();
    if (prices !== undefined) this.countPrices(prices);
  }

  #price(text: string, field: string, { snap }: RowPlan): number {
    return parsePrice(text, this.#precision, field, snap);
  }

  #runBack(at: Instant): void {
    if (this.#policy.order === 'sort') {
      this.#sorted += 1;
      return;
    }
    const latest = formatRfc3339(this.#latest as Instant);
    throw new DisorderFault('time', `must not go back, was ${formatRfc3339(at)} after ${latest}`);
  }

  #refuse(fault: RowFault, line: number, column: number | undefined): void {
    const { badRows, order } = this.#policy;
    if ((fault instanceof DisorderFault ? order : badRows) === 'skip') {
      this.#follows = false;
      this.#skipped.add(fault, line);
      if (fault instanceof FractionFault) this.#fractions += 1;
      return;
    }
    const place = {
      file: this.file,
      ...(line > 0 ? { line } : {}),
      ...present({ column }),
      field: fault.field,
    };
    throw new InputError('data', place, fault.rule);
  }
}

/** First character of a row that could not be read as text; the rule follows it (text-rows.ts). */
export const UNREADABLE = 0xe000;

/** Checks a row before its cells are read. @param widths - numbers of cells. @throws RowFault */
export function checkCells(row: readonly string[], widths: readonly number[]): void {
  const first = row[0] ?? '';
  if (first.charCodeAt(0) === UNREADABLE) throw new RowFault('row', first.slice(1));
  if (row.length === 0 || (row.length === 1 && first === '')) throw new RowFault('row', 'is blank');
  if (widths.includes(row.length)) return;
  throw new RowFault('row', `must have ${widths.join(' or ')} columns, was ${row.length}`);
}

const LEG = /^1(?:\.0+)?$/;
const NO_LEG = /^(?:0(?:\.0+)?)?$/;
const WHOLE = /^\d{1,15}(?:\.0+)?$/;

/** Whether a row ends a leg. @throws RowFault */
function parseLeg(text: string): boolean {
  if (LEG.test(text)) return true;
  if (NO_LEG.test(text)) return false;
  throw new RowFault('leg', `must be 0 or 1, was ${shown(text)}`);
}

/** How many prices a row stands for. @throws RowFault */
function parsePrices(text: string): number {
  if (text === '') return 1;
  if (WHOLE.test(text)) return Number(text);
  throw new RowFault('prices', `must be a whole number, was ${shown(text)}`);
}

/** Whether the text is what MT5 and similar programs write for a side that did not change. */
function isUnchanged(text: string): boolean {
  return text === '' || text === '_';
}

/** The 1-based character at which a field starts, for rows without quotes. */
function columnOf(row: readonly string[], plan: RowPlan, field: string): number | undefined {
  const cells: Readonly<Record<string, number | undefined>> = {
    time: plan.time,
    bid: plan.bid,
    ask: plan.ask,
    bid_volume: plan.bidVolume,
    ask_volume: plan.askVolume,
  };
  const cell = cells[field];
  if (cell === undefined) return 1;
  return row.slice(0, cell).reduce((column, text) => column + text.length + 1, 1);
}
