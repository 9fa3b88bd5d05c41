import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkedList } from '../../src/core/base/chunked-list.js';
import { IdTable } from '../../src/core/base/id-table.js';

/** Enough items for several chunks. */
const LENGTH_MAX = 5_000;

describe('a list that only grows', () => {
  it('reads as the array of the same items', () => {
    fc.assert(
      fc.property(
        fc.nat(LENGTH_MAX),
        fc.nat(LENGTH_MAX),
        fc.nat(LENGTH_MAX),
        (length, from, to) => {
          const items = Array.from({ length }, (_, index) => index);
          const list = new ChunkedList(items);
          expect(list.length).toBe(length);
          expect([...list]).toEqual(items);
          expect(list.slice(from, to)).toEqual(items.slice(from, to));
          expect(list.slice(-from, -to)).toEqual(items.slice(-from, -to));
          expect(list.at(from)).toBe(items[from]);
          expect(list.at(-1)).toBe(items.at(-1));
          expect(JSON.stringify(list)).toBe(JSON.stringify(items));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('shares nothing that a copy or the original adds later', () => {
    fc.assert(
      fc.property(fc.nat(LENGTH_MAX), fc.nat(3_000), fc.nat(3_000), (length, more, others) => {
        const items = Array.from({ length }, (_, index) => index);
        const list = new ChunkedList<number>(items);
        const copy = list.clone();
        const added = Array.from({ length: more }, (_, index) => -index);
        const addedToCopy = Array.from({ length: others }, (_, index) => index * 2);
        for (const item of added) list.push(item);
        for (const item of addedToCopy) copy.push(item);
        expect(list.slice()).toEqual([...items, ...added]);
        expect(copy.slice()).toEqual([...items, ...addedToCopy]);
      }),
      { numRuns: 30 },
    );
  });
});

/** One step of a table: a record put at an id, or a copy made of the table. */
const steps = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.record({ back: fc.nat(1_500), table: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ copied: fc.nat(9) }) },
  ),
  { minLength: 50, maxLength: 400 },
);

describe('records by id', () => {
  it('read as a map in order of ids, in every copy', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000_000), steps, (first, all) => {
        const tables = [{ table: new IdTable<string>(), model: new Map<number, string>() }];
        let top = first;
        all.forEach((step, at) => {
          if ('copied' in step) {
            const of = tables[step.copied % tables.length] as (typeof tables)[number];
            tables.push({ table: of.table.clone(), model: new Map(of.model) });
            return;
          }
          const of = tables[step.table % tables.length] as (typeof tables)[number];
          top += 37;
          const id = Math.max(first, of.model.size === 0 ? first : top - step.back);
          of.table.set(id, `record ${at}`);
          of.model.set(id, `record ${at}`);
        });
        for (const { table, model } of tables) {
          const sorted = [...model].sort(([a], [b]) => a - b);
          expect([...table]).toEqual(sorted);
          expect(table.size).toBe(model.size);
          for (const [id, record] of model) expect(table.get(id)).toBe(record);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has nothing at ids that were never put', () => {
    const table = new IdTable<string>();
    table.set(5_000, 'one');
    for (const id of [0, 4_999, 5_001, 1e300, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(table.get(id)).toBeUndefined();
      expect(table.has(id)).toBe(false);
    }
  });
});
