/**
 * Logs: one JSON line on stderr for each answer, with the request's id and simulated time; never a
 * token.
 * Source: invariants A4, A5.
 */

import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { formatRfc3339 } from '../../../../core/time/instant.js';
import { MAIN, type Sandboxes } from '../../../runtime/sandboxes.js';
import type { AppOptions } from '../options.js';

const STDERR = 2;

/** The logger of an application; off unless a level is given. */
export function loggerOptions({
  logLevel = 'silent',
}: AppOptions): NonNullable<FastifyServerOptions['logger']> {
  if (logLevel === 'silent') return false;
  return {
    level: logLevel,
    // Pino takes a descriptor too; the types of Fastify do not say so.
    file: STDERR as unknown as string,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
  };
}

/** Query parameters that look like secrets. The server takes none from a URL, but some clients send them. */
const SECRET = /token|auth|secret|key|passw/i;
const PARAMETER = /([?&][^=&#]*=)[^&#]*/g;
const ENCODED = /%([\da-f]{2})/gi;

/** Whether a parameter or a header of this name may hold a secret. */
export function soundsSecret(name: string): boolean {
  return SECRET.test(name);
}

/** A request's URL with the values of secret parameters replaced by `***`. */
export function withoutSecrets(url: string): string {
  return url.replace(PARAMETER, (whole, name: string) =>
    soundsSecret(decoded(name)) ? `${name}***` : whole,
  );
}

function decoded(text: string): string {
  return text.replace(ENCODED, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Writes a line for every answer, with the simulation of its token and the time there. Without a log
 * nothing is added, because making a line takes time.
 */
export function addAnswerLog(
  app: FastifyInstance,
  sandboxes: Sandboxes,
  options: AppOptions,
): void {
  if (loggerOptions(options) === false) return;
  app.addHook('onResponse', (request, reply, done) => {
    const sandbox = sandboxes.get(request.tenant) ?? sandboxes.main;
    const simulated = formatRfc3339(sandbox.simulation.now);
    const simulation = sandbox.id === MAIN ? {} : { simulation: sandbox.id };
    const { method } = request;
    const url = withoutSecrets(request.url);
    const ms = Math.round(reply.elapsedTime * 1_000) / 1_000;
    request.log.info(
      { ...simulation, simulated, method, url, status: reply.statusCode, ms },
      'answered',
    );
    done();
  });
}
