/**
 * The faults that can be ordered, one for each way in which a broker fails: what
 * docs/reference/faults.md describes, as data. A test holds the two to each other; the compiler
 * names effects without a fault.
 */

import type { FaultFields, RequestEffect } from './rule.js';
import type { MARKET_FIELDS, STREAM_FIELDS } from './rule-fields.js';

/** One fault of the catalogue. */
export interface CatalogueFault {
  readonly name: string;
  /** What goes wrong, as docs/reference/faults.md says it. */
  readonly sentence: string;
  /** A rule that can be given as it is; without times it holds from now on. */
  readonly rule: FaultFields;
}

const NETWORK = 'Every client far from its broker sees it.';
const ENDS = 'It must not wait for a polite end.';
const SILENT = 'the connection itself looks healthy.';
const DOUBLE = 'It happens when a client connects again and reads a part twice.';
const LOST = 'the answer is lost on the way: a gateway gives up, a connection breaks.';

/** Faults of requests. */
const OF_REQUESTS = [
  {
    name: 'An error now and then',
    sentence: 'The server fails now and then; every client of a web service meets it.',
    rule: {
      operation: 'createOrder',
      probability: 0.05,
      error: { status: 500, errorMessage: 'Internal error' },
    },
  },
  {
    name: 'Late answers',
    sentence: 'The answer is late.',
    rule: {
      operation: 'createOrder',
      probability: 0.1,
      latency: { min: '200ms', max: '3s' },
      applied: true,
    },
  },
  {
    name: 'Applied, then 504',
    sentence: LOST,
    rule: { operation: 'createOrder', count: 1, applied: true, error: { status: 504 } },
  },
  {
    name: 'Applied, then cut',
    sentence: LOST,
    rule: { operation: 'createOrder', count: 1, applied: true, reset: true },
  },
  {
    name: 'Too many requests',
    sentence: 'Clients that poll too fast are refused for a while.',
    rule: { error: { status: 429, errorMessage: 'Too many requests', retryAfter: 30 } },
  },
  {
    name: 'Maintenance',
    sentence: 'The service is down for some hours, mostly at a weekend.',
    rule: {
      weekly: { from: 'Saturday 12:00', to: 'Saturday 18:00' },
      error: { status: 503, errorMessage: 'Under maintenance', retryAfter: 600 },
    },
  },
  {
    name: 'Read-after-write lag',
    sentence: 'A new order is 404 `NO_SUCH_ORDER` for a quarter to half a second',
    rule: { lag: { min: '250ms', max: '500ms' } },
  },
  {
    name: 'Candles that are complete late',
    sentence: 'The candle of a bucket that has ended stays incomplete until the next price',
    rule: { candleDelay: { min: '1s', max: '45s' } },
  },
  {
    name: 'A reject with a chosen reason',
    sentence: 'The broker refuses an order.',
    rule: { operation: 'createOrder', after: 3, count: 1, reject: 'INSTRUMENT_PRICE_UNKNOWN' },
  },
] as const satisfies readonly CatalogueFault[];

/** Faults of streams. */
const OF_STREAMS = [
  {
    name: 'A slow network',
    sentence: NETWORK,
    rule: { operation: 'streamTransactions', stream: { latency: '300ms', jitter: '100ms' } },
  },
  {
    name: 'Little bandwidth',
    sentence: NETWORK,
    rule: { operation: 'streamPricing', stream: { bandwidth: 2000 } },
  },
  {
    name: 'Lines in pieces',
    sentence: 'A network may cut a line anywhere.',
    rule: { stream: { slicing: 40 } },
  },
  {
    name: 'A stream that ends in the middle of a line',
    sentence: ENDS,
    rule: { operation: 'streamTransactions', stream: { limitData: 4000 } },
  },
  {
    name: 'A stream that is cut',
    sentence: ENDS,
    rule: { operation: 'streamTransactions', stream: { reset: true, afterLines: 20 } },
  },
  {
    name: 'A stream that stops, and is cut later',
    sentence: ENDS,
    rule: { operation: 'streamTransactions', stream: { timeout: '30s', afterLines: 20 } },
  },
  {
    name: 'A stream that closes late',
    sentence: ENDS,
    rule: { operation: 'streamTransactions', stream: { slowClose: '5s' } },
  },
  {
    name: 'A silent stream',
    sentence: SILENT,
    rule: { stream: { silent: true, afterLines: 50 } },
  },
  { name: 'Missing heartbeats', sentence: SILENT, rule: { stream: { noHeartbeats: true } } },
  {
    name: 'A fill that is lost while heartbeats go on',
    sentence: 'The stream looks well.',
    rule: { operation: 'streamTransactions', stream: { lose: 'ORDER_FILL', chance: 0.1 } },
  },
  {
    name: 'Lines twice',
    sentence: DOUBLE,
    rule: { operation: 'streamTransactions', stream: { duplicate: 'ORDER_FILL' } },
  },
  {
    name: 'Lines in another order',
    sentence: DOUBLE,
    rule: { operation: 'streamTransactions', stream: { reorder: 'ORDER_FILL', chance: 0.5 } },
  },
] as const satisfies readonly CatalogueFault[];

/** Faults of the market. */
const OF_MARKET = [
  {
    name: 'A halt',
    sentence: 'Trading stops after news, or the broker closes one side.',
    rule: { market: { instrument: 'EUR_USD', halt: 'ALL' } },
  },
  {
    name: 'A spread blow-out',
    sentence: 'At the rollover and after news spreads grow many times.',
    rule: { market: { instrument: 'EUR_USD', spread: 150 } },
  },
  {
    name: 'A gap',
    sentence: 'Prices jump, as after a weekend.',
    rule: { market: { instrument: 'EUR_USD', gap: -300 } },
  },
  {
    name: 'Partial liquidity',
    sentence: 'Few units are there.',
    rule: { market: { instrument: 'EUR_USD', liquidity: 1000 } },
  },
] as const satisfies readonly CatalogueFault[];

/**
 * Effects, and parts of `stream` and `market`, that no fault shows. A halt stands for `reduceOnly`; a running
 * market takes no `quiet`.
 */
type MissingFault =
  | Exclude<RequestEffect | 'lag' | 'candleDelay', KeysOf<(typeof OF_REQUESTS)[number]['rule']>>
  | Exclude<keyof typeof STREAM_FIELDS, KeysOf<(typeof OF_STREAMS)[number]['rule']['stream']>>
  | Exclude<keyof typeof MARKET_FIELDS, MarketFaultPart | 'reduceOnly' | 'quiet'>;
type MarketFaultPart = KeysOf<(typeof OF_MARKET)[number]['rule']['market']>;
type KeysOf<T> = T extends unknown ? keyof T : never;

type Catalogue = [MissingFault] extends [never]
  ? readonly CatalogueFault[]
  : { readonly unshown: MissingFault };

/** All of them, in the order of docs/reference/faults.md. */
export const FAULT_CATALOGUE: Catalogue = [...OF_REQUESTS, ...OF_STREAMS, ...OF_MARKET];
