/**
 * The operations as Fastify routes: finds the account, reads query and body, calls the handler and
 * writes what it answers. Answers to GETs are kept until simulated time or an account moves.
 */

import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAccountID } from '../../core/ledger/account-id.js';
import type { AccountView } from '../../core/view/account-view.js';
import { forbidden, invalidParameter } from '../http/answer/errors.js';
import { urlMaker } from '../http/answer/url.js';
import { originOf } from '../http/doors/forwarded.js';
import { AnswerStream } from '../http/long/answer-stream.js';
import type { LongAnswers } from '../http/long/long-answers.js';
import { compileBody, givenBody, strictAjv } from '../http/read/body.js';
import { ref } from '../http/read/define.js';
import { compileQuery, type RawQuery } from '../http/read/query.js';
import { compileHeaders } from '../http/read/request-headers.js';
import type { AppOptions, Sandbox } from '../sandbox.js';
import { describeAnswers } from './answers/describe-answers.js';
import { RecentAnswers } from './answers/recent-answers.js';
import type { Answer, Call, Operation } from './operation.js';
import { OPERATIONS } from './operations.js';
import { parametersIn } from './path-parameters.js';
import { AcceptDatetimeFormat } from './schema/primitives.js';
import { requestedTimes, type TimeFormat } from './time-format.js';

/** Adds every operation but the streams. */
export function addV20Routes(
  app: FastifyInstance,
  sandbox: Sandbox,
  options: AppOptions,
  long: LongAnswers,
): void {
  const ajv = strictAjv();
  const recent = new RecentAnswers(sandbox.simulation);
  for (const operation of OPERATIONS) {
    const { handle } = operation;
    if (handle === undefined) continue;
    const handler = compileHandler(operation, handle, { ajv, recent, sandbox, options, long });
    app.route({
      method: operation.method,
      url: operation.path,
      schema: routeSchema(operation),
      handler,
    });
  }
}

/** The account in the path. @throws ApiError 400 when malformed, 403 when not the token's. */
export function accountInPath(
  { simulation }: Sandbox,
  id: string,
  accountIDs: readonly string[],
): AccountView {
  if (!isAccountID(id)) throw invalidParameter('accountID');
  const cell = accountIDs.includes(id) ? simulation.account(id) : undefined;
  if (cell === undefined) throw forbidden();
  const { slot, state, log, market } = cell;
  return { slot, state, log, market, resting: simulation.engine.state.resting };
}

interface Surroundings {
  readonly ajv: Ajv;
  readonly recent: RecentAnswers;
  readonly sandbox: Sandbox;
  readonly options: AppOptions;
  readonly long: LongAnswers;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

function compileHandler(
  operation: Operation,
  handle: NonNullable<Operation['handle']>,
  surroundings: Surroundings,
): Handler {
  const { recent, sandbox, options, long } = surroundings;
  const checkHeaders =
    operation.headers === undefined ? undefined : compileHeaders(operation.headers);
  const readQuery = operation.query === undefined ? undefined : compileQuery(operation.query);
  const checkBody =
    operation.body === undefined ? undefined : compileBody(surroundings.ajv, operation.body);
  const given = givenBody(operation.body);
  const isRead = operation.method === 'GET';
  const hasAccount = operation.path.includes('/:accountID');
  const absolute = urlMaker(options.baseUrl);

  const send = (reply: FastifyReply, answer: Answer, times: TimeFormat, key: string) => {
    options.onAnswer?.(operation.operationId, answer.status, answer.body);
    const payload = long.payloadOf(answer, times);
    if (isRead && answer.headers === undefined && !(payload instanceof AnswerStream)) {
      recent.keep(key, payload);
    }
    if (answer.requestID !== undefined) reply.header('RequestID', answer.requestID);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    return reply.code(answer.status).type('application/json').send(payload);
  };

  return (request, reply) => {
    sandbox.clock.catchUp();
    const { accountIDs } = request;
    const times = requestedTimes(request.headers);
    const params = request.params as Readonly<Record<string, string>>;
    const account = hasAccount
      ? accountInPath(sandbox, params['accountID'] ?? '', accountIDs)
      : (undefined as unknown as AccountView);
    const key = isRead ? `${times} ${accountIDs[0]} ${originOf(request)} ${request.url}` : '';
    const kept = isRead ? recent.get(key) : undefined;
    if (kept !== undefined) return reply.type('application/json').send(kept);
    checkHeaders?.(request.headers);
    const body = given(request.body);
    checkBody?.(body);
    const call: Call = {
      simulation: sandbox.simulation,
      account,
      accountIDs,
      params,
      query: readQuery?.(request.query as RawQuery) ?? {},
      body,
      times,
      dialect: sandbox.dialect,
      url: path => absolute(request, path),
    };
    const answer = handle(call);
    if (answer instanceof Promise) return answer.then(done => send(reply, done, times, key));
    return send(reply, answer, times, key);
  };
}

/** What the document says of an operation; the facade checks requests by itself. */
export function routeSchema(operation: Operation) {
  const { operationId, summary, tag, path, headers, query, body } = operation;
  const params = parametersIn(path);
  return {
    operationId,
    summary,
    tags: [tag],
    security: [{ token: [] }],
    headers: {
      type: 'object',
      properties: {
        'Accept-Datetime-Format': ref(AcceptDatetimeFormat),
        ...headers?.properties,
      },
    },
    ...(path.includes(':') ? { params: { type: 'object', properties: params } } : {}),
    ...(query === undefined ? {} : { querystring: query }),
    ...(body === undefined ? {} : { body }),
    response: describeAnswers(operation),
  };
}
