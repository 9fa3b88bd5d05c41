import { describe, expect, it } from 'vitest';
import type { Bar } from '../../../../src/dashboard/chart/drawing/bars.js';
import {
  earlierMarks,
  markersOf,
  marksOf,
  untilNow,
} from '../../../../src/dashboard/chart/drawing/marks.js';
import type { Transaction } from '../../../../src/dashboard/wire/types.js';
import type { Theme } from '../../../../src/report/look/theme.js';

const BARS = [0, 60, 120].map(time => ({ time })) as unknown as readonly Bar[];

function transaction(id: number, fields: Partial<Transaction>): Transaction {
  const time = new Date(id * 1000).toISOString();
  return { id: String(id), time, type: 'ORDER_FILL', accountID: 'a', ...fields };
}

describe('marks of the chart', () => {
  it('are fills and refusals of the instrument, at their candles', () => {
    const marks = marksOf(
      [
        transaction(5, { instrument: 'EUR_USD', units: '-1000', price: '1.1' }),
        transaction(61, { instrument: 'USD_JPY', units: '1000', price: '150' }),
        transaction(62, {
          type: 'MARKET_ORDER_REJECT',
          instrument: 'EUR_USD',
          rejectReason: 'UNITS_INVALID',
        }),
      ],
      BARS,
      'EUR_USD',
    );
    expect(marks).toEqual([
      { time: 0, kind: 'sell', price: 1.1, words: 'Sell 1\u202f000 @ 1.1 (5)', transactionID: '5' },
      {
        time: 60,
        kind: 'refused',
        price: undefined,
        words: 'Refused UNITS_INVALID (62)',
        transactionID: '62',
      },
    ]);
  });

  it('show a cancel without a request, by the instrument of its order', () => {
    const order = transaction(5, { type: 'MARKET_ORDER', instrument: 'EUR_USD', units: '1' });
    const cancel = (reason: string) =>
      transaction(6, { type: 'ORDER_CANCEL', orderID: '5', reason });
    const kinds = (reason: string) =>
      marksOf([order, cancel(reason)], BARS, 'EUR_USD').map(({ kind }) => kind);
    expect(kinds('INSUFFICIENT_MARGIN')).toEqual(['refused']);
    expect(kinds('CLIENT_REQUEST')).toEqual([]);
    expect(kinds('CLIENT_REQUEST_REPLACED')).toEqual([]);
    expect(kinds('LINKED_TRADE_CLOSED')).toEqual([]);
  });

  it('of before are faint, are no marks of this ledger, and stand among the others in order of time', () => {
    const fill = (id: number) =>
      transaction(id, { instrument: 'EUR_USD', units: '1000', price: '1.1' });
    const before = earlierMarks([fill(62)], BARS, 'EUR_USD');
    expect(before).toMatchObject([{ words: 'Before: Buy 1\u202f000 @ 1.1 (62)' }]);
    const theme = { faint: 'grey', buy: 'blue' } as Theme;
    const markers = markersOf([...before, ...marksOf([fill(5)], BARS, 'EUR_USD')], theme);
    expect(markers).toMatchObject([
      { time: 0, id: '5', color: 'blue' },
      { time: 60, color: 'grey' },
    ]);
    expect(markers[1]).not.toHaveProperty('id');
  });

  it('of before are no more than those up to now', () => {
    const times = ['01', '02', '03'].map(day => ({ time: `2024-03-${day}T00:00:00.000000000Z` }));
    const until = (day: string) => untilNow(times, `2024-03-${day}T00:00:00.000000000Z`).length;
    expect(['00', '02', '09'].map(until)).toEqual([0, 2, 3]);
    expect(untilNow(times, '')).toEqual([]);
  });
});
