/**
 * Collects checked ticks into growing columns, and keeps the books: what was skipped and why, how
 * many times were equal, where gaps are. Applies the policies for bad and disordered rows.
 * Source: design section 4.
 */

import { InputError } from '../../core/base/input-error.js';
import { checkSpread, parsePrice, parseVolume, RowFault } from '../../core/feed/parse-tick.js';
import type { Instrument } from '../../core/market/instrument.js';
import type { TickColumns } from '../../core/market/tick.js';
import { formatRfc3339, type Instant, MICROS_PER_HOUR } from '../../core/time/instant.js';
import type { Layout, RawTick } from './layout.js';

export type BadRowPolicy = 'error' | 'skip';
export type DisorderPolicy = 'error' | 'skip' | 'sort';

export interface TickPolicy {
  readonly badRows: BadRowPolicy;
  readonly order: DisorderPolicy;
}

/** Every bad row and every step back in time stops the reading. */
export const STRICT: TickPolicy = { badRows: 'error', order: 'error' };

/** Rows left out for one rule. */
export interface Skipped {
  readonly rule: string;
  count: number;
  /** The first few lines, 1-based. */
  readonly firstLines: number[];
}

export interface Gap {
  readonly from: Instant;
  readonly to: Instant;
}

export interface TickBooks {
  readonly rows: number;
  readonly skipped: readonly Skipped[];
  /** Rows that stood out of order and were sorted in. */
  readonly sorted: number;
  readonly cutDigits: number;
  readonly equalTimes: number;
  /** Gaps of an hour or more. */
  readonly gaps: readonly Gap[];
}

const FIRST_CAPACITY = 65_536;
const LINES_LISTED = 5;

export class TickBuilder {
  readonly #file: string;
  readonly #instrument: Instrument;
  readonly #layout: Layout;
  readonly #policy: TickPolicy;
  readonly #skipped = new Map<string, Skipped>();
  #time = new Float64Array(FIRST_CAPACITY);
  #bid = new Int32Array(FIRST_CAPACITY);
  #ask = new Int32Array(FIRST_CAPACITY);
  #bidVolume: Float64Array | undefined;
  #askVolume: Float64Array | undefined;
  #length = 0;
  #rows = 0;
  #disordered = 0;
  #cutDigits = 0;
  #lastBid: string | undefined;
  #lastAsk: string | undefined;

  constructor(file: string, instrument: Instrument, layout: Layout, policy: TickPolicy) {
    this.#file = file;
    this.#instrument = instrument;
    this.#layout = layout;
    this.#policy = policy;
  }

  /** Rows seen so far, good and bad. */
  get rows(): number {
    return this.#rows;
  }

  /** Adds the row on `line` (1-based). @throws InputError unless the policy lets bad rows go. */
  add(read: () => RawTick, line: number): void {
    this.#rows += 1;
    try {
      this.#push(read());
    } catch (error) {
      if (!(error instanceof RowFault)) throw error;
      this.refuse(error, line);
    }
  }

