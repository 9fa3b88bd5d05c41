/**
 * Logs: one JSON line an answer on stderr, with the RequestID and simulated time; tokens never.
 * Source: reliability A4, A5.
 */

import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { formatRfc3339 } from '../core/time/instant.js';
import type { AppOptions, Sandbox } from './sandbox.js';

const STDERR = 2;

/** The logger of an application; off unless a level is given. */
export function loggerOptions(
  { simulation }: Sandbox,
  { logLevel = 'silent' }: AppOptions,
): NonNullable<FastifyServerOptions['logger']> {
  if (logLevel === 'silent') return false;
  return {
    level: logLevel,
    file: STDERR as unknown as string,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    mixin: () => ({ simulated: formatRfc3339(simulation.now) }),
  };
}

/** Writes a line for every answer. */
export function addAnswerLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request;
    const ms = Math.round(reply.elapsedTime * 1_000) / 1_000;
    request.log.info({ method, url, status: reply.statusCode, ms }, 'answered');
    done();
  });
}
