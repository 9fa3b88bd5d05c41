/**
 * Every error as v20's error body: those of the API itself, those of Fastify, bugs, and requests so
 * broken that no route ever sees them. No stack, path or token gets out (invariant A13).
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NO_SNIFF } from './answer-headers.js';
import { ApiError, type ErrorBody, notFound } from './errors.js';

const SENTENCES: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  408: 'The request took too long',
  413: 'The request body is too large',
  414: 'The request path is too long',
  415: 'The request body must be application/json',
  417: 'The only expectation that is met is 100-continue',
  429: 'Too many requests',
  431: 'The request headers are too large',
  503: 'The server is shutting down',
};

/** Adds the handlers of errors and of unknown paths. */
export function addErrorTable(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | ApiError>((error, request, reply) => {
    if (error instanceof ApiError) {
      return reply.code(error.status).headers(error.headers).send(error.body);
    }
    const status = error.statusCode ?? 500;
    if (status < 500 || status === 503) return reply.code(status).send(bodyOf(status));
    request.log.error({ err: error }, 'the request failed');
    return reply.code(500).send({ errorMessage: 'Internal server error' });
  });
  app.setNotFoundHandler(() => {
    throw notFound();
  });
}

/**
 * Makes what answers a request that is no HTTP, too slow or too large, on its bare socket.
 * @param nextID - makes the RequestID of the answer.
 */
export function brokenRequestHandler(nextID: () => string) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = BROKEN[error.code ?? ''] ?? 400;
    const body = JSON.stringify(bodyOf(status));
    const head = [
      `HTTP/1.1 ${status} ${REASONS[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `RequestID: ${nextID()}`,
      `X-Content-Type-Options: ${NO_SNIFF}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

/** Makes what answers a request with an `Expect` that is not `100-continue`. */
export function expectationHandler(nextID: () => string) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    const body = JSON.stringify(bodyOf(417));
    response
      .writeHead(417, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        RequestID: nextID(),
        'X-Content-Type-Options': NO_SNIFF,
        Connection: 'close',
      })
      .end(body);
  };
}

const BROKEN: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Answers a request whose path the router cannot read, such as `%zz`. */
export function answerBadUrl(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 400;
  void reply
    .code(status)
    .header('RequestID', request.id)
    .header('X-Content-Type-Options', NO_SNIFF)
    .type('application/json')
    .send(JSON.stringify(bodyOf(status)));
}

function bodyOf(status: number): ErrorBody {
  return { errorMessage: SENTENCES[status] ?? (SENTENCES[400] as string) };
}
