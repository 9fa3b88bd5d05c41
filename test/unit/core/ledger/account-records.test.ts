import { expect, it } from 'vitest';
import { appended } from '../../../../src/core/ledger/account-records.js';

it('makes a list of the first item and adds the next ones to it', () => {
  const first = appended(undefined, 'a');
  expect(first).toEqual(['a']);
  const second = appended(first, 'b');
  expect(second).toEqual(['a', 'b']);
  expect(second).toBe(first);
});
