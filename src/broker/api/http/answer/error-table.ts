/**
 * Every error with the facade's error body: refusals, errors of Fastify, bugs, and requests so broken
 * that no route sees them. No stack, path or token gets out (invariant A13).
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerForm } from '../answer-form.js';
import { ApiError, errorOfStatus, notFound, RequestError } from '../request-errors.js';
import { NO_SNIFF } from './answer-headers.js';

/** Adds the handlers of errors and of unknown paths. */
export function addErrorTable(app: FastifyInstance, form: AnswerForm): void {
  app.setErrorHandler<FastifyError | ApiError | RequestError>((error, request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.body);
    const fault = error instanceof RequestError ? error : faultOf(error);
    if (fault.kind === 'internal') request.log.error({ err: error }, 'the request failed');
    return reply.code(fault.status).headers(fault.headers).send(form.errorBody(fault));
  });
  app.setNotFoundHandler(() => {
    throw notFound();
  });
}

/** The fault behind an error of Fastify, or `internal` for a bug. */
function faultOf({ statusCode: status = 500 }: FastifyError): RequestError {
  return status < 500 || status === 503 ? errorOfStatus(status) : new RequestError('internal');
}

/**
 * Gives the function that answers a request that is no HTTP, too slow or too large, on its socket.
 * @param nextID - makes the id of the request.
 */
export function brokenRequestHandler(nextID: () => string, form: AnswerForm) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = BROKEN[error.code ?? ''] ?? 400;
    const body = bodyOf(status, form);
    const head = [
      `HTTP/1.1 ${status} ${REASONS[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `${form.requestIDHeader}: ${nextID()}`,
      `X-Content-Type-Options: ${NO_SNIFF}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

/** Gives the function that answers a request with an `Expect` that is not `100-continue`. */
export function expectationHandler(nextID: () => string, form: AnswerForm) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    const body = bodyOf(417, form);
    response
      .writeHead(417, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        [form.requestIDHeader]: nextID(),
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

/** Gives the function that answers a request whose path the router cannot read, such as `%zz`. */
export function badUrlHandler(form: AnswerForm) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const status = error.statusCode ?? 400;
    void reply
      .code(status)
      .header(form.requestIDHeader, request.id)
      .header('X-Content-Type-Options', NO_SNIFF)
      .type('application/json')
      .send(bodyOf(status, form));
  };
}

/** The error body of a status that the HTTP server gave, as JSON. */
function bodyOf(status: number, form: AnswerForm): string {
  return JSON.stringify(form.errorBody(errorOfStatus(status)));
}
