/**
 * The facade under load: requests a second beside bare Fastify routes, large candle answers, price
 * lines to many readers, and steps of the clock from one connection. Server and clients are
 * processes of their own on the same machine.
 */

import { connect, type Socket } from 'node:net';
import { advance, load, ORDERS, type ServerProcess, startServing } from '../loads/http-load.js';
import type { BenchServer } from '../loads/http-server.js';
import {
  atLeast,
  atMost,
  type BenchFigure,
  figure,
  type Goal,
  ratioAtLeast,
} from '../measuring/figure.js';
import { KeepAlive } from '../measuring/keep-alive.js';
import { middle, secondsOf } from '../measuring/measure.js';

const CONNECTIONS = 10;
const CANDLES = 5_000;
const CANDLE_ROUNDS = 51;
const STEPS = 20_000;
const TURNS = 6_000;
const READERS = 100;
const NEWLINE = 10;
/** Requests, candles, steps and streams. */
export async function httpBench(): Promise<BenchFigure[]> {
  const bare = await startServing('bare');
  const bareGet = await load(bare, { path: '/', connections: CONNECTIONS });
  const barePost = await load(bare, { path: '/', bodies: ORDERS, connections: CONNECTIONS });
  const bareSteps = await steps(bare, '/', '/');
  bare.child.kill();
  const server = await startServing('sandbox');
  const account = `/v3/accounts/${server.accountID}`;
  await advance(server, { by: '14d' });
  const get = await load(server, { path: `${account}/summary`, connections: CONNECTIONS });
  const post = await load(server, {
    path: `${account}/orders`,
    bodies: ORDERS,
    connections: CONNECTIONS,
  });
  const query = `count=${CANDLES}&granularity=M1&price=`;
  const middles = await candles(server, `/v3/instruments/EUR_USD/candles?${query}M`);
  const sides = await candles(server, `/v3/instruments/EUR_USD/candles?${query}MBA`);
  const pricing = `${account}/pricing?instruments=EUR_USD`;
  const stepRate = await steps(server, '/_sim/clock/advance', pricing);
  const inThree = await turns(server, threeRequests(server));
  const inOne = await turns(server, oneStep(server));
  const before = await memory(server);
  const lines = await priceLines(server, `${account}/pricing/stream?instruments=EUR_USD`);
  const figures = [
    rate('GET account summary, 10 connections', get.rate, bareGet.rate, ratioAtLeast(0.6)),
    rate('POST market order, filled, 10 connections', post.rate, barePost.rate, ratioAtLeast(0.4)),
    figure(`${CANDLES} M1 candles, mid prices, while time goes on`, middles, 'ms', {
      goal: atMost(1),
    }),
    figure('the same with bid, mid and ask', sides, 'ms'),
    rate(
      'steps: POST advance a tick, GET pricing, one connection',
      stepRate,
      bareSteps,
      ratioAtLeast(0.6),
    ),
    figure('turns of an agent with an order: POST step, one connection', inOne, '/s', {
      beside: ['POST order, POST advance, GET changes', inThree],
    }),
    figure(`price lines, ${READERS} readers, time at full pace`, lines, 'lines/s', {
      goal: atLeast(1e6),
    }),
    figure('memory of the server, before the readers', before, 'MB'),
    figure('memory of the server, after the readers', await memory(server), 'MB'),
  ];
  server.child.kill();
  return figures;
}

/** A rate, compared with that of bare routes. */
function rate(name: string, value: number, bare: number, goal?: Goal): BenchFigure {
  return figure(name, value, '/s', { beside: ['bare routes', bare], goal });
}

/** Median time of a large answer, in milliseconds, while time moves on. */
async function candles(server: BenchServer, path: string): Promise<number> {
  const connection = await KeepAlive.open(server.url);
  const times: number[] = [];
  for (let round = 0; round < CANDLE_ROUNDS; round++) {
    await advance(server, { ticks: 20 });
    times.push(await secondsOf(() => connection.ask('GET', path, server.token)));
  }
  connection.close();
  return middle(times) * 1_000;
}

