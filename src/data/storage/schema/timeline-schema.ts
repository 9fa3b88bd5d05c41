/**
 * The schema of `timeline:` of a scenario file. Order bodies are v20 OrderRequests, and the schema
 * allows any field in them.
 */

import { ORDERS_ON_TRADE, perDependentOrder } from '../../../core/order/dependent-orders.js';
import { DETAIL_FIELDS, type OrderFieldKind } from '../../../core/order/order.js';
import { FUNDING_REASONS } from '../../../core/reason/funding-reasons.js';
import { ACCOUNT_SCHEMA } from './account-schema.js';
import { decimal, fields, instant, text } from './schema-parts.js';

/** In v20 requests a null means the same as an absent field. */
const decimalOrNull = { ...decimal, type: ['string', 'number', 'null'] } as const;
const textOrNull = { type: ['string', 'null'] } as const;
const extensions = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: { id: textOrNull, tag: textOrNull, comment: textOrNull },
} as const;
const order = { type: 'object', description: 'a v20 OrderRequest', required: ['type'] } as const;
/** Forms of the fields of a dependent order, by kind. It has no units, and no objects in it. */
const FORMS: Readonly<Record<Exclude<OrderFieldKind, 'units' | 'details'>, object>> = {
  text: textOrNull,
  price: decimalOrNull,
  time: { ...instant, type: ['string', 'null'] },
  choice: textOrNull,
  flag: { type: 'boolean' },
  extensions,
};
const details = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: Object.fromEntries(
    DETAIL_FIELDS.map(({ name, kind }) => [name, FORMS[kind as keyof typeof FORMS]]),
  ),
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

/** An entry of `timeline:`. */
export const TIMELINE_SCHEMA = {
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
      properties: { amount: decimal, fundingReason: { enum: FUNDING_REASONS }, comment: text },
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
