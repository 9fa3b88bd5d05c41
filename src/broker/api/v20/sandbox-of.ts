/**
 * The market that a request's token belongs to.
 */

import type { FastifyRequest } from 'fastify';
import type { Sandbox, Sandboxes } from '../../runtime/sandboxes.js';
import { RequestError } from '../http/request-errors.js';

/**
 * The sandbox of a request that a client's token let in.
 * @throws RequestError 401 when it was removed after the token was checked.
 */
export function sandboxOf(sandboxes: Sandboxes, { tenant }: FastifyRequest): Sandbox {
  const sandbox = sandboxes.get(tenant);
  if (sandbox === undefined) throw new RequestError('unauthorized');
  return sandbox;
}
