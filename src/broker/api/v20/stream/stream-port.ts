/**
 * Doors for the streams alone and for all but them, as v20 has hosts for both: every other path is
 * unknown there. They belong to the same application, so tokens, readers, limits and metrics are
 * shared. Source: v20 semantics 2.1; choice 78.
 */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OPERATIONS } from '../routes/operations.js';

const STREAM_PATHS: ReadonlySet<string> = new Set(
  OPERATIONS.filter(({ handle }) => handle === undefined).map(({ path }) => path),
);
/** What a door leads to. */
export type Door = 'streams' | 'rest';

/** The doors of requests that came by one that does not lead to everything. */
const DOORS = new WeakMap<IncomingMessage, Door>();

/** Says by which door a request comes; to be called before the application has it. */
export function comesBy(door: Door, request: IncomingMessage): void {
  DOORS.set(request, door);
}

/** Whether a request came by a door that does not lead to its path. */
export function isBesideDoor({ raw, route }: FastifyRequest): boolean {
  const door = DOORS.get(raw);
  return door !== undefined && STREAM_PATHS.has(route) !== (door === 'streams');
}

/**
 * Opens the port of the streams for an application that listens already.
 * @param checkingMs - wall milliseconds between searches for slow requests.
 * @throws the system's error when the port is taken.
 */
export async function listenForStreams(
  app: FastifyInstance,
  { host, port, checkingMs }: { host: string; port: number; checkingMs: number },
): Promise<Server> {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = app.server;
  const server = createServer(
    { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval: checkingMs },
    (request, response) => {
      comesBy('streams', request);
      app.routing(request, response);
    },
  );
  for (const answer of app.server.listeners('clientError')) {
    server.on('clientError', answer as (error: Error) => void);
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  return server;
}
