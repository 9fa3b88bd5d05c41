/**
 * The JSON Schema (draft-07) of scenario files. The same schema checks files, completes them in
 * editors, and is printed by `orrery schema`. Order bodies are v20 OrderRequests, and the schema
 * allows any field in them.
 * Source: scenarios/README.md.
 */

import { ACCOUNT_ID_PATTERN } from '../../core/ledger/account-id.js';
import { ORDERS_ON_TRADE, perDependentOrder } from '../../core/order/dependent-orders.js';

const decimal = { type: ['string', 'number'], description: 'decimal, kept as written' } as const;
const instant = { type: 'string', description: 'RFC 3339 with a zone' } as const;
const text = { type: 'string' } as const;
/** In v20 requests a null means the same as an absent field. */
const decimalOrNull = { ...decimal, type: ['string', 'number', 'null'] } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const extensions = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: { id: textOrNull, tag: textOrNull, comment: textOrNull },
} as const;
const order = { type: 'object', description: 'a v20 OrderRequest', required: ['type'] } as const;
const details = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: {
    price: decimalOrNull,
    distance: decimalOrNull,
    timeInForce: textOrNull,
    gtdTime: { ...instant, type: ['string', 'null'] },
    triggerCondition: textOrNull,
    clientExtensions: extensions,
    guaranteed: { type: 'boolean' },
  },
} as const;
const commission = {
  type: 'object',
  additionalProperties: false,
  required: ['commission', 'unitsTraded', 'minimumCommission'],
  properties: { commission: decimal, unitsTraded: decimal, minimumCommission: decimal },
} as const;
const fields = {
  type: 'object',
  description: 'fields of the account summary with their expected values',
  additionalProperties: { type: ['string', 'number', 'boolean'] },
} as const;
const guaranteedMode = { enum: ['DISABLED', 'ALLOWED', 'REQUIRED'] } as const;
const range = (value: object) => ({
  type: 'object',
  additionalProperties: false,
  required: ['min', 'max'],
  properties: { min: value, max: value },
});
const points = { type: 'integer', minimum: 0, maximum: 1_000_000 } as const;

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

const marketEntry = {
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

/** An entry of `accounts:`. */
export const ACCOUNT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: ACCOUNT_ID_PATTERN },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    balance: decimal,
    alias: text,
    firstTransactionID: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000_000_000,
      description: 'id of the first transaction; default: 1',
    },
    marginRate: decimal,
    hedging: { type: 'boolean' },
    financing: { enum: ['NO_FINANCING', 'DAILY', 'SECOND_BY_SECOND'] },
    commission,
    guaranteedStopLossOrderMode: guaranteedMode,
    fifo: { type: 'boolean' },
    conversionMarkup: decimal,
    positionAggregation: { enum: ['ABSOLUTE_SUM', 'MAXIMAL_SIDE', 'NET_SUM'] },
    closeoutFactor: decimal,
    marginCalls: { type: 'boolean' },
    maximumPendingOrders: { type: 'integer', minimum: 0 },
    maximumOpenTrades: { type: 'integer', minimum: 0 },
    maximumPositionValue: decimal,
    trailingStops: { type: 'boolean' },
    locks: {
      type: 'array',
      items: {
        enum: [
          'ACCOUNT_LOCKED',
          'ORDER_CREATION_LOCKED',
          'ORDER_CANCEL_LOCKED',
          'ORDER_FILL_LOCKED',
          'NEW_POSITIONS_LOCKED',
          'CONFIGURATION_LOCKED',
          'DEPOSIT_LOCKED',
          'WITHDRAWAL_LOCKED',
        ],
      },
    },
  },
} as const;

/** Verbs of a timeline entry; each entry has exactly one of them. */
export const VERBS = [
  'create',
  'replace',
  'cancel',
  'clientExtensions',
  'closeTrade',
  'tradeClientExtensions',
  'tradeOrders',
  'closePosition',
  'configure',
  'transfer',
  'resetPL',
  'closeAccount',
  'reopenAccount',
  'openAccount',
  'tick',
  'expect',
] as const;

