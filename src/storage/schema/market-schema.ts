/** The schema of `market:` of a scenario file: ticks, hours, halts and overrides of an instrument. */

import { commission, decimal, guaranteedMode, instant, text } from './schema-parts.js';

const dailyBreak = {
  type: 'object',
  description: 'closed each day between these times, such as 17:00 and 18:00',
  additionalProperties: false,
  required: ['from', 'to'],
  properties: { from: text, to: text },
} as const;

/** When an instrument trades: a word, or a map of week and daily break. */
const hours = {
  type: ['string', 'object'],
  allOf: [
    { if: { type: 'object' }, else: { enum: ['default', 'always', 'as-recorded'] } },
    {
      if: { type: 'string' },
      else: {
        type: 'object',
        additionalProperties: false,
        required: ['weekOpen', 'weekClose'],
        properties: {
          weekOpen: { type: 'string', description: 'weekday and time, such as Sunday 18:00' },
          weekClose: { type: 'string', description: 'weekday and time, such as Friday 17:00' },
          dailyBreak,
          timeZone: { type: 'string', description: 'IANA zone; default: America/New_York' },
        },
      },
    },
  ],
} as const;

const instrumentOverrides = {
  type: 'object',
  additionalProperties: false,
  properties: {
    marginRate: decimal,
    commission,
    minimumTradeSize: decimal,
    maximumOrderUnits: decimal,
    maximumPositionSize: decimal,
    minimumTrailingStopDistance: decimal,
    maximumTrailingStopDistance: decimal,
    guaranteedStopLossOrderMode: guaranteedMode,
    minimumGuaranteedStopLossDistance: decimal,
    guaranteedStopLossOrderExecutionPremium: decimal,
    defaultLiquidity: { type: 'integer', minimum: 1 },
    alwaysOpen: { type: 'boolean' },
    dailyBreak,
  },
} as const;

/** The column mapping of a file in no known layout. */
const mapping = {
  type: 'object',
  additionalProperties: false,
  required: ['columns'],
  properties: {
    columns: {
      type: 'object',
      additionalProperties: false,
      required: ['time', 'bid', 'ask'],
      properties: {
        time: { type: ['string', 'integer'] },
        bid: { type: ['string', 'integer'] },
        ask: { type: ['string', 'integer'] },
        bidVolume: { type: ['string', 'integer'] },
        askVolume: { type: ['string', 'integer'] },
        date: { type: ['string', 'integer'] },
      },
    },
    delimiter: { type: 'string', minLength: 1, maxLength: 1 },
    header: { type: 'boolean' },
    timeFormat: { type: 'string', maxLength: 60, description: 'such as yyyy.MM.dd HH:mm:ss.SSS' },
    timeZone: text,
    volumeInMillions: { type: 'boolean' },
  },
} as const;

/** An entry of `market:`. */
export const MARKET_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ticks: { type: 'string', description: 'tick file, relative to this file' },
    layout: { anyOf: [text, mapping] },
    timeZone: text,
    timeUnit: { enum: ['s', 'ms', 'us'] },
    volumes: {
      enum: ['units', 'millions'],
      description: 'unit of the volumes in the tick file; default: that of its layout',
    },
    onBadRow: { enum: ['error', 'skip'] },
    onDisorder: { enum: ['error', 'skip', 'sort'] },
    hours,
    instrument: instrumentOverrides,
    halts: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['from', 'to'],
        properties: {
          from: instant,
          to: instant,
          side: { enum: ['ALL', 'BID', 'ASK'] },
          mode: { enum: ['HALTED', 'REDUCE_ONLY'] },
        },
      },
    },
  },
} as const;
