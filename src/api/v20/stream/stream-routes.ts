/**
 * The two streams as routes: a request is checked like that of any operation, then its connection
 * stays open. Errors are ordinary answers before the first line; after it there are only lines.
 * Source: v20 semantics 2.5.
 */

import type { OutgoingHttpHeaders } from 'node:http';
import type { TObject } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AccountView } from '../../../core/view/account-view.js';
import { StreamCount } from '../../http/doors/limits.js';
import type { HeldBytes } from '../../http/long/held-bytes.js';
import type { AppOptions } from '../../http/options.js';
import { compileQuery, type RawQuery } from '../../http/read/query.js';
import { accountInPath } from '../account-in-path.js';
import { routeSchema } from '../answers/route-schema.js';
import { noConnectionOfItsOwn } from '../errors.js';
import { slotsNamed } from '../market.js';
import type { Operation } from '../operation.js';
import { OPERATIONS } from '../routes/operations.js';
import type { ServedMarket } from '../sandbox.js';
import { requestedTimes, type TimeFormat } from '../time-format.js';
import { Outbox } from './outbox.js';
import { PriceStreams } from './price-streams.js';
import { StreamReader } from './reader.js';
import { ReaderPace } from './reader-pace.js';
import { pendingMax, TransactionStreams } from './transaction-streams.js';

/** Wall milliseconds between heartbeats; clients give up after two of them are missing. */
export const HEARTBEAT_MS = 5_000;

/** A checked request for a stream. */
interface Opening {
  readonly account: AccountView;
  readonly times: TimeFormat;
  readonly query: Readonly<Record<string, unknown>>;
  /** Answers with the head. @param onIdle - called whenever all that was written has left. */
  readonly connect: (onIdle: () => void) => StreamReader;
}

/** Opens a stream. @returns a function that closes it. @throws RequestFault or ApiError before it connects */
type Open = (opening: Opening) => () => void;

/** Adds the price stream and the transaction stream. @returns the count of open streams. */
export function addStreams(
  app: FastifyInstance,
  sandbox: ServedMarket,
  options: AppOptions,
  held: HeldBytes,
): StreamCount {
  const { simulation, clock } = sandbox;
  const count = new StreamCount(options);
  const outbox = new Outbox();
  const prices = new PriceStreams(simulation, outbox);
  const transactions = new TransactionStreams(simulation, outbox, {
    pendingMax: () => pendingMax(count.total),
    onCut: () => {
      held.readersCut += 1;
    },
  });
  const pace = new ReaderPace(options.patienceMs);
  clock.holdWhile(() => pace.mustWait());
  const surroundings = { app, sandbox, count, pace };
  addStream(surroundings, 'streamPricing', ({ account, times, query, connect }) => {
    const slots = slotsNamed(simulation, query['instruments'] as string[]);
    const snapshot = query['snapshot'] === true;
    const includeHomeConversions = query['includeHomeConversions'] === true;
    return prices.open({ account, slots, times, snapshot, includeHomeConversions }, connect);
  });
  addStream(surroundings, 'streamTransactions', ({ account, times, connect }) =>
    transactions.open(account, times, () => connect(() => undefined)),
  );
  const heart = setInterval(() => {
    if (count.total === 0) return;
    clock.catchUp();
    prices.beat();
    transactions.beat();
  }, options.heartbeatMs ?? HEARTBEAT_MS);
  heart.unref();
  // Lines that a request caused are sent before its answer.
  app.addHook('onSend', (_request, _reply, payload, done) => {
    outbox.flush();
    done(null, payload);
  });
  app.addHook('preClose', done => {
    clearInterval(heart);
    prices.end();
    transactions.end();
    done();
  });
  return count;
}

interface Surroundings {
  readonly app: FastifyInstance;
  readonly sandbox: ServedMarket;
  readonly count: StreamCount;
  readonly pace: ReaderPace;
}

function addStream(
  { app, sandbox, count, pace }: Surroundings,
  operationId: string,
  open: Open,
): void {
  const operation = OPERATIONS.find(each => each.operationId === operationId) as Operation;
  const readQuery = compileQuery(operation.query as TObject);
  app.route({
    method: operation.method,
    url: operation.path,
    exposeHeadRoute: false,
    schema: routeSchema(operation),
    handler: (request, reply) => {
      sandbox.clock.catchUp();
      const { accountID = '' } = request.params as Readonly<Record<string, string>>;
      const account = accountInPath(sandbox.simulation, accountID, request.accountIDs);
      const query = readQuery(request.query as RawQuery);
      const times = requestedTimes(request.headers);
      const address = request.ip;
      count.take(address);
      try {
        const connect = (onIdle: () => void) => connectReader(reply, pace, onIdle);
        const close = open({ account, times, query, connect });
        sandbox.clock.clientTook('stream');
        reply.raw.once('close', () => {
          count.leave(address);
          close();
        });
      } catch (error) {
        count.leave(address);
        throw error;
      }
    },
  });
}

/** Answers 200 and takes the connection over from Fastify. @throws ApiError 400 behind another request */
function connectReader(reply: FastifyReply, pace: ReaderPace, onIdle: () => void): StreamReader {
  const { raw } = reply;
  const { socket } = raw;
  // A request sent behind another one on the same connection has no socket of its own yet.
  if (socket === null) throw noConnectionOfItsOwn();
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'application/octet-stream',
    ...(raw.req.httpVersion === '1.0' ? {} : { 'transfer-encoding': 'chunked' }),
    connection: 'close',
  });
  const reader = new StreamReader(raw, socket, onIdle);
  pace.add(reader);
  raw.once('close', () => pace.remove(reader));
  return reader;
}
