import { expect, it } from 'vitest';
import { account } from '../../../../support/market/fixtures.js';
import { Sim } from '../../../../support/market/sim.js';

it('transactions since an id are those with a greater one, and a range has both of its ends', () => {
  const sim = new Sim();
  sim.quote('EUR_USD', '1.08505', '1.08520');
  sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100' });
  const { log } = sim.engine.account(account().id);
  const ids = (transactions: readonly { readonly id: string }[]) =>
    transactions.map(({ id }) => id);
  expect([log.firstID, log.lastID]).toEqual([1, 5]);
  expect(ids(log.since(0))).toEqual(['1', '2', '3', '4', '5']);
  expect(ids(log.since(3))).toEqual(['4', '5']);
  expect(ids(log.since(5))).toEqual([]);
  expect(ids(log.range(2, 4))).toEqual(['2', '3', '4']);
  expect(ids(log.range(0, 1))).toEqual(['1']);
});
