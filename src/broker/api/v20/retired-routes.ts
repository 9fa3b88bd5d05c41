/**
 * What is left of Forex Labs, an API that stood beside v20: every path of it is forbidden, whatever the token.
 * Source: v20 semantics 1.9; choice 84.
 */

import type { FastifyInstance } from 'fastify';
import { forbidden } from './errors.js';

/** Adds the paths that are refused in another way than unknown ones. */
export function addRetiredRoutes(app: FastifyInstance): void {
  for (const path of ['/labs/v1/:what', '/labs/v1/signal/:what']) {
    app.get(path, () => {
      throw forbidden();
    });
  }
}
