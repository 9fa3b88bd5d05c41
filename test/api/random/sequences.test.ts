import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { canonicalText } from '../../../src/core/base/canonical.js';
import { audit } from '../../../src/core/ledger/audit.js';
import { ledgerHash } from '../../../src/data/record/ledger-file.js';
import { type AccountCopy, changedCopy, copyOf } from '../../support/api/account-copy.js';
import { type TestAnswer, type TestApi, testApi } from '../../support/api/api.js';
import { FOREIGN, OWN, OWN_SECOND, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { furnish, ledgerLength } from '../../support/api/trading.js';
import {
  mutatedRequest,
  type PlannedRequest,
  validRequest,
  written,
} from '../../support/arbitrary/api-arbitraries.js';
import { account } from '../../support/market/fixtures.js';

/**
 * Sequences of requests, with time between them: after every one the accounts add up, those that
 * were not addressed are as they were, and a copy kept by polling is the account itself.
 */

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 2);
const ACCOUNTS = [OWN, OWN_SECOND, FOREIGN];

type Step =
  | { readonly kind: 'turn'; readonly turn: object }
  | { readonly kind: 'request'; readonly request: PlannedRequest };

/** How often operations are used; those not named, once. */
const WEIGHTS: Readonly<Record<string, number>> = {
  createOrder: 24,
  replaceOrder: 12,
  cancelOrder: 6,
  closeTrade: 6,
  setTradeDependentOrders: 10,
  closePosition: 6,
  configureAccount: 2,
  setOrderClientExtensions: 6,
  setTradeClientExtensions: 6,
};

/** Those of which some must have been carried out. */
const OFTEN = new Set(['createOrder', 'replaceOrder', 'cancelOrder', 'closeTrade']);

const requests = OPERATIONS.filter(({ path }) => !path.endsWith('/stream')).flatMap(operation => {
  const weight = WEIGHTS[operation.operationId] ?? 1;
  const valid = validRequest(operation).map((request): Step => ({ kind: 'request', request }));
  const bad = mutatedRequest(operation, 1, 2).map(
    (request): Step => ({ kind: 'request', request }),
  );
  return [
    { arbitrary: valid, weight: weight * 4 },
    { arbitrary: bad, weight },
  ];
});
const turns = fc
  .constantFrom<object[]>({ ticks: 1 }, { ticks: 40 }, { ticks: 400 }, { by: '1h' }, { by: '9h' })
  .map((turn): Step => ({ kind: 'turn', turn }));
const steps = fc.array(fc.oneof(...requests, { arbitrary: turns, weight: 60 }), {
  minLength: 10,
  maxLength: 60,
  size: 'max',
});
/** Enough for everything, and hardly enough for one trade. */
const balances = fc.constantFrom('10000', '10000', '230');

async function start(balance: string): Promise<TestApi> {
  const accounts = [
    account({ id: OWN, balance }),
    account({ id: OWN_SECOND, currency: 'EUR', hedging: true, balance }),
    account({ id: FOREIGN }),
  ];
  const api = await testApi(sandboxScenario({ accounts }), { logLevel: 'error' });
  await furnish(api);
  return api;
}

