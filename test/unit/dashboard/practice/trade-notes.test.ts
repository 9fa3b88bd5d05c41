import { describe, expect, it } from 'vitest';
import { notesOf } from '../../../../src/dashboard/practice/notes-of-fill.js';

const fill = {
  id: '8',
  type: 'ORDER_FILL',
  time: '2024-03-04T08:00:00.000000000Z',
  accountID: 'a',
  instrument: 'EUR_USD',
  units: '-2000',
  price: '1.08400',
};

describe('the notes of a fill', () => {
  it('are one for the trade that it opened, and one for each that it closed', () => {
    const notes = notesOf({
      ...fill,
      tradeOpened: { tradeID: '8', price: '1.08400' },
      tradesClosed: [{ tradeID: '5', price: '1.08400', realizedPL: '-1.2000' }],
    });
    expect(notes).toEqual([
      {
        text: 'Entry: Sold 2\u202f000 EUR/USD at 1.08400',
        time: fill.time,
        transactionID: '8',
        tradeID: '8',
      },
      {
        text: 'Exit: Sold 2\u202f000 EUR/USD at 1.08400, −1.20',
        time: fill.time,
        transactionID: '8',
        tradeID: '5',
      },
    ]);
  });

  it('are none of other transactions', () => {
    expect(notesOf({ ...fill, type: 'MARKET_ORDER' })).toEqual([]);
  });
});
