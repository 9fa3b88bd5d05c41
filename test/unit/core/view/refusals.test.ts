import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { refusalsOf } from '../../../../src/core/view/refusals.js';
import {
  headlineOf,
  refusalCell,
  refusalLines,
} from '../../../../src/data/figures/table/refusal-lines.js';

/** Transactions of one account, as far as refusals are told by them. */
function ledger(...entries: readonly object[]): Transaction[] {
  return entries.map((entry, index) => ({ id: String(index + 1), ...entry }) as Transaction);
}

const made = { type: 'MARKET_ORDER', reason: 'CLIENT_ORDER' };
const refused = (rejectReason: string) => ({
  type: 'LIMIT_ORDER_REJECT',
  reason: 'CLIENT_ORDER',
  rejectReason,
});
const cancelled = (orderID: string, reason: string) => ({ type: 'ORDER_CANCEL', orderID, reason });

describe('refusals of an account', () => {
  it('are counted by reason, the most frequent first', () => {
    const refusals = refusalsOf(
      ledger(
        refused('UNITS_LIMIT_EXCEEDED'),
        refused('PRICE_PRECISION_EXCEEDED'),
        refused('PRICE_PRECISION_EXCEEDED'),
        made,
        cancelled('4', 'INSUFFICIENT_MARGIN'),
        made,
        { type: 'ORDER_CANCEL_REJECT', rejectReason: 'ORDER_DOESNT_EXIST' },
      ),
    );
    expect(refusals).toMatchObject({ orders: 5, isEveryOrder: false });
    expect(refusalLines(refusals)).toEqual([
      '2 orders refused: PRICE_PRECISION_EXCEEDED',
      '1 order refused: UNITS_LIMIT_EXCEEDED',
      '1 order cancelled by the market: INSUFFICIENT_MARGIN',
      '1 other request refused: ORDER_DOESNT_EXIST',
    ]);
    expect(refusalCell(refusals)).toBe(
      '2 PRICE_PRECISION_EXCEEDED, 1 UNITS_LIMIT_EXCEEDED, 1 INSUFFICIENT_MARGIN, 1 ORDER_DOESNT_EXIST',
    );
  });

  it('say first that nothing was accepted: refused orders and orders that the market cancelled', () => {
    const all = refusalsOf(ledger(refused('PRICE_INVALID'), made, cancelled('2', 'MARKET_HALTED')));
    expect(refusalLines(all)[0]).toBe('every order was refused: all 2');
    expect(headlineOf(refusalsOf(ledger(refused('PRICE_INVALID'))))).toBe(
      'the only order was refused',
    );
  });

  it('are none where the client cancelled, an order expired or a trade closed', () => {
    const own = ['CLIENT_REQUEST', 'TIME_IN_FORCE_EXPIRED', 'LINKED_TRADE_CLOSED'];
    const refusals = refusalsOf(ledger(made, ...own.map(reason => cancelled('1', reason))));
    expect([refusalLines(refusals), refusals.isEveryOrder]).toEqual([[], false]);
    expect(refusalsOf([]).isEveryOrder).toBe(false);
  });

  it('of closes and of the broker are no orders of the client', () => {
    const refusals = refusalsOf(
      ledger({ type: 'MARKET_ORDER', reason: 'TRADE_CLOSE' }, cancelled('1', 'MARKET_HALTED'), {
        type: 'MARKET_ORDER_REJECT',
        reason: 'POSITION_CLOSEOUT',
        rejectReason: 'CLOSEOUT_POSITION_DOESNT_EXIST',
      }),
    );
    expect([refusals.orders, refusals.isEveryOrder]).toEqual([0, false]);
    expect(refusalLines(refusals)).toEqual([
      '1 order cancelled by the market: MARKET_HALTED',
      '1 other request refused: CLOSEOUT_POSITION_DOESNT_EXIST',
    ]);
  });
});
