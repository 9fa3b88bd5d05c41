import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type ListQuery,
  listPage,
} from '../../../../../../src/broker/api/v20/answers/list-page.js';
import type { AccountCall } from '../../../../../../src/broker/api/v20/operation.js';
import { Sim } from '../../../../../support/market/sim.js';
import { runsOf } from '../../../../../support/random/nightly.js';

interface Item {
  readonly id: number;
  readonly instrument: string;
  readonly wanted: boolean;
}

/** A call on an account whose transactions are 1 to `lastID`. */
function callOf(query: ListQuery, lastID: number): AccountCall<ListQuery> {
  const cell = new Sim().engine.state.cells[0];
  const account = { state: cell?.state, market: cell?.market, log: { firstID: 1, lastID } };
  return { account, query, url: (path: string) => path } as unknown as AccountCall<ListQuery>;
}

const items = fc
  .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 60 }), wanted: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 50,
  })
  .map(all => [...all].sort((a, b) => a.id - b.id));

it('finds what a filter, a sort and a cut would, whether items are few or many', () => {
  fc.assert(
    fc.property(
      items,
      fc.integer({ min: 60, max: 400 }),
      fc.integer({ min: 1, max: 20 }),
      fc.option(fc.integer({ min: 0, max: 70 }), { nil: undefined }),
      fc.option(fc.array(fc.integer({ min: 0, max: 70 })), { nil: undefined }),
      (...drawn) => {
        const [all, lastID, count, beforeID, ids] = drawn;
        const from = new Map(
          all.map(each => [each.id, { ...each, instrument: 'EUR_USD' } as Item]),
        );
        const query = {
          state: 'ALL',
          count,
          ...(beforeID === undefined ? {} : { beforeID: String(beforeID) }),
          ...(ids === undefined ? {} : { ids: ids.map(String) }),
        };
        const page = listPage(callOf(query, lastID), 'things', from, ({ wanted }) => wanted);
        const matching = [...from.values()]
          .filter(({ id, wanted }) => wanted && id <= (beforeID ?? Infinity))
          .filter(({ id }) => ids === undefined || ids.includes(id))
          .reverse();
        expect(page.items).toEqual(matching.slice(0, count));
        expect(page.headers !== undefined).toBe(matching.length > count);
      },
    ),
    { numRuns: runsOf(200) },
  );
});

it('links to the rest with every filter repeated', () => {
  const from = new Map([1, 2, 3].map(id => [id, { id, instrument: 'EUR_USD' }]));
  const query = { ids: ['1', '2', '3'], state: 'OPEN', instrument: 'EUR_USD', count: 2 };
  const page = listPage(callOf(query, 3), 'things', from, () => true);
  expect(page.items.map(({ id }) => id)).toEqual([3, 2]);
  expect(page.headers).toEqual({
    Link: '</v3/accounts/101-004-1000001-001/things?ids=1%2C2%2C3&state=OPEN&instrument=EUR_USD&count=2&beforeID=1>; rel="next"',
  });
});

it('finds a page of a long history without looking at all of it', () => {
  const from = new Map<number, Pick<Item, 'id' | 'instrument'>>();
  for (let id = 2; id <= 100_000; id += 3) from.set(id, { id, instrument: 'EUR_USD' });
  const looked: number[] = [];
  const watched = {
    size: from.size,
    get: (id: number) => looked.push(id) && from.get(id),
  } as unknown as typeof from;
  const query = { state: 'ALL', count: 50 };
  expect(listPage(callOf(query, 100_000), 'things', watched, () => true).items).toHaveLength(50);
  expect(looked.length).toBeLessThan(160);
});
