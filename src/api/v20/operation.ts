/**
 * An operation of the API: what it is called, what it takes, what it answers. The table of all of
 * them (operations.ts) makes the routes, the OpenAPI document, the tests and the README's list.
 * Handlers know nothing of sockets: a call in, an answer out.
 */

import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { AccountView } from '../../core/view/account-view.js';
import type { Simulation } from '../../runtime/simulation.js';
import type { ResponseHeader } from './answers/describe-answers.js';
import type { Dialect } from './dialect.js';
import type { TimeFormat } from './time-format.js';

/** Who is asking, and what. */
export interface Call<Query = unknown, Body = unknown> {
  readonly simulation: Simulation;
  /** The account in the path, which the token may use. */
  readonly account: AccountView;
  /** Account ids that the token may use. */
  readonly accountIDs: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly times: TimeFormat;
  readonly dialect: Dialect;
  /** Makes an absolute URL of a path under the host that the client knows. */
  readonly url: (path: string) => string;
}

export interface Answer {
  readonly status: number;
  /** An object still to be written as JSON, or JSON already written in the asked time format. */
  readonly body: object | string | Buffer;
  /** Whether the body has LongLists in it, and is written piece by piece if it is long. */
  readonly isLong?: boolean;
  /** Bytes that are held for as long as it takes to write the body, beside the written ones. */
  readonly heldBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request's own id when it became a command; it then stands in its transactions too. */
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

export interface Operation {
  /** As published; without one where the published description has none. */
  readonly operationId: string;
  readonly method: Method;
  /** With `:name` for parameters, under `/v3`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: Tag;
  /** Headers beside those that every operation takes. */
  readonly headers?: TObject;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** Headers of its success beside the RequestID that every answer has. */
  readonly responseHeaders?: readonly ResponseHeader[];
  /** Body of each documented status; errors that every operation has are added by the facade. */
  readonly responses: Readonly<Record<number, TSchema>>;
  /** Absent for streams, which api/stream/ serves. */
  readonly handle?: (call: Call) => Answer | Promise<Answer>;
}

/** An operation whose handler knows the types of its query and body. */
export function operation<Q extends TObject, B extends TSchema>(
  definition: Omit<Operation, 'query' | 'body' | 'handle'> & {
    readonly query?: Q;
    readonly body?: B;
    readonly handle: (call: Call<Static<Q>, Static<B>>) => Answer | Promise<Answer>;
  },
): Operation {
  return definition as unknown as Operation;
}

/** 200 with a body. */
export function ok(body: Answer['body']): Answer {
  return { status: 200, body };
}

/** 200 with an object that has LongLists in it. What they show must not change any more. */
export function okLong(body: object, heldBytes = 0): Answer {
  return { status: 200, body, isLong: true, heldBytes };
}
