/** The schema of `financing:` of a scenario file: rates by date, and dividends. */

import { WEEKDAYS } from '../../../core/time/calendar.js';
import { decimal, file } from './schema-parts.js';

const charged = { type: 'integer', minimum: 0, maximum: 31 } as const;

/** The keys that name files. */
export const FINANCING_FILES = ['rates', 'currencies', 'holidays', 'dividends'] as const;

export const FINANCING_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  description: 'what it costs or pays to hold a trade from day to day',
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
    days: {
      type: 'object',
      description: 'the days that a rollover counts, by instrument',
      additionalProperties: {
        type: ['string', 'object'],
        description:
          'T+1 or T+2: when a trade settles; or the days of each weekday, 0 where none is given',
        allOf: [
          { if: { type: 'object' }, else: { enum: ['T+1', 'T+2'] } },
          {
            if: { type: 'string' },
            else: {
              type: 'object',
              additionalProperties: false,
              properties: Object.fromEntries(WEEKDAYS.map(name => [name, charged])),
            },
          },
        ],
      },
    },
    holidays: {
      ...file,
      description: 'days on which no payment of a currency is made, a CSV file: currency,date',
    },
    dividends: {
      ...file,
      description:
        'dividends of indices in quote currency per unit, a CSV file: instrument,exDate,amount',
    },
  },
} as const;
