/**
 * Requests to a test server without a socket. They pass the same application as requests over the
 * network, so values have the same forms and errors the same sentences.
 */

import type { FastifyInstance } from 'fastify';
import type { TestAnswer } from '../types/simulation.js';
import { RefusedError } from './refused-error.js';

/** One request. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  /** Sent as JSON; absent: no body. */
  readonly body?: unknown;
}

/** Sends a request. @returns the answer, whatever its status. */
export async function send(
  app: FastifyInstance,
  { method, path, token, body }: WireRequest,
): Promise<TestAnswer> {
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  return { status: answer.statusCode, body: bodyOf(answer.body, answer.headers['content-type']) };
}

/** JSON as a value, and other content, such as the lines of a ledger, as text. */
function bodyOf(text: string, type: unknown) {
  if (text === '') return {};
  return String(type).startsWith('application/json') ? JSON.parse(text) : text;
}

/** Sends a request that must succeed. @returns the body of the answer. @throws RefusedError */
export async function mustSend(
  app: FastifyInstance,
  request: WireRequest,
): Promise<TestAnswer['body']> {
  const { status, body } = await send(app, request);
  if (status < 400) return body;
  const { method, path } = request;
  const sentence = body['errorMessage'] ?? 'no reason was given';
  throw new RefusedError(`${method} ${path} was refused with ${status}: ${sentence}`, status);
}
