/** The schema of `financing:` of a scenario file: rates by date. */

import { decimal, file } from './schema-parts.js';

/** The keys that name files. */
export const FINANCING_FILES = ['rates', 'currencies'] as const;

export const FINANCING_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  description: 'what financing costs from day to day',
  dependencies: { currencies: ['markup'] },
  properties: {
    rates: {
      ...file,
      description: 'yearly rates of instruments, a CSV file: instrument,from,long,short',
    },
    currencies: {
      ...file,
      description: 'yearly interest rates of currencies, a CSV file: currency,from,rate',
    },
    markup: {
      type: ['string', 'number', 'object'],
      description:
        'yearly fraction that the broker takes off both sides of the rates from currencies, such as 0.01; or one for each instrument',
      if: { type: ['string', 'number'] },
      else: { type: 'object', minProperties: 1, additionalProperties: decimal },
    },
  },
} as const;
