/**
 * Writes the log of requests: every request of a client or of control, and what the page writes. What
 * the page reads is left out, because it would hide the bot that is looked at.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAIN, type Sandbox, type Sandboxes } from '../../runtime/sandboxes.js';
import { isRead, simulationOf } from '../http/doors/request-facts.js';
import { entryOf } from './request-entry.js';
import type { AllNews, SessionNews } from './session-news.js';

/** The first HTTP status of a refusal. */
const REFUSED_FROM = 400;

/** Logs every answer that leaves by Fastify; to be called after all hooks that may hold one back. */
export function addRequestLog(app: FastifyInstance, sandboxes: Sandboxes, news: AllNews): void {
  app.decorateRequest('transactionIDs', undefined);
  app.decorateRequest('disturbedBy', undefined);
  app.addHook('onSend', (request, reply, payload, done) => {
    const sandbox = isLogged(request) ? sandboxOf(request, sandboxes) : undefined;
    if (sandbox !== undefined) {
      const { now } = sandbox.simulation;
      const entry = entryOf(request, reply, { now, status: reply.statusCode, payload });
      news.of(sandbox).requests.add(entry, typeof payload === 'string' ? payload : undefined);
      noteAction(request, reply, news.of(sandbox));
    }
    done(null, payload);
  });
}

/** Notes what a person did by the page, unless it was refused. */
function noteAction(
  { sender, params, transactionIDs = [] }: FastifyRequest,
  { statusCode }: FastifyReply,
  { actions }: SessionNews,
): void {
  const { accountID } = (params ?? {}) as { readonly accountID?: string };
  if (sender !== 'page' || accountID === undefined || statusCode >= REFUSED_FROM) return;
  actions.add(accountID, transactionIDs);
}

/**
 * Logs a request whose connection was taken over from Fastify.
 * @param status - of its answer; 0 when the connection was cut.
 */
export function logTaken(
  news: AllNews,
  sandbox: Sandbox,
  { request, reply, status }: UpgradedRequest,
): void {
  const { now } = sandbox.simulation;
  news.of(sandbox).requests.add(entryOf(request, reply, { now, status }));
}

/** A request whose connection was taken over. */
interface UpgradedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly status: number;
}

function isLogged({ sender, method }: FastifyRequest): boolean {
  if (sender === 'nobody') return false;
  return sender !== 'page' || !isRead(method);
}

/** The simulation that a request is about; that of the server when it names none. */
function sandboxOf(request: FastifyRequest, sandboxes: Sandboxes): Sandbox | undefined {
  return sandboxes.get(simulationOf(request) || MAIN);
}
