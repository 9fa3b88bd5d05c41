import { describe, expect, it } from 'vitest';
import {
  accountIDOf,
  accountIDParts,
  isAccountID,
  userOf,
} from '../../../../src/core/ledger/account-id.js';
import { SCENARIO_SCHEMA } from '../../../../src/data/storage/schema/scenario-schema.js';

const ID = '101-004-1000001-027';

describe('account ids', () => {
  it('are site, division, user and number', () => {
    expect(accountIDParts(ID)).toEqual({ site: 101, division: 4, user: 1_000_001, number: 27 });
    expect(userOf(ID)).toBe(1_000_001);
  });

  it('are written with three digits for all but the user', () => {
    expect(accountIDOf(accountIDParts(ID))).toBe(ID);
    expect(accountIDOf({ site: 1, division: 1, user: 7, number: 1 })).toBe('001-001-7-001');
  });

  it.each(['', '101-004-1000001', '101-4-1000001-027', `${ID}0`, '101-004--027', 'a-b-c-d'])(
    'are not written like %j',
    text => {
      expect(isAccountID(text)).toBe(false);
    },
  );

  it('have users of up to twelve digits, in a scenario as on the wire', () => {
    const longest = '101-001-999999999999-001';
    expect(isAccountID(longest)).toBe(true);
    expect(userOf(longest)).toBe(999_999_999_999);
    expect(isAccountID('101-001-9999999999999-001')).toBe(false);
    const text = JSON.stringify(SCENARIO_SCHEMA);
    expect(text).toContain(JSON.stringify('^\\d{3}-\\d{3}-\\d{1,12}-\\d{3}$'));
  });
});
