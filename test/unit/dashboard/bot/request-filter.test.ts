import { describe, expect, it } from 'vitest';
import {
  ANY_REQUEST,
  isWanted,
  joined,
  newerThan,
  REQUESTS_OF_PROGRAMS,
  wanted,
} from '../../../../src/dashboard/bot/request-filter.js';

const request = {
  id: '1',
  method: 'POST',
  path: '/v3/accounts/101/orders',
  operationId: 'createOrder',
  status: 429,
  origin: 'client',
};

describe('the filter of requests', () => {
  it('shows what programs ask at first, and not what the page asks itself', () => {
    expect(isWanted(request, REQUESTS_OF_PROGRAMS)).toBe(true);
    expect(isWanted({ ...request, origin: 'strategy' }, REQUESTS_OF_PROGRAMS)).toBe(true);
    expect(isWanted({ ...request, origin: 'page' }, REQUESTS_OF_PROGRAMS)).toBe(false);
  });

  it.each([
    [{ path: 'ORDERS' }, true],
    [{ path: 'createorder' }, true],
    [{ path: 'post ' }, true],
    [{ path: 'trades' }, false],
    [{ status: '4' }, true],
    [{ status: '2' }, false],
    [{ origin: 'client' }, true],
    [{ origin: 'page' }, false],
    [{ origin: 'strategy' }, false],
  ])('%o: %s', (filter, isShown) => {
    expect(isWanted(request, { ...ANY_REQUEST, ...filter })).toBe(isShown);
  });

  it('shows the newest first, and refused ones before all others unless told otherwise', () => {
    const all = [201, 400, 200, 404].map((status, index) => ({
      ...request,
      status,
      id: `${index}`,
    }));
    const ids = (refusedFirst: boolean) =>
      wanted(all, { ...ANY_REQUEST, refusedFirst }).map(({ id }) => id);
    expect(ids(true)).toEqual(['3', '1', '2', '0']);
    expect(ids(false)).toEqual(['3', '2', '1', '0']);
  });

  it('shows a request once that was both read and heard of', () => {
    const ids = joined([{ id: '1' }, { id: '2' }], [{ id: '2' }, { id: '3' }]);
    expect(ids).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
  });

  it('counts what came after the list that is shown, also when the oldest were dropped', () => {
    const [one, two, three] = ['1', '2', '3'].map(id => ({ ...request, id }));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three');
    expect(newerThan([one, two], [one, two])).toEqual([]);
    expect(newerThan([one, two], [two, three])).toEqual([three]);
    expect(newerThan([one], [two, three])).toEqual([two, three]);
    expect(newerThan([], [one])).toEqual([one]);
  });
});
