import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../../src/core/base/prng.js';
import { isDetermined, sharesOf } from '../../../../../src/live/fidelity/mutation/determined.js';
import { factsIn } from '../../../../../src/live/fidelity/mutation/facts.js';
import { type MutationRow, measure } from '../../../../../src/live/fidelity/mutation/measure.js';
import {
  MUTATIONS,
  type MutationKind,
  mutate,
} from '../../../../../src/live/fidelity/mutation/mutate.js';
import { ownBodies } from '../../../../support/fidelity/own-bodies.js';
import { IS_NIGHTLY } from '../../../../support/random/nightly.js';

const KINDS = Object.keys(MUTATIONS) as MutationKind[];
const BODY = {
  id: '7',
  time: '2024-03-05T10:00:00.000000000Z',
  reason: 'CLIENT_ORDER',
  state: 'PENDING',
  price: '1.10000',
};

describe('a changed recording', () => {
  it.each(KINDS)('differs in one fact, and the recording stays as it was: %s', kind => {
    const before = JSON.stringify(BODY);
    const changed = mutate(BODY, kind, new Prng(3));
    expect(JSON.stringify(BODY)).toBe(before);
    expect(JSON.stringify(changed?.value)).not.toBe(before);
    const [own, other] = [BODY, changed?.value as Record<string, unknown>].map(each =>
      Object.entries(each),
    );
    const differing = own?.filter(([key, value]) => Object.fromEntries(other ?? [])[key] !== value);
    expect(differing?.length).toBe(kind === 'reversed' ? 0 : 1);
  });

  it('keeps the digits of an amount that grows tenfold', () => {
    const changed = mutate({ price: '1.10000' }, 'tenfold', new Prng(1));
    expect(changed?.value).toEqual({ price: '11.00000' });
  });

  it('has nothing to change where no fact is of the kind', () => {
    expect(KINDS.map(kind => mutate({ a: true }, kind, new Prng(1))?.kind)).toEqual([
      ...KINDS.map(kind => (kind === 'deleted' ? 'deleted' : undefined)),
    ]);
  });

  it('is determined where another fact says the same', () => {
    const fill = { id: '7', batchID: '6', type: 'ORDER_FILL', orderID: '6', pl: '1.0000' };
    const closed = { ...fill, tradesClosed: [{ tradeID: '3', units: '-1', realizedPL: '1.0000' }] };
    const known = (value: object) => {
      const recordings = [{ file: 'a', place: '', value }];
      const fact = factsIn(value).find(({ field }) => field === 'pl');
      const setting = { recordings, shares: sharesOf(recordings, factsIn) };
      return fact && isDetermined({ kind: 'digit', fact, value }, setting);
    };
    expect([known(closed), known(fill)]).toEqual([true, false]);
  });
});

describe('the measure of our own recordings', () => {
  it('notices what is determined', async () => {
    const bodies = await ownBodies();
    const { rows, missed } = await measure(bodies.slice(0, 6), IS_NIGHTLY ? 400 : 16, 5);
    const sum = (of: (row: MutationRow) => number) => rows.reduce((all, row) => all + of(row), 0);
    expect(sum(({ changed }) => changed)).toBeGreaterThan(10);
    const determined = sum(row => row.determined);
    expect(determined).toBeGreaterThan(6);
    expect(missed.length / determined).toBeLessThanOrEqual(0.05);
  });
});
