import { describe, expect, it } from 'vitest';
import { retiredPath } from '../../../../src/exec/exchange/retired-paths.js';

describe('a path of a retired API', () => {
  it.each([
    ['/labs/v1/spreads', '/labs/v1/spreads'],
    ['/labs/v1/spreads/', '/labs/v1/spreads'],
    ['/v1/prices/', '/v1/prices'],
    ['/v1/accounts/', '/v1/accounts'],
    ['/v1/accounts/1234567/', '/v1/accounts/{account}'],
    ['/v1/accounts/1234567/orders/', '/v1/accounts/{account}/orders'],
    ['/labs/v1/strange', '/labs/v1/...'],
  ])('%s is %s, with or without a slash at its end', (asked, path) => {
    expect(retiredPath(asked)?.path).toBe(path);
  });

  it('is none of v20', () => {
    expect(retiredPath('/v3/accounts')).toBeUndefined();
  });
});
