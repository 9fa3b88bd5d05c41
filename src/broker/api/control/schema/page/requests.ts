/**
 * Bodies of `/_sim`: requests as they came. Source: docs/reference/page-verbs.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineObject, oneOf, optionalText, ref, textOf } from '../../../http/read/define.js';
import { Time } from './parts.js';

/** The sender of a request; a strategy that runs in the server sends commands instead. */
export const ORIGINS = ['client', 'page', 'control', 'strategy'] as const;

/** One request that was answered. It never holds a token. */
export const LoggedRequest = defineObject('LoggedRequest', {
  id: textOf('the RequestID of its answer'),
  time: Time,
  wall: optionalText('RFC 3339; absent in a record that is shown again'),
  method: Type.String(),
  path: Type.String(),
  operationId: Type.Optional(Type.String()),
  status: Type.Integer(),
  latencyMs: Type.Optional(
    Type.Number({ description: 'wall milliseconds until the answer; absent in a record' }),
  ),
  accountID: Type.Optional(Type.String()),
  origin: oneOf(ORIGINS),
  fault: optionalText('id of the rule that disturbed it'),
  transactionIDs: Type.Optional(Type.Array(Type.String())),
  body: optionalText('of a write, at most 2 kB'),
  errorMessage: Type.Optional(Type.String()),
});
/** One request, as a value. */
export type LoggedRequest = Static<typeof LoggedRequest>;

/** Requests, the newest first. */
export const Requests = defineObject('Requests', {
  requests: Type.Array(ref(LoggedRequest), { description: 'the newest first' }),
  total: Type.Integer({ description: 'kept requests that are asked for' }),
});

/** One request with the body of its answer. */
export const RequestDetail = defineObject('RequestDetail', {
  request: ref(LoggedRequest),
  answer: optionalText(
    'its body, at most 2,048 characters; absent for one without, and for a long one',
  ),
  isCut: Type.Optional(Type.Boolean({ description: '`answer` is the beginning only' })),
});

/** What a person did last by the page. */
export const LastAction = defineObject('LastAction', {
  transactionID: optionalText(
    'the first transaction of the last order or change that the page sent and no rewind has undone; absent: there is none since the server started',
  ),
});
/** What a person did last, as a value. */
export type LastAction = Static<typeof LastAction>;

/** Every named schema of these verbs. */
export const REQUEST_SCHEMAS: readonly TSchema[] = [
  LoggedRequest,
  Requests,
  RequestDetail,
  LastAction,
];
