/** The schema of a strategy, as the scenario's own or as that of an account. */

import { text } from './schema-parts.js';

/** A module and its parameters. */
export const STRATEGY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['use'],
  properties: { use: text, params: { type: 'object' } },
} as const;
