/**
 * The table of faults: every field of a rule, with the values that it takes, its words in the
 * OpenAPI document, and the kinds of rules that have it. The types of rules, their reader and their
 * schema are made from it. Source: docs/reference/faults.md.
 */

import type { RejectReason } from '../reason/reject-reasons.js';
import {
  choice,
  duration,
  type Field,
  FLAG,
  FRACTION,
  INSTANT,
  object,
  range,
  TIME_OF_WEEK,
  text,
  whole,
  wordOr,
} from './fields.js';

/** What a rule is about: answers to requests, orders that reads do not show yet, candles, a stream, a market. */
type Kind = 'request' | 'lag' | 'candleDelay' | 'stream' | 'market';

/** One row of the table. */
export interface RuleField extends Field<unknown, unknown> {
  /** The kinds of rules that have the field. For other kinds it would be of no use. */
  readonly of: readonly Kind[];
  /** Its words in the OpenAPI document; absent for a field that clients leave out. */
  readonly about?: string;
  /** The value of a rule that does not have it. */
  readonly fallback?: unknown;
  /** Whether it makes a rule: each rule has one such field at least. */
  readonly isEffect?: true;
  /** Whether it takes the place of the answer; a rule has one such field at most. */
  readonly isAnswer?: true;
}

/** Reasons with which a fault can have an order refused. */
const REJECTS = [
  'INTERNAL_SERVER_ERROR',
  'ACCOUNT_NOT_ACTIVE',
  'ACCOUNT_LOCKED',
  'ACCOUNT_ORDER_CREATION_LOCKED',
  'PENDING_ORDERS_ALLOWED_EXCEEDED',
  'INSTRUMENT_PRICE_UNKNOWN',
  'UNITS_LIMIT_EXCEEDED',
  'CLIENT_ORDER_ID_ALREADY_EXISTS',
] as const satisfies readonly RejectReason[];

const LONGEST_WAIT = '60s';
const MOST = 1_000_000_000;
const SIDES = ['ALL', 'BID', 'ASK'] as const;
const COUNT = whole(0, MOST);
const SIZE = whole(1, MOST);
const WAIT = duration(LONGEST_WAIT);
const LINE_TYPE = text(
  'a type of line such as ORDER_FILL, PRICE or HEARTBEAT',
  /^[A-Z][A-Z_]{0,60}$/,
);

/** The answer that a client gets instead of its own. `status` must be given. */
export const ERROR_FIELDS = {
  status: whole(400, 599),
  errorMessage: text('a text of 1 to 500 characters', /^[^\0]{1,500}$/),
  errorCode: text('a text of 1 to 100 characters', /^[^\0]{1,100}$/),
  /** Seconds in the `Retry-After` header. */
  retryAfter: whole(0, 86_400),
};

/** What goes wrong with a stream. Times are wall time, sizes are bytes of the answer's body. */
export const STREAM_FIELDS = {
  latency: WAIT,
  jitter: WAIT,
  /** Bytes a second. */
  bandwidth: SIZE,
  /** Most bytes of a chunk. */
  slicing: SIZE,
  /** Bytes after which the connection is closed. */
  limitData: SIZE,
  slowClose: WAIT,
  /** Lines that pass before `silent`, `timeout` or `reset` happens. */
  afterLines: COUNT,
  silent: FLAG,
  timeout: WAIT,
  reset: FLAG,
  noHeartbeats: FLAG,
  /** A type of lines that are lost. */
  lose: LINE_TYPE,
  /** A type of lines that are sent twice. */
  duplicate: LINE_TYPE,
  /** A type of lines that are sent after the line behind them. */
  reorder: LINE_TYPE,
  /** Probability for each line of such a type; default: 1. */
  chance: FRACTION,
};

/** What goes wrong with the market of one instrument, which must be given. Prices in points. */
export const MARKET_FIELDS = {
  instrument: text('the name of an instrument such as EUR_USD', /^[A-Z0-9]{3,6}_[A-Z]{3}$/),
  halt: choice(SIDES),
  reduceOnly: choice(['BID', 'ASK']),
  spread: whole(0, 1_000_000),
  gap: whole(-MOST, MOST),
  liquidity: SIZE,
  /** No ticks come: the last price stays, with its time. In scenarios only. */
  quiet: FLAG,
};

