/**
 * The operations as Fastify routes: finds the account, reads query and body, calls the handler and
 * writes its answer. Answers to GETs are kept until simulated time or an account moves.
 */

import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { present } from '../../../../core/base/present.js';
import { PerSandbox, type Sandbox, type Sandboxes } from '../../../runtime/sandboxes.js';
import { disturbedAnswer } from '../../faults/disturbed-answer.js';
import type { RequestPlan } from '../../faults/request-plan.js';
import type { SimulationFaults } from '../../faults/simulation-faults.js';
import { urlMaker } from '../../http/answer/url.js';
import { originOf } from '../../http/doors/forwarded.js';
import { checkHeld } from '../../http/doors/held-sandbox.js';
import { AnswerStream } from '../../http/long/answer-stream.js';
import type { LongAnswers } from '../../http/long/long-answers.js';
import type { AppOptions } from '../../http/options.js';
import { compileBody, givenBody } from '../../http/read/body.js';
import { compileQuery, type RawQuery } from '../../http/read/query.js';
import { compileHeaders } from '../../http/read/request-headers.js';
import { logTaken } from '../../traffic/log-requests.js';
import type { AllNews } from '../../traffic/session-news.js';
import { accountInPath } from '../account-in-path.js';
import { V20_ANSWERS } from '../answers/answer-form.js';
import { RecentAnswers } from '../answers/recent-answers.js';
import { describedOperation } from '../answers/route-schema.js';
import type { Answer, Call, HandledOperation, HandlingFault } from '../operation.js';
import { addRetiredRoutes } from '../retired-routes.js';
import { sandboxOf } from '../sandbox-of.js';
import { renderJson, requestedTimes, type TimeFormat } from '../time-format.js';
import { OPERATIONS } from './operations.js';

/** What the routes share. */
export interface RouteParts {
  readonly sandboxes: Sandboxes;
  readonly options: AppOptions;
  /** Knows every definition that a body refers to. */
  readonly ajv: Ajv;
  readonly long: LongAnswers;
  /** The faults of each sandbox. */
  readonly faults: PerSandbox<SimulationFaults>;
  /** Where requests are logged. */
  readonly news: AllNews;
}

/** Adds every operation but the streams, and what older APIs left behind. */
export function addV20Routes(app: FastifyInstance, surroundings: RouteParts): void {
  const recents = new PerSandbox(
    surroundings.sandboxes,
    ({ simulation }) => new RecentAnswers(simulation),
  );
  for (const operation of OPERATIONS) {
    if (operation.handle === undefined) continue;
    app.route({
      method: operation.method,
      url: operation.path,
      config: describedOperation(operation),
      handler: compileHandler(operation, recents, surroundings),
    });
  }
  addRetiredRoutes(app);
}

type Params = Readonly<Record<string, string>>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;
type AnswerOrPromise = Answer | Promise<Answer>;

function compileHandler(
  operation: HandledOperation,
  recents: PerSandbox<RecentAnswers>,
  surroundings: RouteParts,
): Handler {
  const { sandboxes, faults } = surroundings;
  const isRead = operation.method === 'GET';
  const prepare = compileHandling(operation, surroundings);
  const render = compileRender(operation, surroundings);
  const disturbed = compileDisturbed(prepare, render, surroundings);
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const sandbox = sandboxOf(sandboxes, request);
    if (!isRead) checkHeld(sandbox, 'market', request.sender);
    sandbox.clock.catchUp();
    const plan = planFor(request, faults.of(sandbox), operation.operationId);
    if (plan !== undefined) return disturbed(plan, { request, reply, sandbox });
    const recent = recents.of(sandbox);
    const times = requestedTimes(request.headers);
    // The account is checked before kept answers are looked at.
    const handle = prepare(request, sandbox);
    const key = isRead ? keyOf(request, times) : '';
    const kept = isRead ? recent.get(key) : undefined;
    if (kept !== undefined) {
      reply.type('application/json').send(kept);
      return undefined;
    }
    const answered = handle(times);
    const send = (done: Answer) => {
      const payload = render(reply, done, times);
      if (isRead && done.headers === undefined && !(payload instanceof AnswerStream)) {
        recent.keep(key, payload);
      }
      return reply.code(done.status).type('application/json').send(payload);
    };
    if (answered instanceof Promise) return answered.then(send);
    send(answered);
    // A reply is a promise, too: code that gets one waits for the end of the answer.
    return undefined;
  };
  if (operation.isPoll === undefined) return answer;
  return (request, reply) => {
    const isPoll = request.sender !== 'page';
    const moving = isPoll ? sandboxOf(sandboxes, request).clock.polled() : undefined;
    return moving === undefined
      ? answer(request, reply)
      : moving.then(() => answer(request, reply) ?? reply);
  };
}

