import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkedList } from '../../src/core/base/chunked-list.js';
import { IdTable, type RecordPacking } from '../../src/core/base/id-table.js';
import { Packing } from '../../src/core/base/packing.js';
import { runsOf } from '../support/random/nightly.js';

/** Enough items for several chunks. */
const LENGTH_MAX = 5_000;

const PACKING = new Packing({
  pack: text => Buffer.from(text),
  unpack: bytes => Buffer.from(bytes).toString(),
});

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
          if (to % 2 === 0) list.pack(PACKING, 1);
          expect(list.length).toBe(length);
          expect([...list]).toEqual(items);
          expect(list.slice(from, to)).toEqual(items.slice(from, to));
          expect(list.slice(-from, -to)).toEqual(items.slice(-from, -to));
          expect(list.at(from)).toBe(items[from]);
          expect(list.at(-1)).toBe(items.at(-1));
          expect(JSON.stringify(list)).toBe(JSON.stringify(items));
        },
      ),
      { numRuns: runsOf(50) },
    );
  });

  it('shares nothing that a copy or the original adds later', () => {
    fc.assert(
      fc.property(fc.nat(LENGTH_MAX), fc.nat(3_000), fc.nat(3_000), (length, more, others) => {
        const items = Array.from({ length }, (_, index) => index);
        const list = new ChunkedList<number>(items);
        const copy = list.clone();
        const still = list.clone();
        const added = Array.from({ length: more }, (_, index) => -1 - index);
        const addedToCopy = Array.from({ length: others }, (_, index) => index * 2);
        for (const item of added) list.push(item);
        list.pack(PACKING, 0);
        for (const item of addedToCopy) copy.push(item);
        const third = copy.clone();
        third.push(1);
        copy.push(2);
        copy.pack(PACKING, 0);
        expect([...third]).toEqual([...items, ...addedToCopy, 1]);
        expect([...still]).toEqual(items);
        expect(list.slice()).toEqual([...items, ...added]);
        expect(copy.slice()).toEqual([...items, ...addedToCopy, 2]);
      }),
      { numRuns: runsOf(30) },
    );
  });

  it('goes on from a packed chunk without unpacking it, until an old item is read', () => {
    let unpacked = 0;
    const counting = new Packing({
      pack: text => Buffer.from(text),
      unpack: bytes => {
        unpacked += 1;
        return Buffer.from(bytes).toString();
      },
    });
    const list = new ChunkedList(Array.from({ length: 1_500 }, (_, index) => index));
    const copy = list.clone();
    for (let item = 1_500; item < 3_000; item++) list.push(item);
    list.pack(counting, 0);
    copy.push(-1);
    const other = copy.clone();
    other.push(-2);
    copy.push(-3);
    expect([other.at(1_500), other.at(1_501), copy.at(1_501)]).toEqual([-1, -2, -3]);
    expect(unpacked).toBe(0);
    expect([other.at(1_499), list.at(1_500), copy.at(1_024)]).toEqual([1_499, 1_500, 1_024]);
    expect(unpacked).toBe(1);
  });
});

/** Every record has ended, and every chunk but the last is old. */
const ENDED: RecordPacking<string> = {
  kept: 0,
  form: {
    write: JSON.stringify,
    read: text => JSON.parse(text).map((each: string | null) => each ?? undefined),
  },
  hasEnded: () => true,
};

/** One step of a table: a record put at an id, a copy made of the table, or old chunks packed. */
const steps = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: fc.record({ back: fc.nat(1_500), table: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ copied: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ packed: fc.nat(9) }) },
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
          if ('packed' in step) {
            tables[step.packed % tables.length]?.table.pack(PACKING, ENDED);
            return;
          }
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
      { numRuns: runsOf(60) },
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
