/**
 * The two streams as routes: a request is checked like that of any operation, then its connection
 * stays open. Errors are ordinary answers before the first line; after it there are only lines.
 * Source: v20 semantics 2.5.
 */

import type { OutgoingHttpHeaders } from 'node:http';
import type { TObject } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { present } from '../../../../core/base/present.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { PerSandbox, type Sandboxes } from '../../../runtime/sandboxes.js';
import { disturbedAnswer } from '../../faults/disturbed-answer.js';
import type { SimulationFaults } from '../../faults/simulation-faults.js';
import type { StreamPlan } from '../../faults/stream-plan.js';
import { dateAnswer } from '../../http/answer/answer-date.js';
import { StreamCount } from '../../http/doors/limits.js';
import type { HeldBytes } from '../../http/long/held-bytes.js';
import type { AppOptions } from '../../http/options.js';
import { compileQuery, type RawQuery } from '../../http/read/query.js';
import { logTaken } from '../../traffic/log-requests.js';
import type { AllNews, SessionNews } from '../../traffic/session-news.js';
import { accountInPath } from '../account-in-path.js';
import { describedOperation } from '../answers/route-schema.js';
import { noConnectionOfItsOwn } from '../errors.js';
import { slotsNamed } from '../market.js';
import type { Operation } from '../operation.js';
import { OPERATIONS } from '../routes/operations.js';
import { sandboxOf } from '../sandbox-of.js';
import { requestedTimes, type TimeFormat } from '../time-format.js';
import { DisturbedReader } from './disturbed-reader.js';
import { Outbox } from './outbox.js';
import { type LineReader, StreamReader } from './reader.js';
import type { ReaderPace } from './reader-pace.js';
import { SimulationStreams } from './simulation-streams.js';
import type { StreamGate } from './stream-gate.js';
import { WatchedReader } from './watched-reader.js';

/** Wall milliseconds between heartbeats; clients give up after two of them are missing. */
export const HEARTBEAT_MS = 5_000;
const STATUS_OK = 200;
const KINDS = { streamPricing: 'pricing', streamTransactions: 'transactions' } as const;

/** A checked request for a stream. */
interface StreamRequest {
  readonly account: AccountSource;
  readonly times: TimeFormat;
  readonly query: Readonly<Record<string, unknown>>;
  /** Answers with the head. @param onIdle - called whenever all that was written has left. */
  readonly connect: (onIdle: () => void) => LineReader;
}

/** Opens a stream. @returns a function that closes it. @throws RequestError or ApiError before it connects */
type StreamOpener = (desk: SimulationStreams, opening: StreamRequest) => () => void;

/** What the stream routes share. */
interface StreamRouteParts {
  readonly app: FastifyInstance;
  readonly sandboxes: Sandboxes;
  readonly desks: PerSandbox<SimulationStreams>;
  readonly count: StreamCount;
  readonly faults: PerSandbox<SimulationFaults>;
  readonly gate: StreamGate | undefined;
  readonly faultTime: AppOptions['faultTime'];
  readonly news: AllNews;
}

/** What streams need of the server around them. */
export interface StreamOptions extends AppOptions {
  readonly held: HeldBytes;
  /** The faults of each sandbox. */
  readonly faults: PerSandbox<SimulationFaults>;
  /** Before all streams; absent: lines are not held back. */
  readonly gate?: StreamGate | undefined;
  /** Where requests are logged. */
  readonly news: AllNews;
}

/** Adds the price stream and the transaction stream. @returns the count of open streams. */
export function addStreams(
  app: FastifyInstance,
  sandboxes: Sandboxes,
  options: StreamOptions,
): StreamCount {
  const count = new StreamCount(options);
  const outbox = new Outbox();
  const desks = new PerSandbox(
    sandboxes,
    sandbox => new SimulationStreams(sandbox, { outbox, count, ...options }),
    desk => desk.end(),
  );
  const { faults, gate, faultTime, news } = options;
  const surroundings = { app, sandboxes, desks, count, faults, gate, faultTime, news };
  addStream(surroundings, 'streamPricing', ({ prices, sandbox }, opening) => {
    const { query, connect, ...reader } = opening;
    const slots = slotsNamed(sandbox.simulation, query['instruments'] as string[]);
    const snapshot = query['snapshot'] === true;
    const includeHomeConversions = query['includeHomeConversions'] === true;
    return prices.open({ ...reader, slots, snapshot, includeHomeConversions }, connect);
  });
  addStream(surroundings, 'streamTransactions', ({ transactions }, { account, times, connect }) =>
    transactions.open(account, times, () => connect(() => undefined)),
  );
  const beat = () => {
    if (count.total === 0) return;
    for (const [, desk] of desks.made()) desk.beat();
  };
  gate?.close({ beat, flush: () => outbox.flush() });
  const heart =
    gate === undefined ? setInterval(beat, options.heartbeatMs ?? HEARTBEAT_MS).unref() : undefined;
  // Lines that a request caused are sent before its answer.
  app.addHook('onSend', (_request, _reply, payload, done) => {
    outbox.flush();
    done(null, payload);
  });
  app.addHook('preClose', done => {
    clearInterval(heart);
    for (const [, desk] of desks.made()) desk.end();
    done();
  });
  return count;
}