/** A request and the simulation that it is about. */
interface SandboxRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly sandbox: Sandbox;
}

/** What faults do to a request; nothing to one of the page, which draws no chance either. */
function planFor(request: FastifyRequest, desk: SimulationFaults, operationId: string) {
  return request.sender === 'page' ? undefined : desk.onRequest(operationId, request.id);
}

/** Gives the function that answers a request under a plan of faults. No such answer is kept. */
function compileDisturbed(
  prepare: ReturnType<typeof compileHandling>,
  render: ReturnType<typeof compileRender>,
  { options: { faultTime }, news }: RouteParts,
) {
  return (plan: RequestPlan, { request, reply, sandbox }: SandboxRequest): Promise<unknown> => {
    const times = requestedTimes(request.headers);
    request.disturbedBy = plan.rule;
    const send = (done: Answer) => {
      const payload = render(reply, done, times);
      return reply.code(done.status).type('application/json').send(payload);
    };
    const act = () => {
      // Time may have gone on while the request waited.
      sandbox.clock.catchUp();
      return prepare(request, sandbox)(times, plan);
    };
    const onCut = () => logTaken(news, sandbox, { request, reply, status: 0 });
    return disturbedAnswer(plan, { reply, act, send, onCut, ...present({ faultTime }) });
  };
}

/** Everything on which the answer to a GET depends, but the state of the simulation. */
function keyOf(request: FastifyRequest, times: TimeFormat): string {
  return `${times} ${request.sender} ${request.accountIDs[0]} ${originOf(request)} ${request.url}`;
}

/** Gives the function that finds the account of a request, and then handles the request. */
function compileHandling(operation: HandledOperation, surroundings: RouteParts) {
  const callOf = compileCall(operation, surroundings);
  if (!operation.hasAccount) {
    return (request: FastifyRequest, sandbox: Sandbox) =>
      (times: TimeFormat, bend?: HandlingFault): AnswerOrPromise =>
        operation.handle(finished(callOf(request, sandbox, times), { bend }));
  }
  return (request: FastifyRequest, sandbox: Sandbox) => {
    const { accountID = '' } = request.params as Params;
    const account = accountInPath(sandbox.simulation, accountID, request.accountIDs);
    return (times: TimeFormat, bend?: HandlingFault): AnswerOrPromise =>
      operation.handle(finished(callOf(request, sandbox, times), { account, bend }));
  };
}

/** Adds to `call` itself what is there of `parts`: every request is one, and a spread takes long. */
function finished<Parts extends { readonly bend: HandlingFault | undefined }>(
  call: Call,
  { bend, ...parts }: Parts,
): Call & Omit<Parts, 'bend'> {
  return Object.assign(call, parts, bend === undefined ? undefined : { bend });
}

/** Gives the function that reads and checks a request. It throws RequestError 400. */
function compileCall(
  { headers, query, body }: HandledOperation,
  { ajv, options }: RouteParts,
): (request: FastifyRequest, sandbox: Sandbox, times: TimeFormat) => Call {
  const checkHeaders = headers === undefined ? undefined : compileHeaders(headers);
  const readQuery = query === undefined ? undefined : compileQuery(query);
  const checkBody = body === undefined ? undefined : compileBody(ajv, body);
  const given = givenBody(body);
  const absolute = urlMaker(options.baseUrl);
  return (request, { simulation, dialect }, times) => {
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

/** Gives the function that writes the headers of an answer and renders its body. */
function compileRender({ operationId, method }: HandledOperation, { options, long }: RouteParts) {
  return (reply: FastifyReply, answer: Answer, times: TimeFormat) => {
    options.onAnswer?.(operationId, answer.status, answer.body);
    if (method !== 'GET') reply.request.transactionIDs = relatedIDs(answer.body);
    const payload = long.payloadOf(answer, value => renderJson(value, times));
    if (answer.requestID !== undefined) reply.header(V20_ANSWERS.requestIDHeader, answer.requestID);
    if (answer.headers !== undefined) reply.headers(answer.headers);
    return payload;
  };
}

/** The transactions that the answer to a write names. */
function relatedIDs(body: Answer['body']): readonly string[] | undefined {
  const { relatedTransactionIDs } = body as { readonly relatedTransactionIDs?: readonly string[] };
  return relatedTransactionIDs;
}
