/** Fills and refusals as marks of candles, and the words for them. Pure. */

import type { SeriesMarker, Time, UTCTimestamp } from 'lightweight-charts';
import type { Theme } from '../../../report/look/theme.js';
import { grouped } from '../../parts/format.js';
import type { Transaction } from '../../wire/types.js';
import { type Bar, lastAtOrBefore, secondsOf } from './bars.js';

/** Something that happened to the account in a candle. */
export interface Mark {
  /** Of the candle. */
  readonly time: number;
  readonly kind: 'buy' | 'sell' | 'refused';
  readonly price: number | undefined;
  readonly words: string;
  readonly transactionID: string;
}

/** Cancels that are no refusal: a client or another order caused them. */
const ASKED_FOR = /^(?:CLIENT_REQUEST|LINKED_TRADE_CLOSED)/;

/** The marks of an instrument on its candles, in order of time. */
export function marksOf(
  transactions: readonly Transaction[],
  bars: readonly Bar[],
  instrument: string,
): readonly Mark[] {
  const ofOrder = new Map<string, string>();
  return transactions.flatMap(transaction => {
    const { id, orderID, instrument: named } = transaction;
    if (named !== undefined) ofOrder.set(id, named);
    const mine = named ?? (orderID === undefined ? undefined : ofOrder.get(orderID));
    const bar = bars[lastAtOrBefore(bars, secondsOf(transaction.time))];
    if (mine !== instrument || bar === undefined) return [];
    const told = tell(transaction);
    return told === undefined ? [] : [{ time: bar.time, transactionID: id, ...told }];
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
  for (const { time, kind, price, transactionID } of marks) {
    const at = { id: transactionID, time: time as UTCTimestamp };
    markers.set(
      `${time} ${kind} ${price}`,
      kind === 'refused'
        ? { ...at, position: 'aboveBar', shape: 'square', color: theme.loss, size: 0.6, text: '✕' }
        : {
            ...at,
            position: kind === 'buy' ? 'atPriceBottom' : 'atPriceTop',
            price: price as number,
            shape: kind === 'buy' ? 'arrowUp' : 'arrowDown',
            color: theme[kind],
            size: 0.8,
          },
    );
  }
  return [...markers.values()];
}
