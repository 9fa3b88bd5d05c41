/**
 * The two streams as routes.
 */

import type { FastifyInstance } from 'fastify';
import { StreamCount } from '../limits.js';
import type { AppOptions, Sandbox } from '../sandbox.js';

/** Adds the price stream and the transaction stream. */
export function addStreams(
  _app: FastifyInstance,
  _sandbox: Sandbox,
  options: AppOptions,
): StreamCount {
  return new StreamCount(options);
}
