/**
 * `/_sim`: control of the simulations. It has a token and a prefix of its own, so that it cannot be
 * confused with the broker's API. Source: docs/guides/clock-modes.md.
 */

import { type TSchema, Type } from '@sinclair/typebox';
import type { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { present } from '../../core/base/present.js';
import {
  PerSandbox,
  type RunFolderWriter,
  type Sandbox,
  type Sandboxes,
  type SessionPage,
} from '../runtime/sandboxes.js';
import { CLOCK_VERBS } from './control/clock-verbs.js';
import { COUNTERFACTUAL_VERBS } from './control/counterfactual-verbs.js';
import { EXPLAIN_VERBS } from './control/explain-verbs.js';
import { FAULT_VERBS } from './control/fault-verbs.js';
import type { SimulationPool } from './control/fleet/fleet.js';
import { GrowingHash } from './control/growing-hash.js';
import { GUEST_VERBS } from './control/guest-verbs.js';
import { LEDGER_VERBS } from './control/ledger-verbs.js';
import { LOGIN_VERBS } from './control/login-verbs.js';
import { MARKET_VERBS } from './control/market-verbs.js';
import { SHELF_VERBS } from './control/page/shelf-verbs.js';
import { PAGE_VERBS } from './control/page/verbs.js';
import { DISGUISE_VERBS, PRACTICE_VERBS } from './control/practice/practice-verbs.js';
import { RECORD_VERBS } from './control/record-verbs.js';
import { SIMULATION_VERBS } from './control/simulation-verbs.js';
import { SERVER_VERBS, type ServerVerb } from './control/simulations.js';
import { STEP_VERBS } from './control/step/step-verbs.js';
import type { SimulationVerb, VerbShape } from './control/verb.js';
import type { SimulationFaults } from './faults/simulation-faults.js';
import type { GuestPaths } from './guests/guest-door.js';
import type { Guests } from './guests/guests.js';
import { describeAnswers, errorAnswer } from './http/answer/describe-answers.js';
import type { AnswerForm } from './http/answer-form.js';
import { checkHeld } from './http/doors/held-sandbox.js';
import type { LongAnswers } from './http/long/long-answers.js';
import { compileBody, OPTIONAL_BODY, partCheck } from './http/read/body.js';
import { ref } from './http/read/define.js';
import { compileQuery, type RawQuery } from './http/read/query.js';
import {
  badParameters,
  invalidParameter,
  noSimulation,
  RequestError,
} from './http/request-errors.js';
import type { Logins } from './page/logins.js';
import type { AllNews } from './traffic/session-news.js';

/** What every path of control begins with. */
export const CONTROL_PREFIX = '/_sim/';
const SIMULATION = `${CONTROL_PREFIX}simulations/:simulationID`;

const VERBS: readonly SimulationVerb[] = [
  ...SIMULATION_VERBS,
  ...CLOCK_VERBS,
  ...STEP_VERBS,
  ...LEDGER_VERBS,
  ...MARKET_VERBS,
  ...RECORD_VERBS,
  ...COUNTERFACTUAL_VERBS,
  ...EXPLAIN_VERBS,
  ...FAULT_VERBS,
  ...PAGE_VERBS,
  ...DISGUISE_VERBS,
];

const ALL_SERVER_VERBS: readonly ServerVerb[] = [
  ...SERVER_VERBS,
  ...LOGIN_VERBS,
  ...SHELF_VERBS,
  ...PRACTICE_VERBS,
  ...GUEST_VERBS,
];

/** What of control the key of a guest opens. */
export const GUEST_PATHS: GuestPaths = {
  prefix: CONTROL_PREFIX,
  open: new Set([
    'GET simulations',
    'POST simulations',
    'GET scenarios',
    'GET catalogue',
    'GET guests/me',
    'POST practice',
    'GET ws',
  ]),
  closed: new Set(['POST simulations/:simulationID/report']),
  freeing: new Set([
    'GET simulations',
    'GET guests/me',
    'GET simulations/:simulationID',
    'DELETE simulations/:simulationID',
    'POST simulations/:simulationID/reset',
    'POST simulations/:simulationID/rewind',
  ]),
};

/** What control needs of the server around it. */
export interface ControlParts {
  /** Knows the definitions of control. */
  readonly ajv: Ajv;
  readonly long: LongAnswers;
  readonly fleet: SimulationPool;
  readonly guests: Guests;
  /** How people get in to the page. */
  readonly logins: Logins;
  /** The faults of each simulation. */
  readonly faults: PerSandbox<SimulationFaults>;
  /** The requests to each, and what happens beside its ledger. */
  readonly news: AllNews;
  /** Writes the folder of a run; absent without `--out`. */
  readonly record?: RunFolderWriter | undefined;
  /** Makes the report of a session; absent: there are none. */
  readonly report?: SessionPage | undefined;
  /** How errors are written and described. */
  readonly form: AnswerForm;
}

/** A request to a verb, and the simulation that it is about. */
type Handle = (sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Adds the verbs. */
export function addControlRoutes(
  app: FastifyInstance,
  sandboxes: Sandboxes,
  surroundings: ControlParts,
): void {
  const { form } = surroundings;
  addServerVerbs(app, sandboxes, surroundings);
  const compile = verbCompiler(sandboxes, surroundings);
  for (const verb of VERBS) {
    const { method, path, bodyLimit } = verb;
    const handle = compile(verb);
    app.route({
      method,
      url: path === '' ? SIMULATION : `${SIMULATION}/${path}`,
      ...present({ bodyLimit }),
      config: { describe: () => verbSchema(verb, form, { simulationID: SIMULATION_ID }) },
      handler: (request, reply) => handle(named(sandboxes, request), request, reply),
    });
    if (path === '') continue;
    app.route({
      method,
      url: `${CONTROL_PREFIX}${path}`,
      ...present({ bodyLimit }),
      config: { describe: () => verbSchema(verb, form, {}) },
      handler: (request, reply) => handle(sandboxes.main, request, reply),
    });
  }
}

/** Adds the verbs of the server as a whole. */
function addServerVerbs(
  app: FastifyInstance,
  sandboxes: Sandboxes,
  { ajv, form, fleet, logins, guests }: ControlParts,
): void {
  for (const verb of ALL_SERVER_VERBS) {
    const { method, path, status = 200, bodyLimit, run } = verb;
    const check = bodyCheck(verb, ajv);
    app.route({
      method,
      url: `${CONTROL_PREFIX}${path}`,
      ...present({ bodyLimit }),
      config: { describe: () => verbSchema(verb, form, {}) },
      handler: (request, reply) => {
        check(request.body);
        reply.code(status);
        const { body, guest } = request;
        return run({ sandboxes, fleet, logins, guests, guest, body });
      },
    });
  }
}

const SIMULATION_ID = Type.String({
  pattern: '^[a-z][a-z0-9]{0,15}$',
  description: 'the id of a simulation: `main`, or as in the answer when it was made',
});

/** The simulation in the path of a request. @throws RequestError 404 when there is none of that id. */
function named(sandboxes: Sandboxes, { params }: FastifyRequest): Sandbox {
  const { simulationID = '' } = params as Readonly<Record<string, string>>;
  const sandbox = sandboxes.get(simulationID);
  if (sandbox === undefined) throw noSimulation();
  return sandbox;
}

/** Gives the function that makes a handler of a verb: it reads and checks a request and does it. */
function verbCompiler(sandboxes: Sandboxes, surroundings: ControlParts) {
  const { ajv, long, fleet, faults, news, record, report } = surroundings;
  const hashes = new PerSandbox(
    sandboxes,
    ({ simulation }) => new GrowingHash(simulation.engine.ledger, long.slices),
  );
  return (verb: SimulationVerb): Handle => {
    const { query, status = 200, changes, run } = verb;
    const check = bodyCheck(verb, ajv);
    const readQuery = query === undefined ? undefined : compileQuery(query);
    return (sandbox, request, reply) => {
      const body = request.body ?? {};
      check(body);
      checkHeld(sandbox, changes, request.sender);
      fleet.use(sandbox.id);
      reply.code(status);
      const done = run({
        sandbox,
        body,
        query: readQuery?.(request.query as RawQuery) ?? {},
        params: request.params as Readonly<Record<string, string>>,
        hash: () => hashes.of(sandbox),
        faults: () => faults.of(sandbox),
        news: () => news.of(sandbox),
        fleet,
        long,
        ajv,
        ...present({ record, report }),
        request,
        reply,
      });
      return done === undefined ? reply.send() : done;
    };
  };
}

/** Makes the check of a body. The check throws RequestError 400, whose message names the allowed forms. */
function bodyCheck({ body, checked, forms }: VerbShape, ajv: Ajv): (given: unknown) => void {
  if (checked !== undefined) {
    const check = partCheck(ajv, checked);
    return given => check(given, '');
  }
  if (body === undefined) return () => undefined;
  const check = compileBody(ajv, body);
  return given => {
    try {
      check(given);
    } catch (error) {
      if (!(error instanceof RequestError) || forms === undefined) throw error;
      const { parameter } = error.details;
      const sentence = `The body is ${forms}`;
      throw parameter === undefined
        ? badParameters(sentence)
        : invalidParameter(parameter, sentence);
    }
  };
}

/** What the document says of a verb. @param params - those of the path before the verb's own. */
function verbSchema(
  verb: VerbShape,
  form: AnswerForm,
  before: NonNullable<VerbShape['params']>,
): object {
  const { method, tag, summary, status = 200, query, body, conflict } = verb;
  const params = { ...before, ...verb.params };
  const error = (description: string) => errorAnswer(form.errorSchema, description);
  const responses = {
    [status]: successOf(verb),
    403: error('The token is that of an account; the control token is needed'),
    ...present({ 409: conflict === undefined ? undefined : error(conflict) }),
    // The clock can be asked after the window, too.
    503: error('The server is busy or is shutting down'),
  };
  return {
    summary,
    tags: [tag],
    security: [{ token: [] }],
    ...present({ body: body && documentedBody(body), querystring: query }),
    ...(Object.keys(params).length === 0 ? {} : { params: Type.Object(params) }),
    response: describeAnswers({ method, summary, responses }, form),
  };
}

/** The body of a request as the document shows it: a verb takes none for `{}`. */
function documentedBody(body: TSchema): TSchema {
  const isNeeded = body['type'] !== 'object' || (body['required'] ?? []).length > 0;
  return isNeeded ? body : { ...body, [OPTIONAL_BODY]: true };
}

/** The body of a success as the document shows it. */
function successOf({ answers, answerType, alsoAnswers }: VerbShape): TSchema {
  if (answers === undefined) return Type.Null({ description: 'Done' });
  if (answerType !== undefined) {
    return Type.Unsafe({ content: { [answerType]: { schema: ref(answers) } } });
  }
  if (alsoAnswers === undefined) return ref(answers);
  const { type, description } = alsoAnswers;
  const content = {
    'application/json': { schema: ref(answers) },
    [type]: { schema: Type.String({ description }) },
  };
  return Type.Unsafe({ content });
}