/** Steps a second over one connection: repeatedly a POST, then a GET. */
async function steps(
  { url, token, controlToken }: BenchServer,
  post: string,
  get: string,
): Promise<number> {
  const connection = await KeepAlive.open(url);
  const round = async () => {
    await connection.ask('POST', post, controlToken, '{"ticks":1}');
    await connection.ask('GET', get, token);
  };
  for (let warm = 0; warm < STEPS / 4; warm++) await round();
  const taken = await secondsOf(async () => {
    for (let step = 0; step < STEPS; step++) await round();
  });
  connection.close();
  return STEPS / taken;
}

/** A turn of an agent over a connection: it sends an order, a tick passes, and it reads what has changed. */
type AgentTurn = (connection: KeepAlive, order: string) => Promise<unknown>;

function threeRequests({ accountID, token, controlToken }: BenchServer): AgentTurn {
  const account = `/v3/accounts/${accountID}`;
  let since: unknown;
  return async (connection, order) => {
    const read = async (path: string) =>
      readJson(await connection.ask('GET', `${account}/${path}`, token))['lastTransactionID'];
    since ??= await read('summary');
    await connection.ask('POST', `${account}/orders`, token, order);
    await connection.ask('POST', '/_sim/clock/advance', controlToken, '{"ticks":1}');
    since = await read(`changes?sinceTransactionID=${since}`);
  };
}

function readJson(chunks: readonly Buffer[]): Readonly<Record<string, unknown>> {
  const text = Buffer.concat(chunks).toString();
  return JSON.parse(text.slice(text.indexOf('{')));
}

function oneStep({ controlToken }: BenchServer): AgentTurn {
  const bodies = new Map(
    ORDERS.map(order => {
      const command = { operation: 'createOrder', ...JSON.parse(order) };
      return [order, JSON.stringify({ commands: [command], advance: { ticks: 1 } })];
    }),
  );
  return async (connection, order) =>
    readJson(await connection.ask('POST', '/_sim/step', controlToken, bodies.get(order)));
}

/** Turns of an agent a second. */
async function turns({ url }: BenchServer, turn: AgentTurn): Promise<number> {
  const connection = await KeepAlive.open(url);
  const some = async (count: number) => {
    for (let at = 0; at < count; at++) await turn(connection, ORDERS[at % ORDERS.length] as string);
  };
  await some(TURNS / 4);
  const taken = await secondsOf(() => some(TURNS));
  connection.close();
  return TURNS / taken;
}

/** Lines a second over all readers while time runs at full speed. */
async function priceLines(server: BenchServer, path: string): Promise<number> {
  let lines = 0;
  const sockets = await Promise.all(
    Array.from({ length: READERS }, () =>
      reader(server, path, chunk => {
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
          if (chunk[at - 1] === CLOSING_BRACE) lines += 1;
        }
      }),
    ),
  );
  const control = await KeepAlive.open(server.url);
  const taken = await secondsOf(async () => {
    await control.ask('POST', '/_sim/clock/play', server.controlToken, '{"speed":"max"}');
    for (;;) {
      await new Promise(resolve => setTimeout(resolve, 20));
      const clock = await control.ask('GET', '/_sim/clock', server.controlToken);
      if (Buffer.concat(clock).includes('"ended"')) return;
    }
  });
  control.close();
  for (const socket of sockets) socket.destroy();
  return lines / taken;
}

const CLOSING_BRACE = 125;

function reader(
  { url, token }: BenchServer,
  path: string,
  onData: (chunk: Buffer) => void,
): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
    });
    socket.once('data', () => resolve(socket));
    socket.on('data', onData);
    socket.once('error', reject);
  });
}

/** Memory of the server's process, in megabytes. */
async function memory({ child }: ServerProcess): Promise<number> {
  child.send('memory');
  const { rss } = await new Promise<{ rss: number }>(resolve => {
    child.once('message', message => resolve(message as { rss: number }));
  });
  return rss / 1e6;
}