const timelineEntry = {
  type: 'object',
  additionalProperties: false,
  required: ['at'],
  properties: {
    at: { type: 'string', description: 'an instant, or +4h after the entry before' },
    account: text,
    as: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_-]*$' },
    create: order,
    replace: { type: ['string', 'integer'] },
    cancel: { type: ['string', 'integer'] },
    clientExtensions: { type: ['string', 'integer'] },
    closeTrade: { type: ['string', 'integer'] },
    tradeClientExtensions: { type: ['string', 'integer'] },
    tradeOrders: { type: ['string', 'integer'] },
    closePosition: text,
    with: { type: 'object' },
    units: decimal,
    configure: {
      type: 'object',
      additionalProperties: false,
      properties: { alias: text, marginRate: decimal },
    },
    transfer: {
      type: 'object',
      additionalProperties: false,
      properties: { amount: decimal, fundingReason: text, comment: text },
    },
    resetPL: { const: true },
    closeAccount: { const: true },
    reopenAccount: { const: true },
    openAccount: ACCOUNT_SCHEMA,
    tick: {
      type: 'object',
      description: 'a tick after the last one of its instrument',
      additionalProperties: false,
      required: ['instrument', 'bid', 'ask'],
      properties: {
        instrument: text,
        time: { ...instant, description: 'when the market quotes it; default: that of the entry' },
        bid: decimal,
        ask: decimal,
      },
    },
    expect: fields,
  },
} as const;

/** Schemas of `with:`, by verb. */
export const WITH_SCHEMAS = {
  replace: order,
  clientExtensions: {
    type: 'object',
    additionalProperties: false,
    properties: { clientExtensions: extensions, tradeClientExtensions: extensions },
  },
  tradeClientExtensions: extensions,
  tradeOrders: {
    type: 'object',
    additionalProperties: false,
    properties: perDependentOrder('name', () => details, ORDERS_ON_TRADE),
  },
  closePosition: {
    type: 'object',
    additionalProperties: false,
    properties: {
      longUnits: decimalOrNull,
      shortUnits: decimalOrNull,
      longClientExtensions: extensions,
      shortClientExtensions: extensions,
    },
  },
} as const;

export const SCENARIO_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Orrery scenario',
  type: 'object',
  additionalProperties: false,
  required: ['version', 'name', 'market'],
  properties: {
    $schema: text,
    version: { const: 1 },
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 80 },
    description: text,
    seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
    dialect: {
      enum: ['current', '2016', 2016],
      description: '2016: orders have the values of 2016, such as POSITION_DEFAULT',
    },
    window: {
      type: 'object',
      additionalProperties: false,
      properties: { from: instant, to: instant },
    },
    market: {
      type: 'object',
      minProperties: 1,
      propertyNames: {
        description: 'the name of an instrument, like EUR_USD',
        pattern: '^[A-Z0-9]{3,6}_[A-Z]{3}$',
      },
      additionalProperties: marketEntry,
    },
    accounts: { type: 'array', minItems: 1, maxItems: 1000, items: ACCOUNT_SCHEMA },
    execution: {
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
    },
    timeline: { type: 'array', items: timelineEntry },
    faults: {
      type: 'array',
      maxItems: 1000,
      items: { type: 'object', description: 'a rule of docs/faults.md' },
    },
    strategy: {
      type: 'object',
      additionalProperties: false,
      required: ['use'],
      properties: { use: text, params: { type: 'object' }, account: text },
    },
    expect: {
      type: 'object',
      additionalProperties: false,
      properties: {
        account: fields,
        accounts: { type: 'object', additionalProperties: fields },
        transactions: { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } },
        ledger: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
      },
    },
  },
} as const;
