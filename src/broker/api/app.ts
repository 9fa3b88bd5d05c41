/**
 * Builds the HTTP application of a server: the v20 API, the control API and the checks that every
 * request passes. It has no state but sockets, and does not listen by itself.
 * Source: decision 0015.
 */

import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import { packageFile } from '../../data/package-root.js';
import { PerSandbox, type Sandboxes } from '../runtime/sandboxes.js';
import type { Simulation } from '../runtime/simulation/simulation.js';
import { noteRequest } from './client-traffic.js';
import { SimulationPool } from './control/fleet/fleet.js';
import { addControlRoutes, CONTROL_PREFIX, GUEST_PATHS } from './control-routes.js';
import { DEFINITIONS } from './definitions.js';
import { DOCUMENT_INFO } from './document-info.js';
import { DOORS } from './doors.js';
import { SimulationFaults } from './faults/simulation-faults.js';
import { addFeed } from './feed/feed-route.js';
import { addGuests } from './guests/guest-door.js';
import { Guests } from './guests/guests.js';
import { addAnswerHeaders } from './http/answer/answer-headers.js';
import { addAnswerMetrics } from './http/answer/answer-metrics.js';
import { addCompression } from './http/answer/compression.js';
import { addDocs } from './http/answer/docs.js';
import {
  addErrorTable,
  badUrlHandler,
  brokenRequestHandler,
  expectationHandler,
} from './http/answer/error-table.js';
import { addHealthRoutes } from './http/answer/health.js';
import { addLeavingTogether } from './http/answer/leave-together.js';
import { addAnswerLog, loggerOptions } from './http/answer/log.js';
import { addUpgrades, NodeRequest } from './http/answer/upgrades.js';
import { addConnections } from './http/doors/connections.js';
import { addForwardedHint, addProxyLists, trustOfProxies } from './http/doors/forwarded.js';
import { addGuard, type GuardOptions } from './http/doors/guard.js';
import { HeadRequests } from './http/doors/head-requests.js';
import { addHostCheck, pathOfTarget } from './http/doors/host.js';
import { addLimits } from './http/doors/limits.js';
import { MethodTable } from './http/doors/method-table.js';
import { addRoute } from './http/doors/route.js';
import { newToken } from './http/doors/tokens.js';
import { addHolding, LongAnswers } from './http/long/long-answers.js';
import type { AppOptions } from './http/options.js';
import { BODY_BYTES_MAX, parseBody, strictAjv } from './http/read/body.js';
import { checkEncoding } from './http/read/body-encoding.js';
import { addKeptAnswers } from './kept-answers.js';
import { Logins } from './page/logins.js';
import { PageDoor, type PageDoorParts } from './page/page-door.js';
import { PageFiles } from './page/page-files.js';
import { addPageRoutes } from './page/page-routes.js';
import { BusySimulations } from './parked/waking.js';
import type { ServedSimulations } from './served.js';
import { addStrategies } from './strategy-news.js';
import { addRequestLog } from './traffic/log-requests.js';
import { addRecordedRequests } from './traffic/recorded-requests.js';
import { AllNews, type SessionNews } from './traffic/session-news.js';
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
const TRAILING_SLASH = /^(\/(?:v3|labs\/v1)\/[^?]*[^?/])\/(?=\?|$)/;

/** The page as the build made it. */
const PAGE_FILES = new PageFiles(packageFile('dist/dashboard'));
/** The page at `/docs`, and the files that it loads. */
const DOCS_FILES = new PageFiles(packageFile('dist/api-pages'));

/** Where RequestIDs may begin. */
const REQUEST_SERIES = 1_000_000;

/** Compiles the checks of request bodies, each once a process: all applications share them. */
const AJV = strictAjv(DEFINITIONS);