function addStream(
  { app, sandboxes, desks, count, faults, gate, faultTime, news }: StreamRouteParts,
  operationId: keyof typeof KINDS,
  open: StreamOpener,
): void {
  const operation = OPERATIONS.find(each => each.operationId === operationId) as Operation;
  const readQuery = compileQuery(operation.query as TObject);
  app.route({
    method: operation.method,
    url: operation.path,
    exposeHeadRoute: false,
    config: describedOperation(operation),
    handler: (request, reply) => {
      const sandbox = sandboxOf(sandboxes, request);
      sandbox.clock.catchUp();
      const log = (status: number) => logTaken(news, sandbox, { request, reply, status });
      const act = () => {
        const desk = desks.of(sandbox);
        const { accountID = '' } = request.params as Readonly<Record<string, string>>;
        const account = accountInPath(sandbox.simulation, accountID, request.accountIDs);
        const query = readQuery(request.query as RawQuery);
        const times = requestedTimes(request.headers);
        const plan = faults.of(sandbox).onStream(operationId, request.id);
        const opening = { id: request.id, kind: KINDS[operationId], account: accountID } as const;
        const connect = (onIdle: () => void) => {
          dateAnswer(reply, sandbox.simulation.now);
          const reader = connectReader(reply, desk.pace, { onIdle, plan, gate, faultTime });
          return watched(new WatchedReader(reader, opening), reply, news.of(sandbox));
        };
        openCounted(count, request, reply, () => open(desk, { account, times, query, connect }));
        log(STATUS_OK);
        sandbox.clock.clientTook('stream');
      };
      const plan = faults.of(sandbox).onRequest(operationId, request.id);
      if (plan === undefined) return act();
      request.disturbedBy = plan.rule;
      const onCut = () => log(0);
      const send = () => reply;
      return disturbedAnswer(plan, { reply, act, send, onCut, ...present({ faultTime }) });
    },
  });
}

/** Opens a stream that counts while its connection is open. @throws whatever `open` throws. */
function openCounted(
  count: StreamCount,
  { ip: address, guest }: FastifyRequest,
  { raw }: FastifyReply,
  open: () => () => void,
): void {
  guest?.take();
  const leave = () => {
    guest?.leave();
    count.leave(address);
  };
  try {
    count.take(address);
  } catch (error) {
    guest?.leave();
    throw error;
  }
  try {
    const close = open();
    raw.once('close', () => {
      leave();
      close();
    });
  } catch (error) {
    leave();
    throw error;
  }
}

/** The lines of a connection, and its fault. */
interface StreamConnection {
  /** Called whenever all that was written has left. */
  readonly onIdle: () => void;
  readonly plan: StreamPlan | undefined;
  readonly gate: StreamGate | undefined;
  readonly faultTime: AppOptions['faultTime'];
}

/** Shows a reader among the open streams until its connection closes. */
function watched(reader: WatchedReader, { raw }: FastifyReply, { streams }: SessionNews) {
  streams.add(reader);
  raw.once('close', () => streams.delete(reader));
  return reader;
}

/** Answers 200 and takes the connection over from Fastify. @throws ApiError 400 behind another request */
function connectReader(
  reply: FastifyReply,
  pace: ReaderPace,
  { onIdle, plan, gate, faultTime }: StreamConnection,
): LineReader {
  const { raw } = reply;
  const { socket } = raw;
  // A request sent behind another one on the same connection has no socket of its own yet.
  if (socket === null) throw noConnectionOfItsOwn();
  reply.hijack();
  raw.writeHead(STATUS_OK, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'application/octet-stream',
    ...(raw.req.httpVersion === '1.0' ? {} : { 'transfer-encoding': 'chunked' }),
    connection: 'close',
  });
  const direct = new StreamReader(raw, socket, () => {
    if (reader.pending === 0) onIdle();
  });
  const connection = gate?.hold(direct, raw) ?? direct;
  const reader = plan === undefined ? connection : new DisturbedReader(connection, plan, faultTime);
  pace.add(reader);
  raw.once('close', () => {
    pace.remove(reader);
    gate?.forget(connection);
  });
  return reader;
}
