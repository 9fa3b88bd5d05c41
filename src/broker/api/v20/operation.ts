/**
 * An operation of the API: its name, what it takes and what it answers. The table of all operations
 * (routes/operations.ts) makes the routes, the OpenAPI document, the tests and the list of docs/reference/http-api.md.
 * Handlers know no sockets: a handler takes a call and gives an answer.
 */

import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { DelayedCandles } from '../../../core/candle/candle-delay.js';
import type { Command } from '../../../core/engine/state/command.js';
import type { Outcome } from '../../../core/engine/state/outputs.js';
import type { RejectReason } from '../../../core/reason/reject-reasons.js';
import type { Instant } from '../../../core/time/instant.js';
import type { AccountSource } from '../../../core/view/account-source.js';
import type { Simulation } from '../../runtime/simulation/simulation.js';
import type { ResponseHeader } from '../http/answer/describe-answers.js';
import type { Payload } from '../http/long/long-answers.js';
import type { Dialect } from './dialect.js';
import type { TimeFormat } from './time-format.js';

/** What a fault does to how a request is carried out. */
export interface HandlingFault {
  /** The reason with which an order is refused. */
  readonly refuse?: RejectReason;
  /**
   * Whether reads do not show an order yet. @param id - its id. @param time - of its creation, RFC
   * 3339
   */
  readonly hides?: (id: number, time: string) => boolean;
  /** The instant up to which the buckets of complete candles have ended. */
  readonly completeUpTo?: (asked: DelayedCandles) => Instant;
}

/** A request for an operation without an account in its path. */
export interface Call<Query = unknown, Body = unknown> {
  readonly simulation: Simulation;
  /** Ids of the accounts that the token may use. */
  readonly accountIDs: readonly string[];
  /** The path parameters by name, decoded and unchecked. */
  readonly params: Readonly<Record<string, string>>;
  /** The query, checked, with defaults filled in. */
  readonly query: Query;
  /** The body, checked; undefined when the request has none. */
  readonly body: Body;
  /** The time format in which the answer is written. */
  readonly times: TimeFormat;
  readonly dialect: Dialect;
  /** What a fault does to the request; absent for nearly all. */
  readonly bend?: HandlingFault;
  /** Makes the absolute URL of a path, under the host that the client used. */
  readonly url: (path: string) => string;
}

/** A request for an operation with an account in its path. */
export interface AccountCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  /** The account in the path, which the token may use. */
  readonly account: AccountSource;
}

/** What a handler answers. */
export interface Answer extends Payload {
  /** The HTTP status. */
  readonly status: number;
  /** Headers beside those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The id of a request that became a command, as in its transactions; decimal digits. */
  readonly requestID?: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
export type Tag =
  | 'account'
  | 'instrument'
  | 'order'
  | 'trade'
  | 'position'
  | 'transaction'
  | 'pricing'
  | 'user';

/** What is published of an operation. */
interface OperationDescription {
  /** The operationId of the published description; a name of Orrery where it has none. */
  readonly operationId: string;
  readonly method: Method;
  /** The path under `/v3`, with `:name` for parameters. */
  readonly path: string;
  /** Whether bots ask it again and again to follow the market: it moves a clock that polls move. */
  readonly isPoll?: true;
  /** One sentence for people, without a full stop. */
  readonly summary: string;
  readonly tag: Tag;
  /** Headers beside those that every operation takes. */
  readonly headers?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Headers of its success beside the RequestID that every answer has. */
  readonly responseHeaders?: readonly ResponseHeader[];
  /** The body of each documented status; the facade adds the errors that every operation has. */
  readonly responses: Readonly<Record<number, TSchema>>;
}

/** How a write is carried out: as a command of its account, whose outcome makes the answer. */
export interface WriteRule<Body = unknown> {
  /**
   * Refuses what the account does not allow, before it reaches the market. Absent: the account
   * allows everything.
   * @throws RequestError, ApiError
   */
  readonly check?: (call: AccountCall) => void;
  /** The command of a request. @throws RequestError 400 for a malformed part. */
  readonly command: (call: AccountCall<unknown, Body>) => Command;
  /** The answer to what the command did. */
  readonly answer: (call: AccountCall, outcome: Outcome) => Answer;
}

/** An operation on the account in its path. */
export interface AccountOperation extends OperationDescription {
  readonly hasAccount: true;
  readonly handle: (call: AccountCall) => Answer | Promise<Answer>;
  /** The command of a write, and its answer. */
  readonly carrying?: WriteRule;
}

/** An operation without an account. */
export interface PlainOperation extends OperationDescription {
  readonly hasAccount: false;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

/** A stream of an account; api/v20/stream/ serves it. */
export interface StreamOperation extends OperationDescription {
  readonly hasAccount?: undefined;
  readonly handle?: undefined;
}

export type HandledOperation = AccountOperation | PlainOperation;
export type Operation = HandledOperation | StreamOperation;

/** The call of an operation with that path. */
type CallOf<Path extends string, Query, Body> = Path extends `${string}/:accountID${string}`
  ? AccountCall<Query, Body>
  : Call<Query, Body>;

/** An operation whose handler knows the types of its query and body, and by its path the account. */
export function operation<Path extends string, Q extends TObject, B extends TSchema>(
  definition: Omit<OperationDescription, 'path' | 'query' | 'body'> & {
    readonly path: Path;
    readonly query?: Q;
    readonly body?: B;
    readonly handle: (call: CallOf<Path, Static<Q>, Static<B>>) => Answer | Promise<Answer>;
  },
): Operation {
  const hasAccount = definition.path.includes('/:accountID');
  // The handler is called with what the schemas of its own definition have read.
  return { ...definition, hasAccount } as unknown as HandledOperation;
}

/** 200 with a body. */
export function ok(body: Answer['body']): Answer {
  return { status: 200, body };
}

/**
 * 200 with an object that has LongLists in it. What they show must not change any more.
 * @param heldBytes - bytes of memory that the lists hold until the answer is written.
 */
export function okLong(body: object, heldBytes = 0): Answer {
  return { status: 200, body, isLong: true, heldBytes };
}
