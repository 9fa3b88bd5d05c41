/**
 * A port for the streams alone, as v20 has a host for them: every other path is unknown there. It
 * belongs to the same application, so tokens, readers, limits and metrics are shared. Source: v20 semantics 2.1.
 */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OPERATIONS } from '../routes/operations.js';

const STREAM_PATHS: ReadonlySet<string> = new Set(
  OPERATIONS.filter(({ handle }) => handle === undefined).map(({ path }) => path),
);
/** Requests that came to a port of streams. */
const CAME_FOR_STREAMS = new WeakSet<IncomingMessage>();

/** Whether a request came to the port of the streams but asks for another path. */
export function isBesideStreams({ raw, route }: FastifyRequest): boolean {
  return CAME_FOR_STREAMS.has(raw) && !STREAM_PATHS.has(route);
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
      CAME_FOR_STREAMS.add(request);
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