/** The span of each week in which a rule holds. Both must be given. */
export const WEEKLY_FIELDS = { from: TIME_OF_WEEK, to: TIME_OF_WEEK };

const ALL = ['request', 'lag', 'candleDelay', 'stream', 'market'] as const;
const DRAWN = ['request', 'lag', 'candleDelay', 'stream'] as const;
const COUNTED = ['request', 'stream'] as const;
const REQUEST = ['request'] as const;

/** The fields of a rule, in the order of docs/reference/faults.md. */
export const RULE_FIELDS = {
  id: { ...text('the id of a rule', /^f\d{1,9}$/), of: ALL },
  /** An operationId of the OpenAPI document, such as `createOrder`; default `*`: all. */
  operation: {
    ...text('an operationId such as createOrder, or *', /^(?:\*|[a-z][A-Za-z]{0,60})$/),
    of: DRAWN,
    about: 'an operationId, or `*`; default: `*`',
    fallback: '*',
  },
  /** The probability from 0 to 1; default: 1. */
  probability: { ...FRACTION, of: DRAWN, about: 'from 0 to 1; default: 1', fallback: 1 },
  /** Requests that pass first; default: 0. */
  after: { ...COUNT, of: COUNTED, about: 'requests that pass first; default: 0', fallback: 0 },
  /** The most faults of the rule; default: no limit. */
  count: {
    ...SIZE,
    of: COUNTED,
    about: 'most faults of this rule',
    fallback: Number.POSITIVE_INFINITY,
  },
  /** The simulated instant from which it holds; default: from now on. */
  from: { ...INSTANT, of: ALL, about: 'simulated instant; default: now' },
  /** The simulated instant at which it ends, exclusive. */
  to: { ...INSTANT, of: ALL, about: 'simulated instant, exclusive' },
  /** The span of each week in which it holds, between `from` and `to`. */
  weekly: {
    ...object(WEEKLY_FIELDS),
    of: ALL,
    about: '`{from, to}`: weekday and time in New York, such as `Saturday 12:00`',
  },
  /** The seed of the draws of this rule; default: 1. */
  seed: { ...whole(0, 4_294_967_295), of: DRAWN, about: 'of the draws; default: 1', fallback: 1 },
  /** The answer that a client gets instead of its own. */
  error: {
    ...object(ERROR_FIELDS),
    of: REQUEST,
    about: '`{status, errorMessage?, errorCode?, retryAfter?}`',
    isEffect: true,
    isAnswer: true,
  },
  /** The connection is cut. */
  reset: {
    ...FLAG,
    of: REQUEST,
    about: 'true: the connection is cut',
    fallback: false,
    isEffect: true,
    isAnswer: true,
  },
  /** Whether the request takes effect before its answer is lost or late. */
  applied: {
    ...FLAG,
    of: REQUEST,
    about: 'true: the request takes effect before its answer is lost or late',
    fallback: false,
  },
  /** Wall time: a duration, or the shortest and the longest. */
  latency: {
    ...range(LONGEST_WAIT),
    of: REQUEST,
    about: 'wall time: a duration, or `{min, max}`',
    isEffect: true,
  },
  /** Simulated time in which reads do not show a new order. */
  lag: {
    ...range('1h'),
    of: ['lag'],
    about: 'simulated time in which reads do not show a new order',
    isEffect: true,
  },
  /** Simulated time in which the candle of an ended bucket is not complete. */
  candleDelay: {
    ...wordOr('next-price', range('1h')),
    of: ['candleDelay'],
    about:
      'simulated time in which the candle of an ended bucket is not complete; `next-price`: until then',
    isEffect: true,
  },
  /** A reject reason for orders. */
  reject: {
    ...choice(REJECTS),
    of: REQUEST,
    about: 'a reject reason for orders',
    isEffect: true,
  },
  /** What goes wrong with a stream. */
  stream: {
    ...object(STREAM_FIELDS),
    of: ['stream'],
    about: 'what goes wrong with a stream',
    isEffect: true,
  },
  /** What goes wrong with the market of an instrument. */
  market: {
    ...object(MARKET_FIELDS),
    of: ['market'],
    about: 'what goes wrong with an instrument',
    isEffect: true,
  },
} as const satisfies Readonly<Record<string, RuleField>>;
