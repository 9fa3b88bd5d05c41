import { describe, expect, it } from 'vitest';
import { TransactionLog } from '../../../../src/core/ledger/log/transaction-log.js';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import { formatRfc3339, instant } from '../../../../src/core/time/instant.js';
import {
  idsBetween,
  listed,
  matchesIn,
  pagesOf,
  TRANSACTION_FILTERS,
  typesOf,
} from '../../../../src/core/view/transactions.js';

const TYPES = ['MARKET_ORDER', 'ORDER_FILL', 'TRANSFER_FUNDS'] as const;
const timeOf = (second: number) => formatRfc3339(instant(second * 1_000_000));

/** A log of `length` transactions, three a second, of the three types in turn. */
function logOf(length: number): TransactionLog {
  const log = new TransactionLog();
  for (let id = 1; id <= length; id++) append(log, id);
  return log;
}

function append(log: TransactionLog, id: number): void {
  const entry = { id: String(id), type: TYPES[id % 3], time: timeOf(Math.floor(id / 3)) };
  log.append(entry as unknown as Transaction);
}

describe('transactions by time', () => {
  it('are the ids of the range, both ends included', () => {
    const log = logOf(10);
    expect(idsBetween(log, timeOf(1), timeOf(2))).toEqual({ first: 3, last: 8 });
    expect(idsBetween(log, timeOf(0), timeOf(99))).toEqual({ first: 1, last: 10 });
    expect(idsBetween(log, timeOf(4), timeOf(99))).toEqual({ first: 11, last: 10 });
    expect(idsBetween(new TransactionLog(), timeOf(0), timeOf(9))).toEqual({ first: 1, last: 0 });
  });

  it('are found as a scan would find them', () => {
    const log = logOf(50);
    for (let from = 0; from < 18; from++) {
      for (let to = from; to < 18; to++) {
        const scanned = log
          .since(0)
          .filter(({ time }) => time >= timeOf(from) && time <= timeOf(to));
        const range = idsBetween(log, timeOf(from), timeOf(to));
        expect(log.range(range.first, range.last)).toEqual(scanned);
        const fills = [...listed(log, range, ['ORDER_FILL'])];
        expect(fills).toEqual(scanned.filter(({ type }) => type === 'ORDER_FILL'));
        const matches = matchesIn(log, range, ['ORDER_FILL']);
        expect(matches.count).toBe(fills.length);
        if (fills.length === 0) expect([...pagesOf(matches, 10)]).toEqual([]);
        else {
          expect(matches.first).toBe(Number(fills[0]?.id));
          expect(matches.last).toBe(Number(fills.at(-1)?.id));
        }
      }
    }
  });

  it('are counted anew when the ledger has grown', () => {
    const log = logOf(6);
    const count = () => matchesIn(log, { first: 1, last: log.lastID }, ['FUNDING']).count;
    expect(count()).toBe(2);
    append(log, 7);
    append(log, 8);
    expect(count()).toBe(3);
  });
});

describe('pages', () => {
  it('are contiguous; the last may be shorter', () => {
    expect([...pagesOf({ first: 3, last: 9 }, 3)]).toEqual([
      { first: 3, last: 5 },
      { first: 6, last: 8 },
      { first: 9, last: 9 },
    ]);
    expect([...pagesOf({ first: 1, last: 0 }, 3)]).toEqual([]);
  });
});

describe('filters', () => {
  it('are groups and types; a type may be meant twice', () => {
    expect([...typesOf(['FUNDING', 'TRANSFER_FUNDS'])]).toEqual([
      'TRANSFER_FUNDS',
      'TRANSFER_FUNDS_REJECT',
    ]);
    expect(typesOf(['ORDER']).has('ORDER_CANCEL_REJECT')).toBe(true);
    expect(typesOf(['ORDER']).has('TRADE_CLIENT_EXTENSIONS_MODIFY')).toBe(false);
    expect(typesOf(['ONE_CANCELS_ALL_ORDER', 'FIXED_PRICE_ORDER']).size).toBe(0);
    expect(new Set(TRANSACTION_FILTERS).size).toBe(44);
  });
});
