/** The schema of `market:` of a scenario file: ticks, hours, halts and overrides of an instrument. */

import { commission, decimal, file, guaranteedMode, instant, text } from './schema-parts.js';

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

const clock = {
  type: 'string',
  description: 'zone of local times: an IANA zone, or one and hours, as America/New_York+7',
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

const column = {
  type: ['string', 'integer'],
  description: 'name in the header, or position from 0',
} as const;

/** The columns that a mapping may name. */
const COLUMNS = [
  ...['time', 'date', 'bid', 'ask', 'bidVolume', 'askVolume', 'open', 'high', 'low', 'close'],
  ...['bidOpen', 'bidHigh', 'bidLow', 'bidClose', 'askOpen', 'askHigh', 'askLow', 'askClose'],
  ...['spread', 'volume'],
];

/** The column mapping of a file in no known layout: of ticks, or of bars. */
const mapping = {
  type: 'object',
  additionalProperties: false,
  required: ['columns'],
  properties: {
    columns: {
      type: 'object',
      additionalProperties: false,
      required: ['time'],
      anyOf: [
        { required: ['bid', 'ask'] },
        { required: ['open', 'high', 'low', 'close'] },
        { required: ['bidOpen', 'bidHigh', 'bidLow', 'bidClose'] },
      ],
      properties: Object.fromEntries(COLUMNS.map(name => [name, column])),
    },
    delimiter: { type: 'string', minLength: 1, maxLength: 1 },
    header: { type: 'boolean' },
    timeFormat: { type: 'string', maxLength: 60, description: 'such as yyyy.MM.dd HH:mm:ss.SSS' },
    timeZone: clock,
    volumeInMillions: { type: 'boolean' },
  },
} as const;

/** The spread of bars with one price. */
const spread = {
  type: ['string', 'number', 'object'],
  description:
    'of bars with one price: a decimal, column, column:0.00001 (its unit), or by the hour',
  if: { type: ['string', 'number'] },
  else: {
    type: 'object',
    additionalProperties: false,
    required: ['hours'],
    properties: {
      hours: {
        type: 'array',
        minItems: 24,
        maxItems: 24,
        items: decimal,
        description: 'the spread from 00:00 to 01:00 of the clock, and so on',
      },
      clock: {
        enum: ['America/New_York', 'UTC'],
        description: 'the clock that tells the hour; default: America/New_York',
      },
    },
  },
} as const;

/** A file of ticks or of bars, and how it is read. */
const tickFile = {
  ticks: { ...file, description: 'tick file, relative to this file' },
  bars: { ...file, description: 'file of bars instead of ticks, relative to this file' },
  granularity: {
    type: 'string',
    description: 'length of the bars, such as M1; default: what the file or its name states',
  },
  price: {
    enum: ['bid', 'mid', 'ask', 'bid-ask'],
    description: 'the prices that the bars have; default: what the layout or the name states',
  },
  spread,
  path: {
    enum: ['nearest-first', 'low-first', 'high-first'],
    description: 'the extreme that comes first in a bar; default: the one nearer to its open',
  },
  layout: { anyOf: [text, mapping] },
  timeZone: clock,
  timeUnit: { enum: ['s', 'ms', 'us', 'ns'] },
  round: {
    type: 'boolean',
    description: "whether prices with more digits than the instrument's are rounded; default: no",
  },
  volumes: {
    enum: ['units', 'millions'],
    description: 'unit of the volumes in the tick file; default: that of its layout',
  },
  onBadRow: { enum: ['error', 'skip'] },
  onDisorder: { enum: ['error', 'skip', 'sort'] },
} as const;

/** Ticks before those of the entry: a file, alone or with how it is read; or the word none. */
const history = {
  ...file,
  type: ['string', 'object'],
  'x-words': ['none'],
  description:
    'file with ticks before those of the entry, for candles and the first price; none: no tick before the window is known',
  additionalProperties: false,
  properties: tickFile,
} as const;

/** An entry of `market:`. */
export const MARKET_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...tickFile,
    history,
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
