import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { type ApiSetup, type TestAnswer, type TestApi, testApi } from '../../support/api/api.js';
import { clientOf, control, type MadeSimulation, make } from '../../support/api/control.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

const ORDER = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '100' } };
const ORDERS = '/v3/accounts/{a}/orders';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const apis: TestApi[] = [];

afterEach(async () => {
  await Promise.all(apis.splice(0).map(({ app }) => app.close()));
});

/** A server whose market has traded. */
async function traded(setup: ApiSetup): Promise<TestApi> {
  const api = await testApi(sandboxScenario(), setup);
  apis.push(api);
  const { simulation } = api.sandbox;
  await api.advance({ by: '1m' });
  await simulation.submit(api.accountID, { type: 'CreateOrder', order: ORDER.order });
  return api;
}

/** So many forks of `main`, requested together. */
function forks(api: TestApi, count: number): Promise<TestAnswer[]> {
  return Promise.all(
    Array.from({ length: count }, () => control(api, 'POST', '/simulations/main/fork', {})),
  );
}

const madeIn = (answers: readonly TestAnswer[]) =>
  answers
    .filter(({ status }) => status === 201)
    .map(({ body }) => body as unknown as MadeSimulation);

/** Collects garbage until none of the objects is left. */
async function untilGone(objects: readonly WeakRef<object>[]): Promise<void> {
  while (objects.some(each => each.deref() !== undefined)) {
    await new Promise(resolve => setTimeout(resolve, 5));
    collect();
  }
}

const simulationsOf = ({ sandboxes }: TestApi) =>
  sandboxes.all().flatMap(({ id, simulation }) => (id === 'main' ? [] : [new WeakRef(simulation)]));

/**
 * Compares the ledgers of all simulations with that of the beginning. It is a function of its own because a
 * test that waits keeps what stood in its variables, also after a loop: a simulation would never be gone.
 * @param grown - those that have traded since.
 */
function expectApart({ sandboxes }: TestApi, text: string, grown: ReadonlySet<string>): void {
  for (const { id, simulation } of sandboxes.all()) {
    const own = JSON.stringify(simulation.engine.ledger);
    expect(grown.has(id) ? own.startsWith(text.slice(0, -1)) : own === text, id).toBe(true);
  }
}

/** Requests of control are always answered, so the number of simulations is the only limit. */
describe('a thousand forks at once', () => {
  it('are made up to the limit, each whole and apart; deleting them frees their memory', async () => {
    const api = await traded({ maxSimulations: 900 });
    const text = JSON.stringify(api.sandbox.simulation.engine.ledger);
    const answers = await forks(api, 1_000);
    const made = madeIn(answers);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(100);
    expect([made.length, api.sandboxes.size]).toEqual([900, 901]);
    expect(new Set(made.flatMap(({ id, accounts }) => [id, accounts[0]?.token])).size).toBe(1_800);
    const some = made.filter((_, at) => at % 90 === 0);
    for (const each of some) {
      expect((await clientOf(api, each)('POST', ORDERS, ORDER)).status).toBe(201);
    }
    const grown = new Set(some.map(({ id }) => id));
    expectApart(api, text, grown);
    const before = simulationsOf(api);
    for (const { id } of made) {
      expect((await control(api, 'DELETE', `/simulations/${id}`)).status).toBe(204);
    }
    expect(api.sandboxes.size).toBe(1);
    const [first] = some as [MadeSimulation];
    expect((await clientOf(api, first)('POST', ORDERS, ORDER)).status).toBe(401);
    await untilGone(before);
  });
});

describe('a fork of a fork whose parent is deleted', () => {
  it('goes on, is forked at the past of the parent, and leaves no parent in memory', async () => {
    const api = await traded({});
    const parent = await make(api, '/simulations/main/fork', {});
    await clientOf(api, parent)('POST', ORDERS, ORDER);
    const child = await make(api, `/simulations/${parent.id}/fork`, {});
    await clientOf(api, child)('POST', ORDERS, ORDER);
    const [gone] = simulationsOf(api) as [WeakRef<object>];
    expect((await control(api, 'DELETE', `/simulations/${parent.id}`)).status).toBe(204);
    const lastOf = async ({ id }: MadeSimulation) =>
      (await control(api, 'GET', `/simulations/${id}/ledger`)).body['transactions'];
    const present = await make(api, `/simulations/${child.id}/fork`, {});
    const past = await make(api, `/simulations/${child.id}/fork`, { at: '5' });
    const last = Number(await lastOf(child));
    expect([await lastOf(present), await lastOf(past)]).toEqual([last, last - 4]);
    expect((await clientOf(api, past)('POST', ORDERS, ORDER)).status).toBe(201);
    expect([await lastOf(past), await lastOf(child)]).toEqual([last - 2, last]);
    expect((await control(api, 'DELETE', `/simulations/${child.id}`)).status).toBe(204);
    expect((await clientOf(api, present)('POST', ORDERS, ORDER)).status).toBe(201);
    await untilGone([gone]);
  });
});
