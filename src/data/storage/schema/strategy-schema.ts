/** The schema of a strategy, as the scenario's own or as that of an account. */

import { file } from './schema-parts.js';

/** A module and its parameters. */
export const STRATEGY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['use'],
  properties: { use: file, params: { type: 'object' } },
} as const;
