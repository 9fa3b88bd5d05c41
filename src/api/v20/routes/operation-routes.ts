/**
 * The operations as Fastify routes: finds the account, reads query and body, calls the handler and
 * writes its answer. Answers to GETs are kept until simulated time or an account moves.
 */

import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { urlMaker } from '../../http/answer/url.js';
import { originOf } from '../../http/doors/forwarded.js';
import { AnswerStream } from '../../http/long/answer-stream.js';
import type { LongAnswers } from '../../http/long/long-answers.js';
import type { AppOptions } from '../../http/options.js';
import { compileBody, givenBody } from '../../http/read/body.js';
import { compileQuery, type RawQuery } from '../../http/read/query.js';
import { compileHeaders } from '../../http/read/request-headers.js';
import { accountInPath } from '../account-in-path.js';
import { V20_ANSWERS } from '../answers/answer-form.js';
import { RecentAnswers } from '../answers/recent-answers.js';
import { routeSchema } from '../answers/route-schema.js';
import type { Answer, Call, HandledOperation } from '../operation.js';
import type { ServedMarket } from '../sandbox.js';
import { renderJson, requestedTimes, type TimeFormat } from '../time-format.js';
import { OPERATIONS } from './operations.js';

/** What the routes share. */
export interface Surroundings {
  readonly sandbox: ServedMarket;
  readonly options: AppOptions;
  /** Knows every definition that a body refers to. */
  readonly ajv: Ajv;
  readonly long: LongAnswers;
}

/** Adds every operation but the streams. */
export function addV20Routes(app: FastifyInstance, surroundings: Surroundings): void {
  const recent = new RecentAnswers(surroundings.sandbox.simulation);
  for (const operation of OPERATIONS) {
    if (operation.handle === undefined) continue;
    app.route({
      method: operation.method,
      url: operation.path,
      schema: routeSchema(operation),
      handler: compileHandler(operation, recent, surroundings),
    });
  }
}

type Params = Readonly<Record<string, string>>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;
type Answered = Answer | Promise<Answer>;

function compileHandler(
  operation: HandledOperation,
  recent: RecentAnswers,
  surroundings: Surroundings,
): Handler {
  const { clock } = surroundings.sandbox;
  const isRead = operation.method === 'GET';
  const prepare = compileHandling(operation, surroundings);
  const send = compileSend(operation, recent, surroundings);
  return (request, reply) => {
    clock.catchUp();
    const times = requestedTimes(request.headers);
    // The account is checked before kept answers are looked at.
    const handle = prepare(request);
    const key = isRead ? keyOf(request, times) : '';
    const kept = isRead ? recent.get(key) : undefined;
    if (kept !== undefined) return reply.type('application/json').send(kept);
    const answer = handle(times);
    if (answer instanceof Promise) return answer.then(done => send(reply, done, times, key));
    return send(reply, answer, times, key);
  };
}

/** Everything on which the answer to a GET depends, but the state of the simulation. */
function keyOf(request: FastifyRequest, times: TimeFormat): string {
  return `${times} ${request.accountIDs[0]} ${originOf(request)} ${request.url}`;
}

/** Gives the function that finds the account of a request, and then handles the request. */
function compileHandling(operation: HandledOperation, surroundings: Surroundings) {
  const { sandbox } = surroundings;
  const callOf = compileCall(operation, surroundings);
  if (!operation.hasAccount) {
    return (request: FastifyRequest) =>
      (times: TimeFormat): Answered =>
        operation.handle(callOf(request, times));
  }
  return (request: FastifyRequest) => {
    const { accountID = '' } = request.params as Params;
    const account = accountInPath(sandbox.simulation, accountID, request.accountIDs);
    return (times: TimeFormat): Answered =>
      operation.handle({ ...callOf(request, times), account });
  };
}

/** Gives the function that reads and checks a request. It throws RequestFault 400. */
function compileCall(
  { headers, query, body }: HandledOperation,
  { ajv, options, sandbox: { simulation, dialect } }: Surroundings,
): (request: FastifyRequest, times: TimeFormat) => Call {
  const checkHeaders = headers === undefined ? undefined : compileHeaders(headers);
  const readQuery = query === undefined ? undefined : compileQuery(query);
  const checkBody = body === undefined ? undefined : compileBody(ajv, body);
  const given = givenBody(body);
  const absolute = urlMaker(options.baseUrl);
  return (request, times) => {
    checkHeaders?.(request.headers);
    const found = given(request.body);
    checkBody?.(found);
    return {
      simulation,
      accountIDs: request.accountIDs,
      params: request.params as Params,
      query: readQuery?.(request.query as RawQuery) ?? {},
      body: found,
      times,
      dialect,
      url: path => absolute(request, path),
    };
  };
}

/** Gives the function that sends an answer, and keeps it for further requests of its key. */
function compileSend(
  { operationId, method }: HandledOperation,
  recent: RecentAnswers,
  { options, long }: Surroundings,
) {
  const isRead = method === 'GET';
  return (reply: FastifyReply, answer: Answer, times: TimeFormat, key: string) => {
    options.onAnswer?.(operationId, answer.status, answer.body);
    const payload = long.payloadOf(answer, value => renderJson(value, times));
    if (isRead && answer.headers === undefined && !(payload instanceof AnswerStream)) {
      recent.keep(key, payload);
    }
    if (answer.requestID !== undefined) reply.header(V20_ANSWERS.requestIDHeader, answer.requestID);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    return reply.code(answer.status).type('application/json').send(payload);
  };
}
