/**
 * Simulations of one server: what a thousand small ones cost in memory and time, and what a fork
 * costs when its parent has a long past.
 */

import { buildApp } from '../../../broker/api/app.js';
import { Tokens } from '../../../broker/api/http/doors/tokens.js';
import { Clock } from '../../../broker/runtime/clock/clock.js';
import { Sandboxes } from '../../../broker/runtime/sandboxes.js';
import { ScenarioShelf } from '../../../broker/runtime/scenario-shelf.js';
import { Simulation } from '../../../broker/runtime/simulation/simulation.js';
import { Prng } from '../../../core/base/prng.js';
import { instant, MICROS_PER_HOUR, MICROS_PER_SECOND } from '../../../core/time/instant.js';
import { makeMarket } from '../loads/market.js';
import { ACCOUNT, oneAccount } from '../loads/one-account.js';
import { atMost, type BenchFigure, figure } from '../measuring/figure.js';
import { bytesInUse, middle } from '../measuring/measure.js';
import { inFolder } from '../measuring/temporary.js';

const COUNT = 1_000;
const TRANSACTIONS = 100_000;
const PENDING = 50;
const ORDERS_A_SECOND = 10;
const FORKS = 200;
const REWINDS = 50;
const WARM_REWINDS = 10;
const CONTROL = 'control-token-of-the-bench';

/** A market of a day without files, as a test would send it. */
const UPLOAD = {
  version: 1,
  name: 'small',
  window: { from: '2024-03-05T10:00:00Z', to: '2024-03-06T10:00:00Z' },
  market: {
    EUR_USD: {
      ticks: [
        ['2024-03-05T10:00:00Z', '1.08400', '1.08410'],
        ['2024-03-05T11:00:00Z', '1.08450', '1.08460'],
      ],
    },
  },
};

/** All figures. */
export async function sandboxesBench(): Promise<BenchFigure[]> {
  return [...(await manySimulations()), ...longPast()];
}

/** The server in this process; it answers with the wall milliseconds beside the body. */
async function serverOver(folder: string) {
  const simulation = new Simulation(oneAccount(makeMarket({ days: 1 })));
  const clock = new Clock(simulation, 'manual');
  const app = await buildApp({
    sandboxes: new Sandboxes({ simulation, clock, dialect: 'current' }),
    shelf: new ScenarioShelf(folder),
    tokens: new Tokens(),
    control: new Tokens([{ token: CONTROL, tenant: '', accountIDs: [] }]),
  });
  const ask = async (method: 'POST' | 'DELETE', url: string, payload?: object, token = CONTROL) => {
    const headers = { authorization: `Bearer ${token}` };
    const started = performance.now();
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    const ms = performance.now() - started;
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return { ms, body: answer.body === '' ? {} : answer.json() };
  };
  return { app, ask };
}

/** Makes, trades in, steps and deletes simulations; figures of so many at once. */
async function round(
  { ask }: Awaited<ReturnType<typeof serverOver>>,
  count: number,
): Promise<BenchFigure[]> {
  const make = () => ask('POST', '/_sim/simulations', { scenario: UPLOAD });
  const before = bytesInUse();
  const made: { ms: number; body: { id: string; accounts: { token: string }[] } }[] = [];
  for (let at = 0; at < count; at++) made.push(await make());
  const idle = bytesInUse() - before;
  const order = { order: { type: 'MARKET', instrument: 'EUR_USD', units: '100' } };
  const steps: number[] = [];
  for (const { body } of made) {
    const url = `/v3/accounts/${ACCOUNT}/orders`;
    await ask('POST', url, order, body.accounts[0]?.token);
    const path = `/_sim/simulations/${body.id}/clock/advance`;
    steps.push((await ask('POST', path, { ticks: 1 })).ms);
  }
  const used = bytesInUse() - before;
  const { rss } = process.memoryUsage();
  const gone: number[] = [];
  for (const { body } of made) {
    gone.push((await ask('DELETE', `/_sim/simulations/${body.id}`)).ms);
  }
  const left = bytesInUse() - before;
  return [
    figure('1,000 simulations, resident memory of the process', rss / 1e6, 'MB', {
      goal: atMost(300),
    }),
    figure('  of one, made', idle / count / 1e3, 'kB'),
    figure('  of one, after an order', used / count / 1e3, 'kB'),
    figure('  left after all are deleted', left / 1e6, 'MB', { goal: atMost(10) }),
    figure('making one', middle(made.map(({ ms }) => ms)), 'ms', { goal: atMost(5) }),
    figure('a step of one', middle(steps), 'ms'),
    figure('deleting one', middle(gone), 'ms', { goal: atMost(1) }),
  ];
}

/** A thousand simulations; a first round compiles the code that they run. */
async function manySimulations(): Promise<BenchFigure[]> {
  return inFolder(async folder => {
    const server = await serverOver(folder);
    await round(server, COUNT / 2);
    const figures = await round(server, COUNT);
    await server.app.close();
    return figures;
  });
}

/** Forks a simulation with a long ledger, and takes it back. */
function longPast(): BenchFigure[] {
  const simulation = new Simulation(oneAccount(makeMarket({ days: 28 })));
  simulation.advanceTo(instant(simulation.now + MICROS_PER_HOUR));
  const send = (order: object) =>
    simulation.submit(ACCOUNT, { type: 'CreateOrder', order: { instrument: 'EUR_USD', ...order } });
  for (let at = 0; simulation.engine.ledger.length < TRANSACTIONS; at++) {
    send({ type: 'MARKET', units: at % 2 === 0 ? '100' : '-100' });
    if (at % ORDERS_A_SECOND === 0) {
      simulation.advanceTo(instant(simulation.now + MICROS_PER_SECOND));
    }
  }
  for (let at = 0; at < PENDING; at++) send({ type: 'LIMIT', units: '1', price: '0.5' });
  const forks = Array.from({ length: FORKS }, () => simulation.fork());
  const before = bytesInUse();
  const times = forks.map((_, at) => {
    const started = performance.now();
    forks[at] = simulation.fork();
    return performance.now() - started;
  });
  // The forks of the first round are gone, those of the second are there: the difference is noise.
  const noise = bytesInUse() - before;
  forks.length = 0;
  const bytes = before + noise - bytesInUse();
  const rewinds = rewindsOf(simulation);
  return [
    figure('fork at 100,000 transactions', middle(times), 'ms', { goal: atMost(1) }),
    figure('  memory of a fork', bytes / FORKS / 1e3, 'kB', { goal: atMost(200) }),
    figure('rewind at 100,000 transactions', middle(rewinds), 'ms of CPU'),
    figure(`  slowest of ${REWINDS}`, Math.max(...rewinds), 'ms of CPU', { goal: atMost(50) }),
  ];
}

/**
 * Milliseconds of CPU of rewinds to random places, each of a fork of its own. The CPU of compilers
 * and of the garbage collector counts; other processes of the machine do not.
 */
function rewindsOf(simulation: Simulation): number[] {
  const random = new Prng(1);
  const rewind = () => {
    const fork = simulation.fork();
    const before = random.nextInt(TRANSACTIONS / 1_000, TRANSACTIONS);
    const started = process.cpuUsage();
    fork.rewind({ before, accountID: ACCOUNT });
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1e3;
  };
  // The first ones compile the replay.
  for (let at = 0; at < WARM_REWINDS; at++) rewind();
  return Array.from({ length: REWINDS }, rewind);
}
