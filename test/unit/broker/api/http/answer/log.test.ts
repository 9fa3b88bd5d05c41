import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../../../../src/broker/api/http/answer/log.js';

describe('a URL in the log', () => {
  it.each([
    ['/v3/accounts?access_token=abc', '/v3/accounts?access_token=***'],
    ['/v3/accounts?a=1&Token=abc&b=2', '/v3/accounts?a=1&Token=***&b=2'],
    ['/v3/accounts?authorization=Bearer%20abc', '/v3/accounts?authorization=***'],
    ['/v3/accounts?api_key=abc', '/v3/accounts?api_key=***'],
    ['/v3/accounts?%74oken=abc', '/v3/accounts?%74oken=***'],
  ])('%s is without what looks like a secret', (url, logged) => {
    expect(withoutSecrets(url)).toBe(logged);
  });

  it('is as it came otherwise', () => {
    const url = '/v3/instruments/EUR_USD/candles?count=5&price=BA';
    expect(withoutSecrets(url)).toBe(url);
  });
});