/** Builds the application for `served`; the caller listens, or injects requests. */
export async function buildApp(
  served: ServedSimulations,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const { sandboxes, gate, record, report } = served;
  const operations = new Set(OPERATIONS.map(({ operationId }) => operationId));
  const { guests, busy, fleet } = poolOf(served, operations, options);
  const nextID = requestIDs(options.requestSeries ?? randomInt(REQUEST_SERIES));
  const heads = new HeadRequests(() => methods);
  const app: FastifyInstance = fastify(serverOptions(options, nextID, heads));
  heads.addMethod(app);
  app.setValidatorCompiler(() => () => true).setSerializerCompiler(() => JSON.stringify);
  addBodies(app);
  addErrorTable(app, V20_ANSWERS);
  addUpgrades(app);
  app.server.on('checkExpectation', expectationHandler(nextID, V20_ANSWERS));
  addAnswerLog(app, sandboxes, options);
  const methods = new MethodTable(app, [CONTROL_PREFIX]);
  addRoute(app, methods);
  const registry = addAnswerMetrics(app, DOORS);
  addAnswerHeaders(app, V20_ANSWERS, { sandboxes, doors: DOORS });
  addForwardedHint(app, options);
  addProxyLists(app, options);
  const connections = addConnections(app, options, DOORS);
  const logins = served.logins ?? new Logins(newToken());
  const door = pageDoor({ logins, sandboxes, guests }, options);
  addAdmission(app, served, { door, fleet, guests, busy, options });
  const long = new LongAnswers(options);
  addHolding(app, long, options);
  addRequestListener(app, options);
  if (served.keeper !== undefined) addKeptAnswers(app, served.keeper, sandboxes);
  const news = new AllNews();
  addRequestLog(app, sandboxes, news);
  addLastChanges(app, heads, () => connections.size > 1);
  methods.refuse();
  await addDocs(app, DOCUMENT_INFO, DOCS_FILES);
  const faults = faultDesks(sandboxes, operations);
  await app.register(async routes => {
    const form = V20_ANSWERS;
    addPageRoutes(routes, { logins, guests, door, files: PAGE_FILES, ajv: AJV, form });
    addV20Routes(routes, { sandboxes, options, ajv: AJV, long, faults, news });
    const held = { held: long.held, faults, gate, news };
    const streams = addStreams(routes, sandboxes, { ...options, ...held });
    const control = { ajv: AJV, long, fleet, guests, logins, form, faults, news, record, report };
    addControlRoutes(routes, sandboxes, control);
    const { sessions } = logins;
    const feed = { sandboxes, busy, news, sessions, pingMs: options.pingMs };
    addFeed(routes, { ...feed, door, ajv: AJV, form });
    const load = { streams, connections, held: long.held, registry };
    addHealthRoutes(routes, served, { ...load, guests });
  });
  methods.close();
  addShown(app, served, news.of(sandboxes.main));
  app.addHook('onClose', async () => fleet.close());
  return app;
}

/** The pool of simulations, the guests of the server, and which simulations have a request in progress. */
function poolOf(served: ServedSimulations, operations: ReadonlySet<string>, options: AppOptions) {
  const { sandboxes, keeper } = served;
  const check = (simulation: Simulation) => void new SimulationFaults(simulation, operations);
  const guests = new Guests(served.guests ?? [], sandboxes);
  const parker = keeper?.parker;
  const busy = new BusySimulations(sandboxes, parker);
  const parts = { ...served, keys: served, check, guests, busy, parker };
  return { guests, busy, fleet: new SimulationPool(parts, options) };
}

/** What admission is built of. */
interface AdmissionParts {
  readonly door: PageDoor;
  readonly fleet: SimulationPool;
  readonly guests: Guests;
  readonly busy: BusySimulations;
  readonly options: AppOptions;
}

/** Adds what lets a request in: limits, host, token, quotas of guests. */
function addAdmission(
  app: FastifyInstance,
  served: ServedSimulations,
  { guests, busy, ...parts }: AdmissionParts,
): void {
  addLimits(app, parts.options, DOORS);
  addHostCheck(app);
  const guestOf = (header: string | undefined) => guests.guestOf(header);
  addGuard(app, guarding({ ...served, guestOf }, parts));
  addGuests(app, { guests, sandboxes: served.sandboxes, paths: GUEST_PATHS });
  busy.addWaking(app);
}

