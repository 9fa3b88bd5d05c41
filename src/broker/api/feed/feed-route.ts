/**
 * `/_sim/ws` as a route: the doors have checked host, session or token of control, and the origin of
 * a browser. Source: decision 0045; invariant A9.
 */

import { Type } from '@sinclair/typebox';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WebSocketServer } from 'ws';
import { describeAnswers, errorAnswer } from '../http/answer/describe-answers.js';
import { upgradingOf } from '../http/answer/upgrades.js';
import type { AnswerForm } from '../http/answer-form.js';
import { compileBody, parseBody } from '../http/read/body.js';
import { ref } from '../http/read/define.js';
import { RequestError } from '../http/request-errors.js';
import type { PageDoor } from '../page/page-door.js';
import type { LoginSession } from '../page/sessions.js';
import { type CommandReader, Feed, type FeedParts } from './feed.js';
import { FeedSubscribe, FeedUnsubscribe } from './schema/commands.js';
import { FeedEvent } from './schema/events.js';

const PATH = '/_sim/ws';
/** Bytes of the largest message of a reader. */
const MESSAGE_BYTES_MAX = 65_536;
const SUMMARY = 'The feed as a WebSocket: prices, candles, transactions, values, clock, requests';

/** What the route needs of the server around it. */
export interface FeedRouteParts extends Omit<FeedParts, 'read'> {
  readonly door: PageDoor;
  /** Knows the definitions of messages. */
  readonly ajv: Ajv;
  /** How errors are described. */
  readonly form: AnswerForm;
}

/** Adds the route of the feed. */
export function addFeed(app: FastifyInstance, parts: FeedRouteParts): void {
  const { door, ajv, form } = parts;
  const feed = new Feed({ ...parts, read: commandReader(ajv) });
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    autoPong: false,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
  });
  app.route({
    method: 'GET',
    url: PATH,
    exposeHeadRoute: false,
    config: { describe: () => routeSchema(form) },
    handler: (request, reply) => {
      const upgrading = upgradingOf(request.raw);
      if (upgrading === undefined) throw new RequestError('upgrade-needed');
      feed.checkRoom();
      const session = sessionOf(request, door);
      const { guest } = request;
      guest?.take();
      reply.hijack();
      reply.raw.detachSocket(request.raw.socket);
      const { socket, head } = upgrading;
      socket.once('close', () => guest?.leave());
      sockets.handleUpgrade(request.raw, socket, head, each => feed.join(each, { session, guest }));
    },
  });
  app.addHook('preClose', done => {
    feed.close();
    done();
  });
}

/** The session that let a request in; undefined for one with the token of control. */
function sessionOf(request: FastifyRequest, door: PageDoor): LoginSession | undefined {
  return request.sender === 'page' ? door.sessionOf(request) : undefined;
}

function commandReader(ajv: Ajv): CommandReader {
  const checks: Readonly<Record<string, (value: unknown) => void>> = {
    SUBSCRIBE: compileBody(ajv, FeedSubscribe),
    UNSUBSCRIBE: compileBody(ajv, FeedUnsubscribe),
  };
  return {
    parse: parseBody,
    check: value => {
      const { type } = (value ?? {}) as { readonly type?: unknown };
      const check = typeof type === 'string' && Object.hasOwn(checks, type) && checks[type];
      if (!check) throw new RequestError('bad-parameters', { sentence: UNKNOWN_TYPE });
      check(value);
    },
  };
}

const UNKNOWN_TYPE = "The 'type' of a message is SUBSCRIBE or UNSUBSCRIBE";

function routeSchema(form: AnswerForm): object {
  const events = Type.Array(ref(FeedEvent), {
    description:
      'Switched to WebSocket. Each message of the server is such an array; a reader sends FeedSubscribe and FeedUnsubscribe',
  });
  const responses = {
    101: events,
    403: errorAnswer(form.errorSchema, 'The token is that of an account, or the request of a site'),
    426: errorAnswer(form.errorSchema, 'The request is no WebSocket handshake'),
  };
  return {
    summary: SUMMARY,
    tags: ['page'],
    security: [{ token: [] }],
    response: describeAnswers({ method: 'GET', summary: SUMMARY, responses }, form),
  };
}
