/**
 * What happened when, few enough to draw: marks of the transactions of an account and of other
 * events. When they are too many, those of one kind in one piece of time become one mark.
 */

import { byCodeUnit } from '../../../core/base/by-code-unit.js';
import type { Sequence } from '../../../core/base/chunked-list.js';
import type { OrderFillTransaction, Transaction } from '../../../core/ledger/transaction.js';
import type { Input } from '../../../core/run/input/input.js';
import { formatRfc3339, instant } from '../../../core/time/instant.js';
import type { TimeSpan } from '../../../core/time/weeks.js';

/** The kinds of marks. */
export const MARK_KINDS = [
  'fill',
  'closeout',
  'reject',
  'cancel',
  'financing',
  'dividend',
  'fault',
  'note',
] as const;
/** A kind of mark. */
export type MarkKind = (typeof MARK_KINDS)[number];

/** One mark, or several in one place. */
export interface TimeMark {
  /** RFC 3339 with nine digits, of the last of several. */
  readonly time: string;
  readonly kind: MarkKind;
  /** A few words for people. */
  readonly label: string;
  readonly transactionID?: string;
  /** How many there are; absent: one. */
  readonly count?: number;
}

/** The mark of a transaction; undefined for none. */
export function markOf(transaction: Transaction): TimeMark | undefined {
  const said = saidOf(transaction);
  if (said === undefined) return undefined;
  return { time: transaction.time, ...said, transactionID: transaction.id };
}

/** The marks of faults that have fired, in order. */
export function faultMarks(inputs: Sequence<Input>): TimeMark[] {
  const marks: TimeMark[] = [];
  for (const input of inputs) {
    if (input.kind !== 'fault') continue;
    const label = `${input.operation}: ${input.did}`;
    marks.push({ time: formatRfc3339(input.time), kind: 'fault', label });
  }
  return marks;
}

/** Marks between two pauses: about a millisecond. */
const GROUPED_AT_ONCE = 5_000;

/**
 * At most `most` marks, in order of time, found with pauses.
 * @param marks - in order of time.
 */
export function* thinned(
  marks: readonly TimeMark[],
  span: TimeSpan,
  most: number,
): Generator<undefined, readonly TimeMark[]> {
  let few = marks;
  for (let pieces = most; few.length > most && pieces >= 1; pieces = Math.floor(pieces / 2)) {
    few = yield* grouped(marks, span, pieces);
  }
  return few;
}

/** The marks of two lists as one, in order of time; of one instant those of `one` come first. */
export function inOrder(one: readonly TimeMark[], other: readonly TimeMark[]): TimeMark[] {
  if (other.length === 0) return [...one];
  return [...one, ...other].sort((a, b) => byCodeUnit(a.time, b.time));
}

/** One mark for each kind and piece of time: the last of them, with their number. */
function* grouped(
  marks: readonly TimeMark[],
  { from, to }: TimeSpan,
  pieces: number,
): Generator<undefined, TimeMark[]> {
  const groups: TimeMark[] = [];
  let next = 0;
  for (let piece = 1; piece <= pieces; piece++) {
    const end = formatRfc3339(instant(from + Math.ceil(((to - from) * piece) / pieces)));
    const kinds = new Map<MarkKind, TimeMark>();
    for (; next < marks.length; next++) {
      const mark = marks[next] as TimeMark;
      if (mark.time >= end && piece < pieces) break;
      const before = kinds.get(mark.kind);
      kinds.delete(mark.kind);
      kinds.set(mark.kind, before === undefined ? mark : { ...mark, count: countOf(before) + 1 });
      if (next % GROUPED_AT_ONCE === GROUPED_AT_ONCE - 1) yield undefined;
    }
    groups.push(...kinds.values());
  }
  return groups;
}

function countOf({ count = 1 }: TimeMark): number {
  return count;
}

/** The fields of a transaction's mark; undefined when it has none. */
function saidOf(transaction: Transaction): Pick<TimeMark, 'kind' | 'label'> | undefined {
  if ('rejectReason' in transaction) {
    return { kind: 'reject', label: String(transaction.rejectReason) };
  }
  switch (transaction.type) {
    case 'ORDER_FILL':
      return filled(transaction);
    case 'ORDER_CANCEL':
      return { kind: 'cancel', label: transaction.reason };
    case 'DAILY_FINANCING':
      return { kind: 'financing', label: `Financing ${transaction.financing}` };
    case 'DIVIDEND_ADJUSTMENT':
      return {
        kind: 'dividend',
        label: `Dividend of ${transaction.instrument} ${transaction.dividendAdjustment}`,
      };
    default:
      return undefined;
  }
}

function filled(fill: OrderFillTransaction): Pick<TimeMark, 'kind' | 'label'> {
  const { units, instrument, price, reason } = fill;
  const did = units.startsWith('-') ? 'Sold' : 'Bought';
  const isCloseout = reason === 'MARKET_ORDER_MARGIN_CLOSEOUT';
  return {
    kind: isCloseout ? 'closeout' : 'fill',
    label: `${did} ${units.replace('-', '')} ${instrument} at ${price}`,
  };
}
