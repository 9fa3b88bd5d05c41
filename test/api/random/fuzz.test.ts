import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorResponsesOf } from '../../../src/broker/api/http/answer/describe-answers.js';
import type { Operation } from '../../../src/broker/api/v20/operation.js';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { ErrorResponse } from '../../../src/broker/api/v20/schema/errors.js';
import { canonicalText } from '../../../src/core/base/canonical.js';
import { checkAnswer, type TestApi, testApi } from '../../support/api/api.js';
import { FOREIGN, OWN, OWN_SECOND, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { furnish, ledgerLength } from '../../support/api/trading.js';
import {
  mutatedRequest,
  type PlannedRequest,
  validRequest,
  type WrittenRequest,
  written,
} from '../../support/arbitrary/api-arbitraries.js';
import { sharedNames } from '../../support/arbitrary/nasty.js';

/**
 * Whatever is asked of an operation, the answer is one that it documents, and a request that is
 * refused changes nothing. Made from the operations' own schemas; `ORRERY_RUNS` requests each.
 */

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 8);
/** Requests after which a new sandbox is begun, so that old ones do not slow the runs down. */
const REQUESTS_A_SANDBOX = 500;
/** Of so many requests one is held against the accounts before it: digests take longer than answers. */
const REQUESTS_A_DIGEST = 4;
/** What is answered before an operation is reached: too large, too long, not JSON. */
const BEFORE = [413, 414, 415];
const SHARED = sharedNames();

/** Streams do not end, and so cannot be injected. */
const ENDING = OPERATIONS.filter(({ path }) => !path.endsWith('/stream'));

/** Digests of the accounts but for the ids of their last transactions. */
function digestsOf({ sandbox }: TestApi): Map<string, string> {
  return new Map(
    [OWN, OWN_SECOND, FOREIGN].map(id => {
      const { lastTransactionID: _, ...state } = sandbox.simulation.account(id)?.state ?? {};
      return [id, canonicalText(state)];
    }),
  );
}

class Fuzzed {
  #api: TestApi | undefined;
  #requests = 0;

  /** The sandbox, begun anew now and then; open trades and orders are never used up. */
  async api(): Promise<TestApi> {
    const { state } = this.#api?.sandbox.simulation.account(OWN) ?? {};
    const isSpent = state?.openTrades.size === 0 || state?.pendingOrders.size === 0;
    const isOld = this.#requests++ % REQUESTS_A_SANDBOX === 0;
    if (this.#api === undefined || isSpent || isOld) {
      this.#api = await testApi(sandboxScenario(), { logLevel: 'error' });
      await furnish(this.#api);
    }
    return this.#api;
  }

  async expectHeld(operation: Operation, planned: PlannedRequest): Promise<void> {
    const api = await this.api();
    if (planned.ticks > 0) await api.advance({ ticks: planned.ticks });
    const account = api.sandbox.simulation.account(planned.accountID);
    const own = api.sandbox.simulation.account(OWN);
    const { state } = account ?? own ?? expect.unreachable();
    const isDigested = this.#requests % REQUESTS_A_DIGEST === 0;
    const before = isDigested ? digestsOf(api) : new Map<string, string>();
    const length = ledgerLength(api);
    const request = written(planned, state);
    const answer = await ask(api, request);
    expectDocumented(operation, answer);
    const made = api.sandbox.simulation.engine.ledger.slice(length);
    const after = isDigested ? digestsOf(api) : before;
    for (const [id, digest] of before) {
      const mayChange = id === planned.accountID && answer.status < 400;
      if (!mayChange || request.method === 'GET') expect(after.get(id), id).toBe(digest);
    }
    if (request.method === 'GET') expect(made).toEqual([]);
    for (const transaction of made) {
      expect(transaction.accountID).toBe(planned.accountID);
      if (answer.status >= 400) expect(transaction).toHaveProperty('rejectReason');
    }
    expect(sharedNames()).toBe(SHARED);
  }
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

async function ask(api: TestApi, { payload, headers, ...rest }: WrittenRequest): Promise<Answered> {
  const answer = await api.app.inject({
    ...rest,
    headers: { authorization: `Bearer ${api.token}`, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  const isZipped = answer.headers['content-encoding'] === 'gzip';
  const text = isZipped ? gunzipSync(answer.rawPayload).toString('utf8') : answer.body;
  expect(text).not.toMatch(/node_modules|\.[jt]s:\d| {4}at /);
  expect(text).not.toContain(api.token);
  return { status: answer.statusCode, text };
}

function expectDocumented(
  { operationId, method, responses }: Operation,
  { status, text }: Answered,
) {
  const documented = [
    ...Object.keys(responses),
    ...Object.keys(errorResponsesOf(method, ErrorResponse)),
  ].map(Number);
  expect([...documented, ...BEFORE], text.slice(0, 300)).toContain(status);
  if (status < 400) return;
  const body = JSON.parse(text);
  expect(body).toMatchObject({ errorMessage: expect.stringMatching(/./) });
  if (!BEFORE.includes(status)) checkAnswer(operationId, status, body);
}

describe('any request', () => {
  it.each(ENDING.map(operation => [operation.operationId, operation] as const))(
    '%s is answered as documented, and changes nothing when refused',
    async (_name, operation) => {
      const fuzzed = new Fuzzed();
      const requests = fc.oneof(
        validRequest(operation),
        mutatedRequest(operation, 1, 1),
        mutatedRequest(operation, 2, 6),
      );
      await fc.assert(
        fc.asyncProperty(requests, planned => fuzzed.expectHeld(operation, planned)),
        { numRuns: RUNS },
      );
    },
  );
});
