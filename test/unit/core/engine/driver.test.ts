import { expect, it } from 'vitest';
import { type Driver, fanOut } from '../../../../src/core/engine/driver.js';

/** A driver that takes transactions, and says whether it wants them now. */
const taking = (wants?: boolean): Driver => ({
  onTransaction: () => undefined,
  ...(wants !== undefined && { wantsTransactions: () => wants }),
});

it('transactions are wanted while one of the drivers that take them does not decline', () => {
  const wanted = (...drivers: Driver[]) => fanOut(drivers).wantsTransactions?.();
  expect(wanted(taking(true))).toBe(true);
  expect(wanted(taking())).toBe(true);
  expect(wanted(taking(false))).toBe(false);
  expect(wanted(taking(false), taking(true))).toBe(true);
  expect(wanted({}, taking(false))).toBe(false);
  expect(wanted({})).toBeUndefined();
});
