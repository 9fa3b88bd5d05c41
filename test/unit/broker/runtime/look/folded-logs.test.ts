import { describe, expect, it } from 'vitest';
import { FOLDED_AT_ONCE, FoldedLogs } from '../../../../../src/broker/runtime/look/folded-logs.js';
import type { TransactionLog } from '../../../../../src/core/ledger/log/transaction-log.js';

const LENGTH = 10 * FOLDED_AT_ONCE + 7;

/** A log of `LENGTH` transactions that counts how often each is read. */
function countedLog() {
  const reads = new Map<number, number>();
  const log = {
    firstID: 1,
    lastID: LENGTH,
    must: (id: number) => {
      reads.set(id, (reads.get(id) ?? 0) + 1);
      return { id: String(id) };
    },
  };
  return { log: log as unknown as TransactionLog, reads };
}

function folds() {
  return new FoldedLogs<string[]>(
    () => [],
    (ids, { id }) => ids.push(id),
  );
}

describe('the reading of a long log', () => {
  it('pauses after a bounded number of transactions', () => {
    const { log, reads } = countedLog();
    const work = folds().of(log);
    let pauses = 0;
    for (let next = work.next(); !next.done; next = work.next()) {
      pauses += 1;
      expect(reads.size).toBe(pauses * FOLDED_AT_ONCE);
    }
    expect([pauses, reads.size]).toEqual([10, LENGTH]);
  });

  it('looks at each transaction once, however many readers take turns', () => {
    const { log, reads } = countedLog();
    const logs = folds();
    const readers = [logs.of(log), logs.of(log), logs.of(log)];
    let left = readers;
    while (left.length > 0) left = left.filter(reader => !reader.next().done);
    expect(new Set(reads.values())).toEqual(new Set([1]));
    expect(logs.of(log).next()).toMatchObject({ done: true, value: { length: LENGTH } });
  });
});
