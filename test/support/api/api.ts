/**
 * A sandbox for API tests: a small market in a scenario file, its application, and requests
 * injected into it. Every answer of an operation is held against its published schema.
 */

import type { TSchema } from '@sinclair/typebox';
import type { ValidateFunction } from 'ajv';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../../../src/broker/api/app.js';
import type { Guest } from '../../../src/broker/api/guests/quotas.js';
import { errorResponsesOf } from '../../../src/broker/api/http/answer/describe-answers.js';
import { Tokens, tokensByUser } from '../../../src/broker/api/http/doors/tokens.js';
import type { AppOptions } from '../../../src/broker/api/http/options.js';
import type { Dialect } from '../../../src/broker/api/v20/dialect.js';
import { OPERATIONS } from '../../../src/broker/api/v20/routes/operations.js';
import { ErrorResponse } from '../../../src/broker/api/v20/schema/errors.js';
import { Clock } from '../../../src/broker/runtime/clock/clock.js';
import type { ClockMode, ClockSettings } from '../../../src/broker/runtime/clock/clock-modes.js';
import {
  MAIN,
  type Sandbox,
  Sandboxes,
  type SessionPage,
} from '../../../src/broker/runtime/sandboxes.js';
import type { ScenarioShelf } from '../../../src/broker/runtime/scenario-shelf.js';
import { Simulation } from '../../../src/broker/runtime/simulation/simulation.js';
import type { StrategyMaker } from '../../../src/broker/runtime/strategies/simulation-strategies.js';
import { present } from '../../../src/core/base/present.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import type { LoadedScenario } from '../../../src/data/storage/scenario/given/loaded-scenario.js';
import { checkerOf, closed } from '../contract/schemas.js';

export const CONTROL_TOKEN = 'control-token-of-the-tests';

export interface TestApi {
  readonly app: FastifyInstance;
  readonly sandbox: Sandbox;
  readonly sandboxes: Sandboxes;
  /** The first account's id and token. */
  readonly accountID: string;
  readonly token: string;
  tokenOf(accountID: string): string;
  /** Injects a request with the first account's token; `{a}` in the path stands for its id. */
  request(method: string, path: string, body?: unknown, headers?: object): Promise<TestAnswer>;
  /** Injects a request without a token. */
  bare(method: string, path: string, body?: unknown, headers?: object): Promise<TestAnswer>;
  /** Turns the clock: `{ by: '1h' }`, `{ to: '...' }`, `{ ticks: 1 }`. */
  advance(turn: object): Promise<TestAnswer>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface ApiSetup extends AppOptions {
  readonly mode?: ClockMode;
  readonly pace?: ClockSettings;
  readonly dialect?: Dialect;
  readonly timeline?: boolean;
  readonly shelf?: ScenarioShelf;
  /** The guests that share the server. */
  readonly guests?: readonly Guest[];
  /** The file of the scenario, and how reports of sessions are made. */
  readonly loaded?: LoadedScenario;
  readonly report?: SessionPage;
  /** The simulation; default: one of the scenario. */
  readonly simulation?: Simulation;
  /** The strategies that run beside clients. */
  readonly strategies?: StrategyMaker;
}

/** An application over `scenario`, its clock in the caller's hand unless `mode` says otherwise. */
export async function testApi(scenario: Scenario, setup: ApiSetup = {}): Promise<TestApi> {
  const { mode = 'manual', pace, dialect = 'current', timeline = false, ...rest } = setup;
  const { shelf, loaded, report, guests, strategies, simulation: _, ...options } = rest;
  const made = () => new Simulation(scenario, { timeline, ...present({ strategies }) });
  const simulation = setup.simulation ?? made();
  const entries = tokensByUser(
    MAIN,
    scenario.accounts.map(({ id }) => id),
  );
  const clock = new Clock(simulation, mode, pace);
  const sandboxes = new Sandboxes({ simulation, clock, dialect, loaded });
  const tokens = new Tokens(entries);
  const own = { sandboxes, shelf, tokens, control: controlTokens() };
  const served = { ...own, ...present({ report, guests }) };
  const app = await buildApp(served, { onAnswer: checkAnswer, ...options });
  const accountID = scenario.accounts[0]?.id as string;
  const token = entries[0]?.token as string;
  const inject = injectInto(app);
  const bare = (method: string, path: string, body?: unknown, headers: object = {}) =>
    inject({
      method: method as 'GET',
      url: path.replace('{a}', accountID),
      headers: headers as Record<string, string>,
      ...(body === undefined ? {} : { payload: body as object }),
    });
  return {
    app,
    sandbox: sandboxes.main,
    sandboxes,
    accountID,
    token,
    tokenOf: id => entries.find(({ accountIDs }) => accountIDs.includes(id))?.token ?? '',
    request: (method, path, body, headers = {}) =>
      bare(method, path, body, { authorization: `Bearer ${token}`, ...headers }),
    bare,
    advance: turn =>
      inject({
        method: 'POST',
        url: '/_sim/clock/advance',
        headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
        payload: turn,
      }),
  };
}

/** Gives the function that injects a request. */
function injectInto(app: FastifyInstance) {
  return async (options: InjectOptions): Promise<TestAnswer> => {
    const { statusCode, headers, body } = await app.inject(options);
    const isJson = String(headers['content-type']).startsWith('application/json');
    return {
      status: statusCode,
      headers,
      text: body,
      body: isJson && body !== '' ? JSON.parse(body) : {},
    };
  };
}

function controlTokens(): Tokens {
  return new Tokens([{ token: CONTROL_TOKEN, tenant: '', accountIDs: [] }]);
}

/** Answers have no fields but the published ones. */
const ajv = checkerOf(closed);
/** Checks of answers by operation and status, compiled when first needed. */
const CHECKS = new Map<string, ValidateFunction>();

/** Throws when an answer is not what its operation publishes for the status. */
export function checkAnswer(operationId: string, status: number, body: unknown): void {
  const key = `${operationId} ${status}`;
  const check =
    CHECKS.get(key) ?? ajv.compile(closed(publishedSchema(operationId, status)) as object);
  CHECKS.set(key, check);
  const isObject = typeof body === 'object' && !Buffer.isBuffer(body);
  // Long lists are lists only once they are written.
  const answer = JSON.parse(isObject ? JSON.stringify(body) : `${body}`);
  if (!check(answer)) throw new Error(`${key}: ${ajv.errorsText(check.errors)}`);
}

function publishedSchema(operationId: string, status: number): TSchema {
  const operation = OPERATIONS.find(each => each.operationId === operationId);
  const schema =
    operation?.responses[status] ??
    errorResponsesOf(operation?.method ?? 'GET', ErrorResponse)[status];
  if (schema === undefined) throw new Error(`${operationId} publishes no ${status}`);
  return schema;
}
