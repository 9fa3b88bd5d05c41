/**
 * `/health` (the process lives), `/ready` (it serves) and `/metrics` for Prometheus.
 */

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { MICROS_PER_SECOND } from '../../../../core/time/instant.js';
import type { Keeper } from '../../../runtime/keeper.js';
import type { Sandboxes } from '../../../runtime/sandboxes.js';
import type { Connections } from '../doors/connections.js';
import type { StreamCount } from '../doors/limits.js';
import type { HeldBytes } from '../long/held-bytes.js';
import { addGuestMetrics, type MeasuredGuests } from './guest-metrics.js';

/** A sync of a disk takes 0.1 to 10 ms (decision 0028), and many times that on a busy one. */
const COMMIT_SECONDS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1,
];

/** What the server carries at present. */
export interface Load {
  readonly streams: StreamCount;
  readonly connections: Connections;
  readonly held: HeldBytes;
  /** The metrics of answers, to which those of the load are added. */
  readonly registry: Registry;
  /** The guests of the server. */
  readonly guests: MeasuredGuests;
}

/** What the server has. */
export interface HealthParts {
  readonly sandboxes: Sandboxes;
  /** What keeps it; absent: nothing does. */
  readonly keeper?: Keeper | undefined;
}

/** Adds the three paths; none of them needs a token. */
export function addHealthRoutes(
  app: FastifyInstance,
  { sandboxes, keeper }: HealthParts,
  load: Load,
): void {
  const { simulation } = sandboxes.main;
  const { registry } = load;
  const process = metricsOfProcess();
  const registers = [registry];
  gauge(registers, 'orrery_simulated_time_seconds', 'Simulated time since the epoch', () => {
    return simulation.now / MICROS_PER_SECOND;
  });
  gauge(registers, 'orrery_ticks', 'Ticks taken', () => simulation.ticks);
  gauge(registers, 'orrery_transactions', 'Transactions of all accounts', () => {
    return simulation.engine.ledger.length;
  });
  gauge(registers, 'orrery_simulations', 'Simulations that the server holds', () => sandboxes.size);
  gauge(registers, 'orrery_simulations_parked', 'Simulations that are not in memory', () => {
    return sandboxes.parkedCount;
  });
  addLoadMetrics(registers, load);
  addCommitTimes(registers, keeper);
  addGuestMetrics(registers, load.guests);
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

/** The times of commits; a server without a store has none. */
function addCommitTimes(registers: Registry[], keeper: Keeper | undefined): void {
  if (keeper === undefined) return;
  const times = new Histogram({
    name: 'orrery_store_commit_seconds',
    help: 'Seconds from the first record of a batch to when the batch is on disk',
    buckets: COMMIT_SECONDS,
    registers,
  });
  keeper.onCommit(seconds => times.observe(seconds));
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
