/** The schema of `disguise:` of a scenario file: other dates, names and scale of the same market. */

import { decimal, instant } from './schema-parts.js';

export const DISGUISE_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  description: 'the same market on other dates, under other names, at another scale',
  properties: {
    weeks: {
      type: 'integer',
      minimum: -6_800,
      maximum: 6_800,
      description: 'whole weeks that everything dated moves; negative: to earlier dates',
    },
    asOf: {
      ...instant,
      description:
        'instead of weeks: an instant that shall lie in the first week of the window; the nearest number of weeks with the same clocks is used',
    },
    names: {
      type: 'object',
      description: 'other names of instruments, such as EUR_USD: AAA_USD; currencies follow',
      additionalProperties: { type: 'string' },
    },
    scale: {
      type: ['string', 'number', 'object'],
      description:
        'what prices are multiplied by, such as 1.6: of every instrument, or by instrument',
      additionalProperties: decimal,
    },
  },
} as const;