/** Adds what changes an answer when all else is done. @param mayBeSeveral - as of `addLeavingTogether` */
function addLastChanges(
  app: FastifyInstance,
  heads: HeadRequests,
  mayBeSeveral: () => boolean,
): void {
  addCompression(app);
  addLeavingTogether(app, mayBeSeveral);
  heads.addAnswer(app);
}

/** Shows what no client sends: the commands of strategies, and the requests of a record. */
function addShown(app: FastifyInstance, served: ServedSimulations, news: SessionNews): void {
  addStrategies(app, served, news);
  const { recorded: requests, sandboxes } = served;
  if (requests !== undefined) addRecordedRequests(app, sandboxes.main, { news, requests });
}

/**
 * What the guard needs: keys, routes, hosts and sessions, and the listener for requests of clients.
 */
function guarding(
  served: ServedSimulations,
  { door, fleet, options }: { door: PageDoor; fleet: SimulationPool; options: AppOptions },
): GuardOptions {
  return {
    keys: served,
    doors: DOORS,
    allowedHosts: options.allowedHosts ?? [],
    pageGrant: (request, route) => door.grantOf(request, route),
    onAccounts: (request, reply) => {
      fleet.use(request.tenant);
      // The page only watches: for the clock it is no client.
      if (request.sender === 'page') return;
      const sandbox = served.sandboxes.get(request.tenant);
      if (sandbox !== undefined) noteRequest(sandbox, request, reply, DOORS);
    },
  };
}

/** The door of the page of a server. */
function pageDoor(
  { logins, ...parts }: Pick<PageDoorParts, 'sandboxes' | 'guests'> & { readonly logins: Logins },
  { baseUrl }: AppOptions,
): PageDoor {
  const hosts = baseUrl !== undefined && URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [];
  return new PageDoor({ ...parts, sessions: logins.sessions, doors: DOORS, hosts });
}

/** The faults of each sandbox. @throws InputError for a rule of the scenario that has no meaning */
function faultDesks(
  sandboxes: Sandboxes,
  operations: ReadonlySet<string>,
): PerSandbox<SimulationFaults> {
  const desks = new PerSandbox(
    sandboxes,
    ({ simulation }) => new SimulationFaults(simulation, operations),
  );
  desks.of(sandboxes.main);
  return desks;
}

/** The options of the server itself. @param nextID - makes the id of a request. */
function serverOptions(
  options: AppOptions,
  nextID: () => string,
  heads: HeadRequests,
): FastifyHttpOptions<Server> {
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
      IncomingMessage: NodeRequest,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECKING_INTERVAL_MS,
    },
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    exposeHeadRoutes: false,
    rewriteUrl: request => heads.routed(request, withoutLastSlash(pathOfTarget(request))),
    clientErrorHandler: brokenRequestHandler(nextID, V20_ANSWERS),
    frameworkErrors: badUrlHandler(V20_ANSWERS),
  };
}

/** A path without the slash at its end, if it is one of the API. */
function withoutLastSlash(path: string): string {
  const isIt = path.endsWith('/') || path.includes('/?');
  return isIt ? path.replace(TRAILING_SLASH, '$1') : path;
}

/** Reports requests of clients when their bodies have been read. */
function addRequestListener(app: FastifyInstance, { onRequest }: AppOptions): void {
  if (onRequest === undefined) return;
  app.addHook('preHandler', async ({ method, url, body, sender }) => {
    if (sender === 'client') onRequest({ method, url, body });
  });
}

/** Reads bodies as JSON, and no other kind; the document has the schemas by name. */
function addBodies(app: FastifyInstance): void {
  for (const definition of DEFINITIONS) app.addSchema(definition);
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

/** Gives rising ids of 17 digits, as recorded, for requests that become no command. @param series - AppOptions.requestSeries */
function requestIDs(series: number): () => string {
  let next = 42_600_000_000_000_000n + BigInt(series) * 1_000_000n;
  return () => String(next++);
}
