/**
 * What every operation on an account answers to those whom it is not for.
 */

import { expect } from 'vitest';
import type { TestApi } from './api.js';
import { FOREIGN } from './sandbox-scenario.js';
import { ledgerLength } from './trading.js';

type Request = readonly [method: string, path: string, body?: unknown];

/** Expects 400 on a malformed account, and one and the same 403 on another's and on none at all. */
export async function expectRefused(api: TestApi, requests: readonly Request[]): Promise<void> {
  const before = ledgerLength(api);
  for (const [method, path, body] of requests) {
    const at = (account: string) => api.request(method, path.replace('{a}', account), body);
    const forbidden = { errorMessage: 'The provided request was forbidden.' };
    expect(await at(FOREIGN), path).toMatchObject({ status: 403, body: forbidden });
    expect(await at('101-001-9999999-001'), path).toMatchObject({ status: 403, body: forbidden });
    const malformed = await at('101-001-x');
    expect(malformed, path).toMatchObject({
      status: 400,
      body: { errorMessage: "Invalid value specified for 'accountID'" },
    });
    const bare = await api.request(method, path, body, { authorization: '' });
    expect(bare.status, path).toBe(401);
  }
  expect(ledgerLength(api)).toBe(before);
}

/** Expects 400 with the sentence about `parameter` for each request, and nothing written. */
export async function expectBad(
  api: TestApi,
  parameter: string,
  requests: readonly Request[],
): Promise<void> {
  const before = ledgerLength(api);
  for (const [method, path, body] of requests) {
    const { status, body: answer } = await api.request(method, path, body);
    expect({ status, answer }, `${method} ${path} ${JSON.stringify(body)}`).toEqual({
      status: 400,
      answer: {
        errorMessage: expect.stringMatching(
          new RegExp(`^Invalid value specified for '${parameter}'([.] It was .+)?$`),
        ),
        errorCode: 'oanda::rest::core::InvalidParameterException',
      },
    });
  }
  expect(ledgerLength(api)).toBe(before);
}
