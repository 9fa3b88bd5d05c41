/** The schema of `execution:` of a scenario file. */

import { decimal, points, range, text } from './schema-parts.js';

/** How fills differ from "at once, at the top of book". */
export const EXECUTION_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    latency: { anyOf: [text, range(text)] },
    slippage: { anyOf: [points, range(points)] },
    rejectRate: decimal,
    liquidity: {
      anyOf: [
        { const: 'volume' },
        {
          type: 'object',
          additionalProperties: false,
          required: ['depth'],
          properties: {
            depth: {
              type: 'array',
              minItems: 1,
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['offset', 'liquidity'],
                properties: { offset: points, liquidity: { type: 'integer', minimum: 1 } },
              },
            },
          },
        },
      ],
    },
    spread: { type: 'object', additionalProperties: points },
    financingRates: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['longRate', 'shortRate'],
        properties: { longRate: decimal, shortRate: decimal },
      },
    },
  },
} as const;
