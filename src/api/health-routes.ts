/**
 * `/health` (the process lives), `/ready` (it serves) and `/metrics` for Prometheus.
 */

import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { MICROS_PER_SECOND } from '../core/time/instant.js';
import type { StreamCount } from './limits.js';
import type { Sandbox } from './sandbox.js';

/** Adds the three paths; none of them asks for a token. */
export function addHealthRoutes(
  app: FastifyInstance,
  { simulation }: Sandbox,
  streams: StreamCount,
): void {
  const hidden = { schema: { hide: true } as object };
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  gauge(registers, 'orrery_streams', 'Open streams', () => streams.total);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    answers.inc({ method: request.method, route, status: reply.statusCode });
    done();
  });
  app.get('/health', hidden, () => ({ status: 'ok' }));
  app.get('/ready', hidden, () => ({ status: simulation.hasEnded ? 'ended' : 'ready' }));
  app.get('/metrics', hidden, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

function gauge(registers: Registry[], name: string, help: string, read: () => number): void {
  const made: Gauge = new Gauge({ name, help, registers, collect: () => made.set(read()) });
}
