/**
 * `/health` (the process lives), `/ready` (it serves) and `/metrics` for Prometheus.
 */

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { MICROS_PER_SECOND } from '../../../../core/time/instant.js';
import type { Sandboxes } from '../../../runtime/sandboxes.js';
import type { Connections } from '../doors/connections.js';
import type { StreamCount } from '../doors/limits.js';
import type { HeldBytes } from '../long/held-bytes.js';

/** What the server carries at present. */
export interface Load {
  readonly streams: StreamCount;
  readonly connections: Connections;
  readonly held: HeldBytes;
}

/** Adds the three paths; none of them needs a token. */
export function addHealthRoutes(app: FastifyInstance, sandboxes: Sandboxes, load: Load): void {
  const { simulation } = sandboxes.main;
  const registry = new Registry();
  const process = metricsOfProcess();
  const registers = [registry];
  const answers = new Counter({
    name: 'orrery_http_answers_total',
    help: 'Answers by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  gauge(registers, 'orrery_simulated_time_seconds', 'Simulated time since the epoch', () => {
    return simulation.now / MICROS_PER_SECOND;
  });
  gauge(registers, 'orrery_ticks', 'Ticks taken', () => simulation.ticks);
  gauge(registers, 'orrery_transactions', 'Transactions of all accounts', () => {
    return simulation.engine.ledger.length;
  });
  gauge(registers, 'orrery_simulations', 'Simulations that the server holds', () => sandboxes.size);
  addLoadMetrics(registers, load);
  const countOf = countsBy(answers);
  const shed = new Counter({
    name: 'orrery_http_shed_total',
    help: 'Requests refused because of a limit, by status',
    labelNames: ['status'],
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.route === '' ? 'unknown' : request.route;
    const status = reply.statusCode;
    countOf(request.method, route, status).inc();
    if (reply.hasHeader('Retry-After')) shed.inc({ status });
    done();
  });
  app.get('/health', () => ({ status: 'ok' }));
  app.get('/ready', () => ({ status: simulation.hasEnded ? 'ended' : 'ready' }));
  app.get('/metrics', async (_request, reply) =>
    reply
      .type(registry.contentType)
      .send(`${await process.metrics()}\n${await registry.metrics()}`),
  );
}

let ofProcess: Registry | undefined;

/**
 * The metrics of the process, which all its applications share: each collection has a timer that runs
 * every 10 ms, and an observer of every garbage collection.
 */
function metricsOfProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

type AnswerLabel = 'method' | 'route' | 'status';

/** Gives the function that finds the count of some labels; it finds each once, because that takes time. */
function countsBy(answers: Counter<AnswerLabel>) {
  const counts = new Map<string, Counter.Internal>();
  return (method: string, route: string, status: number): Counter.Internal => {
    const key = `${method} ${status} ${route}`;
    const known = counts.get(key);
    if (known !== undefined) return known;
    const count = answers.labels({ method, route, status });
    counts.set(key, count);
    return count;
  };
}

function addLoadMetrics(registers: Registry[], { streams, connections, held }: Load): void {
  gauge(registers, 'orrery_streams', 'Open streams', () => streams.total);
  gauge(registers, 'orrery_connections', 'Open connections', () => connections.size);
  gauge(
    registers,
    'orrery_connections_dropped',
    'Idle connections closed to make room for others, since the start',
    () => connections.dropped,
  );
  gauge(
    registers,
    'orrery_held_bytes',
    'Bytes of long answers that are held until readers take them',
    () => held.bytes,
  );
  gauge(registers, 'orrery_pending_bytes', 'Bytes that wait to be sent to the network', () => {
    return connections.pendingBytes;
  });
  gauge(
    registers,
    'orrery_readers_cut',
    'Readers disconnected because they did not read, since the start',
    () => held.readersCut,
  );
}

function gauge(registers: Registry[], name: string, help: string, read: () => number): void {
  const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) });
}
