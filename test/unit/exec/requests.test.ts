import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { admitRequest, operationOf } from '../../../src/exec/requests.js';

const ACTING = { token: 'sandbox', accounts: new Map([['001-004-7-001', '101-001-1-001']]) };

/** A request after it was let in. */
function admitted(url: string, authorization?: string): IncomingMessage {
  const request = { url, headers: { authorization } } as IncomingMessage;
  admitRequest(request, ACTING);
  return request;
}

describe('a request of a child', () => {
  it.each([
    ['Bearer anything', 'Bearer sandbox'],
    ['bearer  0123-4567', 'Bearer sandbox'],
    ['Basic abc', 'Basic abc'],
    [undefined, undefined],
  ])('with %j is taken for %j', (given, taken) => {
    expect(admitted('/v3/accounts', given).headers.authorization).toBe(taken);
  });

  it('keeps the token of control', () => {
    expect(admitted('/_sim/clock', 'Bearer c').headers.authorization).toBe('Bearer c');
  });

  it.each([
    ['/v3/accounts/001-004-7-001/orders?count=1', '/v3/accounts/101-001-1-001/orders?count=1'],
    ['/v3/accounts/001-004-7-001', '/v3/accounts/101-001-1-001'],
    ['/v3/accounts/001-004-7-0011', '/v3/accounts/001-004-7-0011'],
    ['/v3/accounts?id=001-004-7-001', '/v3/accounts?id=001-004-7-001'],
  ])('for %s asks for %s', (given, asked) => {
    expect(admitted(given).url).toBe(asked);
  });
});

it.each([
  ['GET', '/v3/accounts', 'listAccounts'],
  ['POST', '/v3/accounts/101-001-1-001/orders', 'createOrder'],
  ['GET', '/v3/accounts/101-001-1-001/transactions/stream', 'streamTransactions'],
  ['GET', '/v3/accounts/101-001-1-001/transactions/sinceid?id=3', 'getTransactionsSinceId'],
  ['GET', '/v3/accounts/a/pricing/stream?instruments=EUR_USD', 'streamPricing'],
  ['GET', '/v3/accounts/a/orders/', 'listOrders'],
  ['DELETE', '/v3/accounts/a/orders', 'other'],
  ['GET', '/', 'other'],
])('%s %s is the operation %s', (method, url, operation) => {
  expect(operationOf({ method, url } as IncomingMessage)).toBe(operation);
});
