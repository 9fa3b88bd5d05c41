/**
 * The facade: request -> command -> engine -> transactions -> response. Wires hooks, routes and the
 * error table to one sandbox; owns no state but sockets, and never listens by itself.
 * Source: design section 10, decision 8 of section 1.
 */

import { randomInt } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { BODY_BYTES_MAX, parseBody } from './body.js';
import { addCompression } from './compression.js';
import { addControlRoutes } from './control-routes.js';
import { addDocs } from './docs.js';
import { addErrorTable, answerBadUrl, answerBrokenRequest } from './error-table.js';
import { addForwardedHint, trustOfProxies } from './forwarded.js';
import { addGuard } from './guard.js';
import { addHealthRoutes } from './health-routes.js';
import { addLimits } from './limits.js';
import { addAnswerLog, loggerOptions } from './log.js';
import type { AppOptions, Sandbox } from './sandbox.js';
import { allDefinitions } from './schema/define.js';
import { addStreams } from './stream/stream-routes.js';
import { addV20Routes } from './v20-routes.js';

/** Longest time for a request's head, and for all of it; expiry is looked for every second. */
const HEADERS_TIMEOUT_MS = 8_000;
const REQUEST_TIMEOUT_MS = 9_000;
export const CHECKING_INTERVAL_MS = 1_000;
/** Client ids of 128 characters, each percent-encoded. */
const PARAMETER_LENGTH_MAX = 1_600;
/** A slash at the end of a path of the API, of which clients in use are fond. */
const TRAILING_SLASH = /^(\/v3\/[^?]*[^?/])\/(?=\?|$)/;

/** Builds the application for `sandbox`; the caller listens, or injects requests. */
export async function buildApp(
  sandbox: Sandbox,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    logger: loggerOptions(sandbox, options),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestID',
    }),
    genReqId: requestIDs(),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    trustProxy: trustOfProxies(options),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECKING_INTERVAL_MS,
    },
    rewriteUrl: ({ url = '/' }) => url.replace(TRAILING_SLASH, '$1'),
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerBadUrl,
  });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  for (const definition of allDefinitions()) app.addSchema(definition);
  addErrorTable(app);
  addAnswerLog(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('RequestID', request.id);
    done();
  });
  addForwardedHint(app, options);
  addLimits(app, options);
  addGuard(app, sandbox, options);
  addCompression(app);
  await addDocs(app);
  await app.register(async routes => {
    addV20Routes(routes, sandbox, options);
    const streams = addStreams(routes, sandbox, options);
    addControlRoutes(routes, sandbox);
    addHealthRoutes(routes, sandbox, streams);
  });
  return app;
}

/** RequestIDs of requests that become no command: 17 rising digits, as recorded. */
function requestIDs(): () => string {
  let next = 42_600_000_000_000_000n + BigInt(randomInt(1_000_000)) * 1_000_000n;
  return () => String(next++);
}