  /** Skips a bad row, or stops on it. */
  refuse(fault: RowFault, line: number): void {
    if (this.#policy.badRows === 'error') {
      const place = { file: this.#file, line, field: fault.field };
      throw new InputError('data', place, fault.rule);
    }
    const rule = fault.rule.replace(/, was .*$/, '');
    const key = `${fault.field}: ${rule}`;
    const entry = this.#skipped.get(key) ?? { rule: key, count: 0, firstLines: [] };
    entry.count += 1;
    if (entry.firstLines.length < LINES_LISTED) entry.firstLines.push(line);
    this.#skipped.set(key, entry);
  }

  /** The finished columns and books. */
  finish(): { readonly columns: TickColumns; readonly books: TickBooks } {
    const order = this.#disordered > 0 ? this.#sortedOrder() : undefined;
    const columns: TickColumns = {
      length: this.#length,
      time: pick(this.#time, order, this.#length),
      bid: pick(this.#bid, order, this.#length),
      ask: pick(this.#ask, order, this.#length),
      ...(this.#bidVolume === undefined
        ? {}
        : { bidVolume: pick(this.#bidVolume, order, this.#length) }),
      ...(this.#askVolume === undefined
        ? {}
        : { askVolume: pick(this.#askVolume, order, this.#length) }),
    };
    return {
      columns,
      books: {
        rows: this.#rows,
        skipped: [...this.#skipped.values()],
        sorted: this.#disordered,
        cutDigits: this.#cutDigits,
        ...surveyTimes(columns.time),
      },
    };
  }

  #push(raw: RawTick): void {
    const { displayPrecision } = this.#instrument;
    const { snap, volumeScale } = this.#layout;
    const bidText = raw.bid ?? this.#lastBid;
    const askText = raw.ask ?? this.#lastAsk;
    this.#lastBid = bidText;
    this.#lastAsk = askText;
    if (bidText === undefined || askText === undefined) {
      // One-sided rows before the other side was ever quoted say nothing yet.
      this.#countOneSided();
      return;
    }
    const bid = parsePrice(bidText, displayPrecision, 'bid', snap);
    const ask = parsePrice(askText, displayPrecision, 'ask', snap);
    checkSpread(bid, ask, bidText, askText);
    const volumes = volumesOf(raw, volumeScale);
    const last = this.#length === 0 ? Number.NEGATIVE_INFINITY : this.#lastTime();
    if (raw.at < last) {
      if (this.#policy.order !== 'sort') {
        const back = `must not run back, was ${formatRfc3339(raw.at)} after ${formatRfc3339(last as Instant)}`;
        const fault = new RowFault('time', back);
        if (this.#policy.order === 'error' && this.#policy.badRows === 'skip') {
          throw new InputError('data', { file: this.#file, line: this.#rows, field: 'time' }, back);
        }
        throw fault;
      }
      this.#disordered += 1;
    }
    if (raw.cut) this.#cutDigits += 1;
    this.#store(raw.at, bid, ask, volumes);
  }

  #countOneSided(): void {
    const rule = 'row: one-sided before both sides were quoted';
    const entry = this.#skipped.get(rule) ?? { rule, count: 0, firstLines: [] };
    entry.count += 1;
    this.#skipped.set(rule, entry);
  }

  #lastTime(): number {
    return this.#time[this.#length - 1] as number;
  }

  #store(
    at: number,
    bid: number,
    ask: number,
    volumes: readonly [number, number] | undefined,
  ): void {
    if (this.#length === this.#time.length) this.#grow();
    const row = this.#length++;
    this.#time[row] = at;
    this.#bid[row] = bid;
    this.#ask[row] = ask;
    if (volumes === undefined) return;
    this.#bidVolume ??= new Float64Array(this.#time.length);
    this.#askVolume ??= new Float64Array(this.#time.length);
    this.#bidVolume[row] = volumes[0];
    this.#askVolume[row] = volumes[1];
  }

  #grow(): void {
    const capacity = this.#time.length * 2;
    this.#time = grown(this.#time, new Float64Array(capacity));
    this.#bid = grown(this.#bid, new Int32Array(capacity));
    this.#ask = grown(this.#ask, new Int32Array(capacity));
    if (this.#bidVolume !== undefined) {
      this.#bidVolume = grown(this.#bidVolume, new Float64Array(capacity));
    }
    if (this.#askVolume !== undefined) {
      this.#askVolume = grown(this.#askVolume, new Float64Array(capacity));
    }
  }

  /** Stable: rows of one instant keep their order in the file. */
  #sortedOrder(): Uint32Array {
    const order = new Uint32Array(this.#length).map((_, row) => row);
    const time = this.#time;
    return order.sort((a, b) => (time[a] as number) - (time[b] as number) || a - b);
  }
}

function volumesOf(raw: RawTick, scale: 1 | 1_000_000): readonly [number, number] | undefined {
  if (raw.bidVolume === undefined || raw.askVolume === undefined) return undefined;
  return [
    parseVolume(raw.bidVolume, scale, 'bid_volume'),
    parseVolume(raw.askVolume, scale, 'ask_volume'),
  ];
}

function grown<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function pick<T extends Float64Array | Int32Array>(
  column: T,
  order: Uint32Array | undefined,
  length: number,
): T {
  if (order === undefined) return column.subarray(0, length) as T;
  const picked = column.slice(0, length) as T;
  order.forEach((from, to) => {
    picked[to] = column[from] as number;
  });
  return picked;
}

function surveyTimes(time: Float64Array): {
  readonly equalTimes: number;
  readonly gaps: readonly Gap[];
} {
  let equalTimes = 0;
  const gaps: Gap[] = [];
  for (let row = 1; row < time.length; row++) {
    const from = time[row - 1] as Instant;
    const to = time[row] as Instant;
    if (from === to) equalTimes += 1;
    else if (to - from >= MICROS_PER_HOUR) gaps.push({ from, to });
  }
  return { equalTimes, gaps };
}
