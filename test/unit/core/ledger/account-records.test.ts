import { expect, it } from 'vitest';
import { appended } from '../../../../src/core/ledger/account-records.js';
import { Sim, types } from '../../../support/market/sim.js';

it('makes a list of the first item and adds the next ones to it', () => {
  const first = appended(undefined, 'a');
  expect(first).toEqual(['a']);
  const second = appended(first, 'b');
  expect(second).toEqual(['a', 'b']);
  expect(second).toBe(first);
});

it('the client id of an order is free when the order has ended, and not before', () => {
  const sim = new Sim();
  sim.quote('EUR_USD', '1.08505', '1.08520');
  const limit = { type: 'LIMIT', instrument: 'EUR_USD', units: '5', clientExtensions: { id: 'a' } };
  const waits = () => sim.order({ ...limit, price: '1.07000' });
  expect(types(waits())).toEqual(['LIMIT_ORDER']);
  expect(types(waits())).toEqual(['LIMIT_ORDER_REJECT']);
  sim.send({ type: 'CancelOrder', orderSpecifier: '@a' });
  expect(types(sim.order({ ...limit, price: '1.09000' }))).toEqual(['LIMIT_ORDER', 'ORDER_FILL']);
  expect(types(waits())).toEqual(['LIMIT_ORDER']);
  expect(sim.faults()).toEqual([]);
});
