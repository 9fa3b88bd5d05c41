import { describe, expect, it } from 'vitest';
import { canonicalText } from '../../../../src/core/base/canonical.js';
import { decimal } from '../../../../src/core/base/decimal.js';
import { IdTable } from '../../../../src/core/base/id-table.js';
import { initialState } from '../../../../src/core/ledger/account.js';
import { account } from '../../../support/market/fixtures.js';

function tableOf<T>(...entries: readonly (readonly [number, T])[]): IdTable<T> {
  const table = new IdTable<T>();
  for (const [id, record] of entries) table.set(id, record);
  return table;
}

describe('the canonical text of a state', () => {
  it('is the same whatever the order of keys, of a Map and of a Set', () => {
    const one = {
      a: 1,
      b: new Map([
        ['x', 1],
        ['y', 2],
      ]),
      c: new Set([3, 4]),
    };
    const other = {
      c: new Set([4, 3]),
      b: new Map([
        ['y', 2],
        ['x', 1],
      ]),
      a: 1,
    };
    expect(canonicalText(one)).toBe(canonicalText(other));
  });

  it.each([
    ['a number', 1, 2],
    ['a text and a number', '1', 1],
    ['a Decimal', decimal('1.10'), decimal('1.11')],
    ['a field', { a: 1 }, { a: 1, b: 2 }],
    ['an item of a list', [1, 2], [2, 1]],
    ['an entry of a Map', new Map([[1, 'a']]), new Map([[1, 'b']])],
    ['a record of an IdTable', tableOf([7, { units: 1 }]), tableOf([7, { units: 2 }])],
    ['an id of an IdTable', tableOf([7, 'a']), tableOf([8, 'a'])],
    ['a record more', tableOf([7, 'a']), tableOf([7, 'a'], [8, 'a'])],
  ])('differs when %s differs', (_what, one, other) => {
    expect(canonicalText(one)).not.toBe(canonicalText(other));
  });

  it('distinguishes accounts by an ended order and by a closed trade', () => {
    const empty = canonicalText(initialState(account()));
    for (const field of ['orders', 'trades'] as const) {
      const state = initialState(account());
      (state[field] as IdTable<object>).set(6, { id: 6 });
      expect(canonicalText(state), field).not.toBe(empty);
    }
  });
});