function take(api: TestApi, step: Step): Promise<TestAnswer> | Promise<{ status: number }> {
  if (step.kind === 'turn') return api.advance(step.turn);
  const { request } = step;
  const { state } =
    api.sandbox.simulation.account(request.accountID) ??
    api.sandbox.simulation.account(OWN) ??
    expect.unreachable();
  const { payload, headers, ...rest } = written(request, state);
  return api.app
    .inject({
      ...rest,
      headers: { authorization: `Bearer ${api.token}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    .then(({ statusCode }) => ({ status: statusCode }));
}

/** Copies of both of the token's accounts, kept by polling. */
class Poller {
  readonly #api: TestApi;
  readonly #copies = new Map<string, { readonly copy: AccountCopy; readonly since: string }>();

  constructor(api: TestApi) {
    this.#api = api;
  }

  /** Polls both accounts; a copy that is not the account shown in full is a fault. */
  async poll(): Promise<void> {
    for (const id of [OWN, OWN_SECOND]) {
      const fresh = await this.#read(`/v3/accounts/${id}`);
      const known = this.#copies.get(id);
      const since = String(fresh['lastTransactionID']);
      const sinceKnown = known?.since ?? since;
      const changes = await this.#read(
        `/v3/accounts/${id}/changes?sinceTransactionID=${sinceKnown}`,
      );
      const amounts = Object.keys(changes['state'] as object).filter(name => !LISTS.has(name));
      const copy = copyOf(fresh['account'] as Record<string, unknown>, amounts);
      if (known !== undefined) expect(changedCopy(known.copy, changes), id).toEqual(copy);
      this.#copies.set(id, { copy, since });
    }
  }

  async #read(path: string): Promise<Record<string, unknown>> {
    const { status, body } = await this.#api.request('GET', path);
    expect(status, path).toBe(200);
    return body;
  }
}
const LISTS = new Set(['orders', 'trades', 'positions']);

function digestOf(api: TestApi, id: string): string {
  return canonicalText(api.sandbox.simulation.account(id)?.state);
}

/** Takes a step and holds all that must be true after it. */
async function takeHeld(api: TestApi, step: Step, poller: Poller): Promise<number> {
  const others = ACCOUNTS.filter(id => step.kind === 'request' && step.request.accountID !== id);
  const before = new Map(others.map(id => [id, digestOf(api, id)]));
  const length = ledgerLength(api);
  const { status } = await take(api, step);
  expect(status).toBeLessThan(500);
  for (const id of ACCOUNTS) {
    const { state, log, market } = api.sandbox.simulation.account(id) ?? expect.unreachable();
    expect(audit(state, log.since(0), market), id).toEqual([]);
    const digest = before.get(id);
    if (digest !== undefined) expect(digestOf(api, id), id).toBe(digest);
  }
  // What stands still needs no second look: to poll costs more than all else here.
  if (step.kind === 'turn' || ledgerLength(api) > length) await poller.poll();
  return status;
}

/** Whatever part of the log is asked for is that part of it. */
async function expectSlices(api: TestApi): Promise<void> {
  const { log } = api.sandbox.simulation.account(OWN) ?? expect.unreachable();
  const whole = JSON.parse(JSON.stringify(log.since(0)));
  const last = log.lastID;
  for (const from of new Set([1, Math.ceil(last / 2), last])) {
    const path = '/v3/accounts/{a}/transactions';
    const since = await api.request('GET', `${path}/sinceid?id=${from}`);
    expect(since.body['transactions']).toEqual(whole.slice(from));
    const range = await api.request('GET', `${path}/idrange?from=${from}&to=${last}`);
    expect(range.body['transactions']).toEqual(whole.slice(from - 1));
    const changes = await api.request('GET', `/v3/accounts/{a}/changes?sinceTransactionID=${from}`);
    expect(changes.body['changes']).toMatchObject({ transactions: whole.slice(from) });
  }
}

describe('a sequence of requests', () => {
  it('leaves accounts that add up, each by itself, and copies that stay true', async () => {
    const answered = new Set<string>();
    await fc.assert(
      fc.asyncProperty(balances, steps, async (balance, sequence) => {
        const api = await start(balance);
        const poller = new Poller(api);
        await poller.poll();
        for (const step of sequence) {
          const status = await takeHeld(api, step, poller);
          if (step.kind === 'request') {
            answered.add(`${step.request.method} ${step.request.path} ${status}`);
          }
        }
        await expectSlices(api);
      }),
      { numRuns: RUNS },
    );
    // Sequences that only fail would prove nothing.
    for (const operation of OPERATIONS.filter(({ operationId }) => OFTEN.has(operationId))) {
      const statuses = [200, 201].map(each => `${operation.method} ${operation.path} ${each}`);
      expect(
        statuses.some(each => answered.has(each)),
        operation.operationId,
      ).toBe(true);
    }
  });

  it('has the same ledger whether anybody looks or not', async () => {
    await fc.assert(
      fc.asyncProperty(balances, steps, async (balance, sequence) => {
        const [watched, alone] = [await start(balance), await start(balance)];
        const poller = new Poller(watched);
        for (const step of sequence) {
          await take(watched, step);
          await poller.poll();
          if (step.kind === 'turn' || step.request.method !== 'GET') await take(alone, step);
        }
        const hashOf = ({ sandbox }: TestApi) => ledgerHash(sandbox.simulation.engine.ledger);
        expect(hashOf(watched)).toBe(hashOf(alone));
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  });
});
