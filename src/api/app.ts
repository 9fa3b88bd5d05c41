/**
 * Builds the HTTP application of a server: the v20 API, the control API and the checks that every
 * request passes. It has no state but sockets, and does not listen by itself.
 * Source: decision 0015.
 */

import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import { VERSION } from '../package/version.js';
import { PerSandbox, type Sandboxes } from '../runtime/sandboxes.js';
import type { Simulation } from '../runtime/simulation/simulation.js';
import { noteRequest } from './client-traffic.js';
import { Fleet } from './control/fleet.js';
import { addControlRoutes } from './control/routes.js';
import { DEFINITIONS } from './definitions.js';
import { DOORS } from './doors.js';
import { FaultDesk } from './faults/fault-desk.js';
import { addAnswerHeaders } from './http/answer/answer-headers.js';
import { addCompression } from './http/answer/compression.js';
import { addDocs } from './http/answer/docs.js';
import {
  addErrorTable,
  badUrlHandler,
  brokenRequestHandler,
  expectationHandler,
} from './http/answer/error-table.js';
import { addHealthRoutes } from './http/answer/health.js';
import { addAnswerLog, loggerOptions } from './http/answer/log.js';
import { addConnections } from './http/doors/connections.js';
import { addForwardedHint, trustOfProxies } from './http/doors/forwarded.js';
import { addGuard } from './http/doors/guard.js';
import { addHostCheck, pathOfTarget } from './http/doors/host.js';
import { addLimits } from './http/doors/limits.js';
import { addMethodTable } from './http/doors/method-table.js';
import { addHolding, LongAnswers } from './http/long/long-answers.js';
import type { AppOptions } from './http/options.js';
import { BODY_BYTES_MAX, parseBody, strictAjv } from './http/read/body.js';
import { checkEncoding } from './http/read/body-encoding.js';
import { addKeptAnswers } from './kept-answers.js';
import type { Served } from './served.js';
import { V20_ANSWERS } from './v20/answers/answer-form.js';
import { addV20Routes } from './v20/routes/operation-routes.js';
import { OPERATIONS } from './v20/routes/operations.js';
import { addStreams } from './v20/stream/stream-routes.js';

/** Wall milliseconds for the head of a request, for all of it, and between searches for late ones. */
const HEADERS_TIMEOUT_MS = 8_000;
const REQUEST_TIMEOUT_MS = 9_000;
export const CHECKING_INTERVAL_MS = 1_000;
/** Characters of a path parameter: client ids of 128 characters, percent-encoded. */
const PARAMETER_LENGTH_MAX = 1_600;
/** A slash at the end of a path of the API; some clients add it. */
const TRAILING_SLASH = /^(\/v3\/[^?]*[^?/])\/(?=\?|$)/;

const DESCRIPTION = `A simulated foreign-exchange broker whose clock you control. Compatible with the OANDA v20 REST and
streaming API, not affiliated with OANDA.`;

/** Builds the application for `served`; the caller listens, or injects requests. */
export async function buildApp(served: Served, options: AppOptions = {}): Promise<FastifyInstance> {
  const { sandboxes, shelf, gate } = served;
  const operations = new Set(OPERATIONS.map(({ operationId }) => operationId));
  const check = (simulation: Simulation) => void new FaultDesk(simulation, operations);
  const { tokenFor } = served;
  const fleet = new Fleet({ sandboxes, keys: served, shelf, check, tokenFor }, options);
  const nextID = requestIDs();
  const app: FastifyInstance = fastify(serverOptions(options, nextID));
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  addJsonBodies(app);
  for (const definition of DEFINITIONS) app.addSchema(definition);
  addErrorTable(app, V20_ANSWERS);
  app.server.on('checkExpectation', expectationHandler(nextID, V20_ANSWERS));
  addAnswerLog(app, sandboxes, options);
  addAnswerHeaders(app, V20_ANSWERS);
  addForwardedHint(app, options);
  const connections = addConnections(app, options, DOORS);
  addLimits(app, options, DOORS);
  addHostCheck(app);
  addGuard(app, {
    keys: served,
    doors: DOORS,
    allowedHosts: options.allowedHosts ?? [],
    onClient: (request, reply) => {
      fleet.use(request.tenant);
      const sandbox = sandboxes.get(request.tenant);
      if (sandbox !== undefined) noteRequest(sandbox, request, reply, DOORS);
    },
  });
  const long = new LongAnswers(options);
  addHolding(app, long, options);
  addRequestListener(app, options);
  if (served.keeper !== undefined) addKeptAnswers(app, served.keeper, sandboxes);
  addCompression(app);
  const refuseOtherMethods = addMethodTable(app);
  await addDocs(app, { title: 'Orrery', description: DESCRIPTION, version: VERSION });
  const ajv = strictAjv(DEFINITIONS);
  const faults = faultDesks(sandboxes, operations);
  await app.register(async routes => {
    addV20Routes(routes, { sandboxes, options, ajv, long, faults });
    const streams = addStreams(routes, sandboxes, { ...options, held: long.held, faults, gate });
    addControlRoutes(routes, sandboxes, {
      ajv,
      long,
      fleet,
      form: V20_ANSWERS,
      faults,
      record: served.record,
    });
    addHealthRoutes(routes, sandboxes, { streams, connections, held: long.held });
  });
  refuseOtherMethods();
  app.addHook('onClose', async () => fleet.close());
  return app;
}

/** The faults of each sandbox. @throws InputError for a rule of the scenario that has no meaning */
function faultDesks(sandboxes: Sandboxes, operations: ReadonlySet<string>): PerSandbox<FaultDesk> {
  const desks = new PerSandbox(
    sandboxes,
    ({ simulation }) => new FaultDesk(simulation, operations),
  );
  desks.of(sandboxes.main);
  return desks;
}

/** The options of the server itself. @param nextID - makes the id of a request. */
function serverOptions(options: AppOptions, nextID: () => string): FastifyHttpOptions<Server> {
  return {
    logger: loggerOptions(options),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestID',
    }),
    genReqId: nextID,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustOfProxies(options),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECKING_INTERVAL_MS,
    },
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    rewriteUrl: request => pathOfTarget(request).replace(TRAILING_SLASH, '$1'),
    clientErrorHandler: brokenRequestHandler(nextID, V20_ANSWERS),
    frameworkErrors: badUrlHandler(V20_ANSWERS),
  };
}

/** Tells of requests when their bodies have been read; those of control are not a client's. */
function addRequestListener(app: FastifyInstance, { onRequest }: AppOptions): void {
  if (onRequest === undefined) return;
  app.addHook('preHandler', async ({ method, url, body, tenant }) => {
    if (tenant !== '') onRequest({ method, url, body });
  });
}

/** Reads bodies as JSON, and no other kind. */
function addJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      checkEncoding(request.headers);
      done(null, parseBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Gives rising ids of 17 digits, as recorded, for requests that become no command. */
function requestIDs(): () => string {
  let next = 42_600_000_000_000_000n + BigInt(randomInt(1_000_000)) * 1_000_000n;
  return () => String(next++);
}
