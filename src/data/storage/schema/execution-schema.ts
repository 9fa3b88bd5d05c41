/** The schema of `execution:` of a scenario file. */

import { eventFilter } from './risk-schema.js';
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
          minProperties: 1,
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
            regenerate: {
              anyOf: [
                text,
                {
                  type: 'object',
                  additionalProperties: false,
                  required: ['over'],
                  properties: {
                    over: { ...text, description: 'time from a fill until all is back' },
                    steps: {
                      type: 'integer',
                      minimum: 1,
                      maximum: 100,
                      description: 'equal parts in which it comes back; default: 10',
                    },
                  },
                },
              ],
              description: 'time in which liquidity that an account takes comes back to it',
            },
          },
        },
      ],
    },
    candleDelay: {
      anyOf: [text, range(text)],
      description:
        'when clients see that a candle is complete: next-price, or a time after its end, at most 1h',
    },
    spread: { type: 'object', additionalProperties: points },
    limitPenetration: {
      anyOf: [points, { type: 'object', additionalProperties: points }],
      description: 'points by which the market must pass a resting limit or take profit',
    },
    eventSpread: {
      type: 'object',
      additionalProperties: false,
      oneOf: [{ required: ['points'] }, { required: ['factor'] }],
      description: 'wider spreads around events of the calendar, of their currencies',
      properties: {
        ...eventFilter,
        points: { ...points, description: 'points added on each side' },
        factor: { ...decimal, description: 'what the spread is multiplied by, 1 to 1000' },
      },
    },
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
