/**
 * The streams at an address of their own, as v20 has a host for them: only the two stream paths live
 * there, and everything else is as if it were not. It is another door to the same application, so
 * that tokens, readers, limits and metrics are those of the main one. Source: v20 semantics 2.1.
 */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OPERATIONS } from '../routes/operations.js';

const STREAM_PATHS: ReadonlySet<string> = new Set(
  OPERATIONS.filter(({ handle }) => handle === undefined).map(({ path }) => path),
);
/** Requests that have come to an address of streams. */
const CAME_FOR_STREAMS = new WeakSet<IncomingMessage>();

/** Whether a request has come to the address of the streams, and asks for anything else. */
export function isBesideStreams({ raw, routeOptions }: FastifyRequest): boolean {
  return CAME_FOR_STREAMS.has(raw) && !STREAM_PATHS.has(routeOptions.url ?? '');
}

/**
 * Opens the address of the streams for an application that listens already.
 * @param checkingMs - how often slow requests are looked for.
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
