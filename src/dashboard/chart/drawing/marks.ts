/** Fills and refusals as marks of candles, and the words for them. Pure. */

import type { SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import type { Theme } from '../../../report/look/theme.js';
import { grouped } from '../../parts/format.js';
import type { Transaction } from '../../wire/types.js';
import { type Bar, lastAtOrBefore, secondsOf } from './bars.js';

/** Something that happened to the account in a candle. */
export interface Mark {
  /** The time of the candle. */
  readonly time: number;
  readonly kind: 'buy' | 'sell' | 'refused';
  readonly price: number | undefined;
  readonly words: string;
  readonly transactionID: string;
  /** Whether it was traded in the same stretch before: it is faint, and of another ledger. */
  readonly isEarlier?: true;
}

/** Cancels that are no refusal: a client or another order caused them. */
const ASKED_FOR = /^(?:CLIENT_REQUEST|LINKED_TRADE_CLOSED)/;

/** The marks of an instrument on its candles, in order of time. */
export function marksOf(
  transactions: readonly Transaction[],
  bars: readonly Bar[],
  instrument: string,
): readonly Mark[] {
  const own = new Set<string>();
  return transactions.flatMap(transaction => {
    const { id, orderID, instrument: named } = transaction;
    if (named === instrument) own.add(id);
    const isMine = named === undefined ? own.has(orderID ?? '') : named === instrument;
    // A ledger has many transactions of other instruments: their times are not read.
    if (!isMine) return [];
    const bar = bars[lastAtOrBefore(bars, secondsOf(transaction.time))];
    const told = tell(transaction);
    if (bar === undefined || told === undefined) return [];
    return [{ time: bar.time, transactionID: id, ...told }];
  });
}

/** Those of before that lie at or before a time; times are RFC 3339 of one form, which sort as texts. */
export function untilNow<Timed extends { readonly time: string }>(
  fills: readonly Timed[],
  now: string,
): readonly Timed[] {
  const later = fills.findIndex(({ time }) => time > now);
  return later < 0 ? fills : fills.slice(0, later);
}

/** The fills of an instrument that were traded in the same stretch before, on its candles. */
export function earlierMarks(
  fills: readonly Transaction[],
  bars: readonly Bar[],
  instrument: string,
): readonly Mark[] {
  return marksOf(fills, bars, instrument).map(mark => {
    return { ...mark, words: `Before: ${mark.words}`, isEarlier: true };
  });
}

function tell(transaction: Transaction): Pick<Mark, 'kind' | 'price' | 'words'> | undefined {
  const { type, units = '', price, reason = '', rejectReason, id } = transaction;
  if (type === 'ORDER_FILL') {
    const kind = units.startsWith('-') ? 'sell' : 'buy';
    const words = `${kind === 'buy' ? 'Buy' : 'Sell'} ${grouped(units.replace('-', ''))} @ ${price} (${id})`;
    return { kind, price: Number(price), words };
  }
  if (rejectReason !== undefined) {
    return { kind: 'refused', price: undefined, words: `Refused ${rejectReason} (${id})` };
  }
  if (type === 'ORDER_CANCEL' && !ASKED_FOR.test(reason)) {
    return { kind: 'refused', price: undefined, words: `Cancelled ${reason} (${id})` };
  }
  return undefined;
}

/** Marks for the chart: one for those of one kind and price in a candle. */
export function markersOf(marks: readonly Mark[], theme: Theme): readonly SeriesMarker<Time>[] {
  const markers = new Map<string, SeriesMarker<Time>>();
  for (const { time, kind, price, transactionID, isEarlier } of marks) {
    const at = { time: time as UTCTimestamp, ...(!isEarlier && { id: transactionID }) };
    markers.set(
      `${time} ${kind} ${price} ${isEarlier}`,
      kind === 'refused'
        ? { ...at, position: 'aboveBar', shape: 'square', color: theme.loss, size: 0.6, text: '✕' }
        : {
            ...at,
            position: kind === 'buy' ? 'atPriceBottom' : 'atPriceTop',
            price: price as number,
            shape: kind === 'buy' ? 'arrowUp' : 'arrowDown',
            color: isEarlier ? theme.faint : theme[kind],
            size: isEarlier ? 0.6 : 0.8,
          },
    );
  }
  // The chart takes them in order of time.
  return [...markers.values()].sort((one, other) => Number(one.time) - Number(other.time));
}
