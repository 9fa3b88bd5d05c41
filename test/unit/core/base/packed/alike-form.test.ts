import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../../src/core/base/decimal.js';
import { ALIKE_FORM } from '../../../../../src/core/base/packed/alike-form.js';
import { runsOf } from '../../../../support/random/nightly.js';

/** Items that differ in some of their fields, nested ones too, and sometimes in which fields they have. */
const VALUE = fc.letrec(tie => ({
  leaf: fc.oneof(
    fc.constantFrom('', '1.10000', '10', 'ä€😀', '~', null, undefined, true, -1, 0, 0.5, 1e21),
    fc.integer({ min: 0, max: 3 }).map(units => decimal(units)),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  fields: fc.dictionary(fc.constantFrom('type', 'id', 'price', '7', '__proto__'), tie('value'), {
    maxKeys: 4,
  }),
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('list'), tie('fields')),
})).value;
const ITEMS = fc.oneof(
  fc.array(VALUE, { maxLength: 30 }),
  fc.array(fc.record({ type: fc.constantFrom('A', 'B'), id: fc.nat(3), part: VALUE }), {
    maxLength: 30,
  }),
);

const asRead = (items: unknown) => JSON.stringify(ALIKE_FORM.read(ALIKE_FORM.write(items as [])));

describe('items that are written by their differences', () => {
  it('are read as their JSON is, with the same order of fields', () => {
    fc.assert(
      fc.property(ITEMS, items => {
        expect(asRead(items)).toBe(JSON.stringify(items));
      }),
      { numRuns: runsOf(1_000) },
    );
  });

  it('are read from plain JSON too, as packed chunks had it before', () => {
    const items = [{ id: 1 }, null, { id: 2 }];
    expect(ALIKE_FORM.read(JSON.stringify(items))).toEqual(items);
  });

  it('have what they share with the last of their shape once', () => {
    const price = '1.10000'.repeat(20);
    const items = Array.from({ length: 100 }, (_, at) => ({
      ...{ type: at % 2 === 0 ? 'ORDER' : 'FILL', id: String(at), time: { now: at, price } },
    }));
    expect(ALIKE_FORM.write(items).length).toBeLessThan(100 * 25 + 1_000);
    expect(asRead(items)).toBe(JSON.stringify(items));
  });

  it('are objects of their own', () => {
    const [one, other] = ALIKE_FORM.read(ALIKE_FORM.write([{ a: 1 }, { a: 1 }]));
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
  });
});
