/**
 * Reads rows of a table directly from stored values. tick-builder.ts would take each of these rows in
 * the same way from the text of its cells. At the first row that is not certain it stops, without a
 * verdict. It applies no policy and makes no message. No price is computed: the whole number of points
 * nearest to the float is the price, as table.ts says, and every other float is left to its text.
 * Invariant: each row taken has latest <= time and 0 < bid <= ask.
 */

import type { StoredColumn } from '../binary/table.js';
import type { FreeRows } from '../columns/growing-columns.js';
import type { TickBuilder } from '../columns/tick-builder.js';
import type { RowPlan } from '../text/layout.js';
import type { StoredCells } from './table-rows.js';

/** Rows of one part of a table. */
export interface StoredRows {
  readonly stored: StoredCells;
  readonly from: number;
  readonly end: number;
  /** Decimals of prices. */
  readonly precision: number;
}

/** Half of the distance from a decimal that table.ts explains by the arithmetic of floats. */
const CERTAIN = 0.000_000_5;
/** A rounded price that is nearer than this to half a point is left to its digits. */
const CERTAIN_ROUNDED = 0.49;
/** Smaller floats are written with an exponent. */
const LEAST_PRICE = 0.000_01;
const MOST_POINTS = 999_999_999;
const MOST_VOLUME = 1e15;
/** The years 1970 to 2095, in microseconds. */
const LATEST = 4e15;
const UNSURE = -1;
const HALF = 4_294_967_296;
const THOUSAND = 1_000;
/** Microseconds of a unit of instants; those of nanoseconds are cut. */
const MICROS = { s: 1_000_000, ms: THOUSAND, us: 1 } as const;

/** Takes rows that are certain. @returns the first row that it did not take. */
export function takeStored(builder: TickBuilder, plan: RowPlan, rows: StoredRows): number {
  const reader = readerOf(plan, rows);
  if (reader === undefined) return rows.from;
  const { hasVolumes } = reader;
  let row = rows.from;
  for (;;) {
    const window = builder.window(builder.length + rows.end - row, hasVolumes);
    const cutDigits = reader.take(row, window);
    builder.close(window, cutDigits);
    row += window.count;
    if (row === rows.end || window.start + window.count < window.room) return row;
  }
}

/** Reads the columns of a plan; undefined where one of them has to be read as text. */
function readerOf(plan: RowPlan, rows: StoredRows): StoredReader | undefined {
  const { stored } = rows;
  const { time, bid, ask, bidVolume, askVolume } = plan;
  if (plan.marks !== undefined || plan.oneSided) return undefined;
  const instants = stored[time];
  const prices = [floats(stored[bid]), floats(stored[ask])] as const;
  if (instants?.kind !== 'instant' || !prices[0] || !prices[1]) return undefined;
  const columns = { instants, bid: prices[0], ask: prices[1] };
  if (bidVolume === undefined || askVolume === undefined) {
    return new StoredReader(columns, rows, plan.snap);
  }
  const volumes = [floats(stored[bidVolume]), floats(stored[askVolume])] as const;
  if (!volumes[0] || !volumes[1] || plan.volumeScale !== 1) return undefined;
  const both = { bidVolume: volumes[0], askVolume: volumes[1] };
  return new StoredReader({ ...columns, ...both }, rows, plan.snap);
}

function floats(column: StoredColumn | undefined): Float64Array | undefined {
  return column?.kind === 'float' ? column.values : undefined;
}

/** The stored columns of ticks. */
interface TickCells {
  readonly instants: Extract<StoredColumn, { kind: 'instant' }>;
  readonly bid: Float64Array;
  readonly ask: Float64Array;
  readonly bidVolume?: Float64Array;
  readonly askVolume?: Float64Array;
}

/** Reads rows of one part; it keeps no place in it. */
class StoredReader {
  readonly #columns: TickCells;
  readonly #end: number;
  readonly #unit: number;
  readonly #away: number;

  constructor(columns: TickCells, { end, precision }: StoredRows, snap: boolean) {
    this.#columns = columns;
    this.#end = end;
    this.#unit = Number(`1e${precision}`);
    this.#away = snap ? CERTAIN_ROUNDED : CERTAIN;
  }

  get hasVolumes(): boolean {
    return this.#columns.bidVolume !== undefined;
  }

  /** Takes rows into `window` and counts them there. @returns how many times had digits cut. */
  take(from: number, window: FreeRows): number {
    const { instants, bid, ask, bidVolume, askVolume } = this.#columns;
    const { start, room } = window;
    const end = Math.min(this.#end, from + room - start);
    let { latest } = window;
    let cutDigits = 0;
    let row = from;
    for (; row < end; row++) {
      const at = microsOf(instants, row);
      if (at < latest || at === UNSURE) break;
      const bidPoints = this.#points(bid[row] as number);
      const askPoints = this.#points(ask[row] as number);
      if (bidPoints === UNSURE || bidPoints > askPoints) break;
      const free = start + row - from;
      if (bidVolume !== undefined && askVolume !== undefined) {
        const bidUnits = bidVolume[row] as number;
        const askUnits = askVolume[row] as number;
        if (!(isWhole(bidUnits) && isWhole(askUnits))) break;
        if (window.bidVolume !== undefined) window.bidVolume[free] = bidUnits;
        if (window.askVolume !== undefined) window.askVolume[free] = askUnits;
      }
      window.time[free] = at;
      window.bid[free] = bidPoints;
      window.ask[free] = askPoints;
      latest = at;
      if (instants.unit === 'ns' && hasCut(instants.halves, row)) cutDigits += 1;
    }
    window.count = row - from;
    return cutDigits;
  }

  #points(price: number): number {
    const exact = price * this.#unit;
    const points = Math.round(exact);
    const isPrice = price > LEAST_PRICE && points > 0 && points <= MOST_POINTS;
    return isPrice && Math.abs(exact - points) < this.#away ? points : UNSURE;
  }
}

function isWhole(volume: number): boolean {
  return Number.isInteger(volume) && volume >= 0 && volume < MOST_VOLUME;
}

/** The instant in microseconds since 1970, with what is below them cut; UNSURE for one out of reach. */
function microsOf({ halves, unit }: TickCells['instants'], row: number): number {
  const low = (halves[2 * row] as number) >>> 0;
  const high = halves[2 * row + 1] as number;
  if (high < 0) return UNSURE;
  const micros =
    unit === 'ns' ? nanosOver(THOUSAND, low, high) : (high * HALF + low) * MICROS[unit];
  return micros < LATEST ? micros : UNSURE;
}

/** A whole number of 64 bits over a small one: every step is a whole number below 2^53. */
function nanosOver(divisor: number, low: number, high: number): number {
  const over = Math.floor(high / divisor);
  const rest = high - over * divisor;
  return over * HALF + Math.floor((rest * HALF + low) / divisor);
}

/** Whether the nanoseconds of an instant are no whole microseconds. */
function hasCut(halves: Int32Array, row: number): boolean {
  const low = (halves[2 * row] as number) >>> 0;
  const high = halves[2 * row + 1] as number;
  // 2^32 is 296 more than a multiple of 1000.
  return ((high % THOUSAND) * 296 + low) % THOUSAND !== 0;
}
