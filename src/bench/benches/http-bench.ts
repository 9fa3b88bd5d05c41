/**
 * The facade under load: requests a second beside bare Fastify routes, large candle answers, price
 * lines to many readers, and steps of the clock from one connection. Server and clients are
 * processes of their own on the same machine.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { present } from '../../core/base/present.js';
import type { BenchServer } from '../loads/http-server.js';
import { atLeast, atMost, type Figure, type Goal, ratioAtLeast } from '../measuring/figure.js';
import { KeepAlive } from '../measuring/keep-alive.js';
import { middle, secondsOf } from '../measuring/measure.js';

const SERVER = fileURLToPath(new URL('../loads/http-server.js', import.meta.url));
const CONNECTIONS = 10;
const WARM_SECONDS = 1;
const LOAD_SECONDS = 4;
const CANDLES = 5_000;
const CANDLE_ROUNDS = 51;
const STEPS = 20_000;
const READERS = 100;
const NEWLINE = 10;
/** Orders that open and close a trade in turn, so that the number of trades stays small. */
const ORDERS = ['1000', '-1000'].map(units =>
  JSON.stringify({ order: { type: 'MARKET', instrument: 'EUR_USD', units } }),
);

interface Running extends BenchServer {
  readonly child: ChildProcess;
}

/** Requests, candles, steps and streams. */
export async function httpBench(): Promise<Figure[]> {
  const bare = await start('bare');
  const bareGet = await load(bare, { path: '/' });
  const barePost = await load(bare, { path: '/', bodies: ORDERS });
  const bareSteps = await steps(bare, '/', '/');
  bare.child.kill();
  const server = await start('sandbox');
  const account = `/v3/accounts/${server.accountID}`;
  await advance(server, { by: '14d' });
  const get = await load(server, { path: `${account}/summary` });
  const post = await load(server, { path: `${account}/orders`, bodies: ORDERS });
  const query = `count=${CANDLES}&granularity=M1&price=`;
  const middles = await candles(server, `/v3/instruments/EUR_USD/candles?${query}M`);
  const sides = await candles(server, `/v3/instruments/EUR_USD/candles?${query}MBA`);
  const pricing = `${account}/pricing?instruments=EUR_USD`;
  const stepRate = await steps(server, '/_sim/clock/advance', pricing);
  const before = await memory(server);
  const lines = await priceLines(server, `${account}/pricing/stream?instruments=EUR_USD`);
  const figures = [
    rate('GET account summary, 10 connections', get, bareGet, ratioAtLeast(0.6)),
    rate('POST market order, filled, 10 connections', post, barePost, ratioAtLeast(0.5)),
    alone(`${CANDLES} M1 candles, mid prices, while time goes on`, middles, 'ms', atMost(1)),
    alone('the same with bid, mid and ask', sides, 'ms'),
    {
      ...rate('steps: POST advance a tick, GET pricing, one connection', stepRate, bareSteps),
      goal: atLeast(8_000),
    },
    alone(`price lines, ${READERS} readers, time at full pace`, lines, 'lines/s', atLeast(1e6)),
    alone('memory of the server, before the readers', before, 'MB'),
    alone('memory of the server, after the readers', await memory(server), 'MB'),
  ];
  server.child.kill();
  return figures;
}

function start(kind: string): Promise<Running> {
  const child = fork(SERVER, [kind]);
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve({ ...(message as BenchServer), child }));
    child.once('exit', code => reject(new Error(`the ${kind} server ended with ${code}`)));
  });
}

/** Requests a second over all connections. @throws Error when one is refused. */
async function load(
  { url, token }: BenchServer,
  { path, bodies = [] }: { readonly path: string; readonly bodies?: readonly string[] },
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const requests = bodies.map(body => ({ method: 'POST' as const, path, body, headers }));
  const fire = (duration: number) =>
    autocannon({
      url: `${url}${path}`,
      headers,
      connections: CONNECTIONS,
      duration,
      ...(bodies.length === 0 ? {} : { requests }),
    });
  await fire(WARM_SECONDS);
  const { requests: answered, non2xx, errors } = await fire(LOAD_SECONDS);
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`);
  return answered.average;
}

/** A rate, compared with that of bare routes. */
function rate(name: string, value: number, bare: number, goal?: Goal): Figure {
  return {
    name,
    value,
    unit: '/s',
    yardstick: `bare routes, ${Math.round(bare)}/s`,
    ratio: value / bare,
    ...present({ goal }),
  };
}

/** A figure without a yardstick. */
function alone(name: string, value: number, unit: string, goal?: Goal): Figure {
  const figure = { name, value, unit, yardstick: '', ratio: Number.NaN };
  return goal === undefined ? figure : { ...figure, goal };
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
async function memory({ child }: Running): Promise<number> {
  child.send('memory');
  const { rss } = await new Promise<{ rss: number }>(resolve => {
    child.once('message', message => resolve(message as { rss: number }));
  });
  return rss / 1e6;
}

async function advance({ url, controlToken }: BenchServer, turn: object): Promise<void> {
  const answer = await fetch(`${url}/_sim/clock/advance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(turn),
  });
  if (!answer.ok) throw new Error(`the clock refused: ${await answer.text()}`);
}
