import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, expect, it } from 'vitest';
import { sha256 } from '../../src/data/storage/files/sha256.js';
import { temporaryFile, temporaryFolder } from '../support/files/temporary.js';
import { type Served, serve } from '../support/process/served.js';

/**
 * Guests who share a server with a store: it is killed while some of them trade, and started again.
 * `ORRERY_SIMULATIONS=10000 npx vitest run --config test/crash.config.ts test/crash/guests.crash.ts`
 * compares 10,000 of them. `npm run bench -- guests` has the figures of docs/performance.md.
 */

const SIMULATIONS = Number(process.env['ORRERY_SIMULATIONS'] ?? 200);
const ACTIVE = Math.max(5, Math.floor(SIMULATIONS / 100));
/** Simulations that are deleted before the kill. */
const DELETED = ACTIVE;
const TRADING_MS = Number(process.env['ORRERY_TRADING_MS'] ?? 3_000);
const AT_ONCE = 16;
/** Orders of the simulation that is woken again and again: two transactions each. */
const MANY_ORDERS = SIMULATIONS >= 10_000 ? 5_000 : 100;
const WAKES = SIMULATIONS >= 10_000 ? 100 : 5;
const KEYS = ['anna', 'ben'].map(name => `the-key-of-${name}-in-the-crash`);
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

interface Made {
  readonly id: string;
  readonly account: string;
  readonly token: string;
  /** The last transaction that was acknowledged. */
  acknowledged: number;
}

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const servers: Served[] = [];
afterAll(() => {
  agent.destroy();
  for (const { process } of servers) process.kill('SIGKILL');
});

