/**
 * A server that guests share: what a kill loses and how long the start takes with many parked simulations, how
 * long a wake takes, and what a guest at full speed costs another. `--simulations=10000` makes so many.
 */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  GuestConnection,
  type GuestServer,
  type GuestSimulation,
  KEYS,
  kill,
  metricOf,
  overConnections,
  startGuests,
} from '../loads/guest-load.js';
import { atMost, type BenchFigure, figure } from '../measuring/figure.js';
import { secondsOf } from '../measuring/measure.js';
import { say } from '../measuring/progress.js';
import { inFolder } from '../measuring/temporary.js';

const SIMULATIONS = 1_000;
/** Of so many simulations one is traded in when the server is killed. */
const ACTIVE_OF = 100;
const TRADING_MS = 3_000;
const LANES = 16;
/** Orders of the simulation that is woken: two transactions each. */
const WOKEN_ORDERS = 5_000;
const WAKES = 100;
const SAMPLES = 1_000;
const LOOK_MS = 50;
const MB = 1e6;

/** Losses, start, memory, wakes, and one guest beside another. */
export async function guestsBench(): Promise<BenchFigure[]> {
  const count = Number(process.env['ORRERY_BENCH_SIMULATIONS'] ?? SIMULATIONS);
  return inFolder(async folder => [
    ...(await killed(await under(folder, 'killed'), count)),
    ...(await woken(await under(folder, 'woken'))),
    ...(await beside(await under(folder, 'beside'))),
  ]);
}

async function under(folder: string, name: string): Promise<string> {
  await mkdir(join(folder, name));
  return join(folder, name);
}

/** A server with `count` simulations is killed while one in a hundred is traded in, and started again. */
async function killed(folder: string, count: number): Promise<BenchFigure[]> {
  say(`  guests: making ${count} simulations`);
  const server = await startGuests(folder, '2s');
  const made: GuestSimulation[] = [];
  await overConnections(server, [LANES, count], async (connection, at) => {
    made.push(await connection.tradedIn(at % 2 === 0 ? KEYS.anna : KEYS.ben));
  });
  await parked(server, count);
  say('  guests: trading, and a kill');
  for (const each of made.slice(0, Math.ceil(count / ACTIVE_OF))) void trade(server, each);
  await new Promise(resolve => setTimeout(resolve, TRADING_MS));
  await kill(server);
  let again = server;
  const start = await secondsOf(async () => {
    again = await startGuests(folder, '1h');
  });
  const before = await memoryOf(again);
  let lost = 0;
  await overConnections(again, [LANES, count], async (connection, at) => {
    const each = made[at] as GuestSimulation;
    if ((await connection.last(each)) < each.acknowledged) lost += 1;
  });
  const after = await memoryOf(again);
  await kill(again);
  const name = (what: string) => `${count} simulations, killed: ${what}`;
  return [
    figure(name('those that lost an acknowledged order'), lost, '', { goal: atMost(0) }),
    figure(name('start'), start, 's'),
    figure(name('memory after the start'), before, 'MB'),
    figure(name('memory with all awake'), after, 'MB'),
  ];
}

/** Trades until the server is gone. */
async function trade(server: GuestServer, simulation: GuestSimulation): Promise<void> {
  const connection = await GuestConnection.open(server);
  for (;;) await connection.order(simulation, '1');
}

/** Waits until so many simulations are parked. */
async function parked(server: GuestServer, count: number): Promise<void> {
  while ((await metricOf(server, 'orrery_simulations_parked')) < count) {
    await new Promise(resolve => setTimeout(resolve, LOOK_MS));
  }
}

/** Resident memory of a server, in megabytes. */
async function memoryOf(server: GuestServer): Promise<number> {
  return (await metricOf(server, 'process_resident_memory_bytes')) / MB;
}

/** A simulation with a long ledger is woken again and again. */
async function woken(folder: string): Promise<BenchFigure[]> {
  const server = await startGuests(folder, '1s');
  const connection = await GuestConnection.open(server);
  const one = await connection.tradedIn(KEYS.anna);
  for (let at = 0; at < WOKEN_ORDERS; at++) await connection.order(one, sign(at));
  say(`  guests: ${WAKES} wakes`);
  const times: number[] = [];
  for (let wake = 0; wake < WAKES; wake++) {
    await parked(server, 1);
    times.push(await msOf(() => connection.last(one)));
  }
  connection.close();
  await kill(server);
  const name = `wake with ${one.acknowledged} transactions`;
  return [
    figure(`${name}: p50`, at(times, 0.5), 'ms'),
    figure(`${name}: p99`, at(times, 0.99), 'ms', { goal: atMost(50) }),
  ];
}

/** Times of the requests of a guest, in milliseconds. */
interface RequestTimes {
  readonly reads: readonly number[];
  readonly orders: readonly number[];
}

/** A guest reads and trades, alone and beside one whose time goes on at full speed. */
async function beside(folder: string): Promise<BenchFigure[]> {
  const server = await startGuests(folder, '1h');
  const connection = await GuestConnection.open(server);
  const one = await connection.tradedIn(KEYS.anna);
  await sampled(connection, one);
  say('  guests: one guest alone, and beside another');
  const alone = await sampled(connection, one);
  const stop = await atFullSpeed(server);
  const busy = await sampled(connection, one);
  await stop();
  connection.close();
  await kill(server);
  return [
    ...compared('account summary', busy.reads, alone.reads),
    ...compared('order that fills, with a store', busy.orders, alone.orders),
  ];
}

/** Lets time of a simulation of the other guest go on at full speed. @returns what ends that. */
async function atFullSpeed(server: GuestServer): Promise<() => Promise<void>> {
  const connection = await GuestConnection.open(server);
  const { id } = await connection.make(KEYS.ben, 'quickstart.yaml');
  const control = `/_sim/simulations/${id}`;
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await connection.ask('POST', `${control}/clock/advance`, KEYS.ben, { by: '7d' });
      await connection.ask('POST', `${control}/reset`, KEYS.ben);
    }
    connection.close();
  })();
  return () => {
    isOver = true;
    return running;
  };
}

async function sampled(connection: GuestConnection, one: GuestSimulation): Promise<RequestTimes> {
  const reads: number[] = [];
  const orders: number[] = [];
  for (let at = 0; at < SAMPLES; at++) {
    reads.push(await msOf(() => connection.last(one)));
    orders.push(await msOf(() => connection.order(one, sign(at))));
  }
  return { reads, orders };
}

function compared(what: string, busy: readonly number[], alone: readonly number[]): BenchFigure[] {
  const rows = [['p50', 0.5] as const, ['p99', 0.99] as const].map(([name, share]) =>
    figure(`${what} beside a guest at full speed: ${name}`, at(busy, share), 'ms', {
      beside: ['alone', at(alone, share)],
    }),
  );
  const added = at(busy, 0.99) - at(alone, 0.99);
  return [...rows, figure(`${what}: added to its p99`, added, 'ms', { goal: atMost(10) })];
}

/** Units that open a trade and close it in turn. */
function sign(turn: number): string {
  return turn % 2 === 0 ? '-10' : '10';
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  return (await secondsOf(work)) * 1_000;
}

/** The time within which `share` of all lie. */
function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}
