import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { admitRequest, operationOf } from '../../../src/exec/requests.js';

const ACTING = {
  first: 'sandbox',
  tokens: new Map([
    ['101-001-1-001', 'sandbox'],
    ['101-001-2-001', 'of-another-user'],
  ]),
};

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
    ['/v3/accounts/101-001-2-001/orders?count=1', 'of-another-user'],
    ['/v3/accounts/101-001-2-001', 'of-another-user'],
    ['/v3/accounts/101-001-2-0011', 'sandbox'],
    ['/v3/accounts?id=101-001-2-001', 'sandbox'],
  ])('for %s has the token of its account: %s', (url, token) => {
    const request = admitted(url, 'Bearer anything');
    expect([request.url, request.headers.authorization]).toEqual([url, `Bearer ${token}`]);
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