function send(url: string, token: string, method = 'GET', body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = request(url, { method, headers, agent }, answer => {
      const pieces: Buffer[] = [];
      answer.on('data', piece => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        resolve({
          status: answer.statusCode ?? 0,
          body: text.startsWith('{') ? JSON.parse(text) : {},
        });
      });
    });
    call.on('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Does `work` for each, some at one time. */
async function forEach<T>(all: readonly T[], work: (each: T, at: number) => Promise<void>) {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < all.length; at = next++) await work(all[at] as T, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function start(store: string, parkAfter: string): Promise<Served> {
  const keys = KEYS.map(key => `sha256:${sha256(key)}`);
  const text = `guests: [{ name: anna, key: "${keys[0]}" }, { name: ben, key: "${keys[1]}" }]`;
  const guests = temporaryFile('guests.json', text);
  const flags = ['--clock', 'manual', '--scenarios', 'scenarios', '--store', store];
  const limits = ['--max-simulations', 'none', '--idle-timeout', 'none', '--park-after', parkAfter];
  const served = await serve([...flags, ...limits, '--guests', guests]);
  servers.push(served);
  return served;
}

async function make({ url }: Served, key: string, body: object, path = ''): Promise<Made> {
  const { status, body: made } = await send(`${url}/_sim/simulations${path}`, key, 'POST', body);
  if (status !== 201) throw new Error(JSON.stringify(made));
  const [account] = made['accounts'] as { id: string; token: string }[];
  return {
    id: made['id'] as string,
    account: account?.id ?? '',
    token: account?.token ?? '',
    acknowledged: 0,
  };
}

async function order({ url }: Served, made: Made, units: string): Promise<void> {
  const path = `${url}/v3/accounts/${made.account}/orders`;
  const body = { order: { type: 'MARKET', instrument: 'EUR_USD', units } };
  const answer = await send(path, made.token, 'POST', body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  made.acknowledged = Number(answer.body['lastTransactionID']);
}

/** The last transaction of a simulation, and the milliseconds of the request. */
async function last({ url }: Served, { account, token }: Made) {
  const startMs = performance.now();
  const { body } = await send(`${url}/v3/accounts/${account}/summary`, token);
  return { id: Number(body['lastTransactionID']), ms: performance.now() - startMs };
}

async function metric({ url }: Served, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms (${sorted.length})`;
}

const MIB = 1_048_576;
const memory = async (served: Served) =>
  `${((await metric(served, 'process_resident_memory_bytes')) / MIB).toFixed(0)} MiB`;
const say = (line: string) => process.stdout.write(`${line}\n`);
const parkedIn = (served: Served) => metric(served, 'orrery_simulations_parked');
const patient = { timeout: 3_600_000, interval: 500 };

/** Makes all simulations, with an order in each. */
async function makeAll(served: Served): Promise<readonly Made[]> {
  say(`memory before: ${await memory(served)}`);
  const made: Made[] = [];
  const startMs = performance.now();
  await forEach(Array.from({ length: SIMULATIONS }), async (_, at) => {
    made.push(await tradedIn(served, KEYS[at % 2] as string));
  });
  const seconds = ((performance.now() - startMs) / 1e3).toFixed(1);
  const parked = await parkedIn(served);
  say(`${SIMULATIONS} made: ${seconds} s, ${await memory(served)}, ${parked} of them parked`);
  return made;
}

/** A simulation in which there is one order. */
async function tradedIn(served: Served, key: string): Promise<Made> {
  const made = await make(served, key, { scenario: 'market-order.yaml' });
  await send(`${served.url}/_sim/simulations/${made.id}/clock/advance`, key, 'POST', { ticks: 1 });
  await order(served, made, '10');
  return made;
}

/** Deletes simulations that are parked, one of them after a fork of it was made. @returns the fork. */
async function deleteAll(served: Served, gone: readonly Made[]): Promise<Made> {
  const fork = await make(served, served.controlToken, {}, `/${gone[0]?.id}/fork`);
  await order(served, fork, '5');
  await forEach(gone, async ({ id }) => {
    const path = `${served.url}/_sim/simulations/${id}`;
    expect((await send(path, served.controlToken, 'DELETE')).status).toBe(204);
  });
  return fork;
}

/** That deleted simulations are not there: by their ids, by their tokens, and in the list. */
async function expectGone(served: Served, gone: readonly Made[], left: number): Promise<void> {
  const simulations = `${served.url}/_sim/simulations`;
  for (const { id, account, token } of gone) {
    expect((await send(`${simulations}/${id}`, served.controlToken)).status, id).toBe(404);
    const own = await send(`${served.url}/v3/accounts/${account}/summary`, token);
    expect(own.status, id).toBe(401);
  }
  const { body } = await send(simulations, served.controlToken);
  const ids = (body['simulations'] as { id: string }[]).map(({ id }) => id);
  expect(ids).toHaveLength(left);
  expect(ids.filter(id => gone.some(each => each.id === id))).toEqual([]);
  expect(await metric(served, 'orrery_simulations')).toBe(left);
}

it('has every acknowledged order after a kill, and no simulation that was deleted', async () => {
  const store = join(temporaryFolder(), 'store');
  const served = await start(store, '2s');
  const made = await makeAll(served);
  await expect.poll(() => parkedIn(served), patient).toBe(SIMULATIONS);
  say(`all parked: ${await memory(served)}`);
  const active = made.slice(0, ACTIVE);
  const gone = made.slice(-DELETED);
  const kept = made.slice(0, -DELETED);
  let isOver = false;
  const traders = active.map(async one => {
    while (!isOver) await order(served, one, '1').catch(() => undefined);
  });
  await new Promise(resolve => setTimeout(resolve, TRADING_MS));
  // Right before the kill: their files may still be there, and the fork has none yet.
  const fork = await deleteAll(served, gone);
  served.process.kill('SIGKILL');
  isOver = true;
  await Promise.all([served.ended, ...traders]);
  const startMs = performance.now();
  const again = await start(store, '1h');
  say(
    `killed and started again: ${((performance.now() - startMs) / 1e3).toFixed(1)} s, ${await memory(again)}, ${await parkedIn(again)} parked`,
  );
  expect(await parkedIn(again)).toBeGreaterThanOrEqual(SIMULATIONS - ACTIVE - DELETED);
  await expectGone(again, gone, 1 + SIMULATIONS - DELETED + 1);
  const times: number[] = [];
  let lost = 0;
  await forEach([...kept, fork], async one => {
    const { id, ms } = await last(again, one);
    times.push(ms);
    if (!(id >= one.acknowledged)) lost += 1;
  });
  const orders = active.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  say(
    `first requests, ${AT_ONCE} at one time: ${spread(times)}; ${await memory(again)} with all awake`,
  );
  say(
    `lost: ${lost} of ${kept.length + 1} simulations, ${gone.length} deleted; ${orders} acknowledged transactions in the ${ACTIVE} active ones`,
  );
  expect(lost).toBe(0);
  again.process.kill('SIGKILL');
  await again.ended;
});

it('wakes a simulation with a long ledger', async () => {
  const served = await start(join(temporaryFolder(), 'store'), '1s');
  const [key = ''] = KEYS;
  const one = await tradedIn(served, key);
  for (let at = 0; at < MANY_ORDERS; at++) await order(served, one, at % 2 === 0 ? '-10' : '10');
  const times: number[] = [];
  for (let wake = 0; wake < WAKES; wake++) {
    await expect.poll(() => parkedIn(served), { ...patient, interval: 50 }).toBe(1);
    const { id, ms } = await last(served, one);
    expect(id).toBe(one.acknowledged);
    times.push(ms);
  }
  say(`woken with ${one.acknowledged} transactions: ${spread(times)}`);
  await served.end('SIGTERM');
});
