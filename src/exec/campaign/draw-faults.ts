/**
 * Draws single faults: those that docs/reference/faults.md describes, as often as clients of
 * brokers meet them.
 */

import type { Prng } from '../../core/base/prng.js';
import type { FaultRuleFields } from './subject.js';

/** What requests can be disturbed, and how. */
export interface RequestChoice {
  /** The operations that the client uses. */
  readonly operations: readonly string[];
  /** Whether latency passes in simulated time. */
  readonly hasLatency: boolean;
}

const SEED_MAX = 1_000_000;
const WRITES = /^(create|replace|cancel|close|set)/;
const STATUSES = [500, 502, 503, 504] as const;
const REJECTS = [
  'INTERNAL_SERVER_ERROR',
  'INSTRUMENT_PRICE_UNKNOWN',
  'ACCOUNT_ORDER_CREATION_LOCKED',
  'UNITS_LIMIT_EXCEEDED',
] as const;
const LINES = ['ORDER_FILL', 'ORDER_CANCEL', 'MARKET_ORDER', 'LIMIT_ORDER'] as const;
const STREAMS = ['streamTransactions', '*'] as const;

/** A fault of requests, without its span. */
export function requestFault(draws: Prng, choice: RequestChoice): FaultRuleFields {
  const effect = draw(draws, choice.hasLatency ? EFFECTS : EFFECTS.filter(e => e !== late));
  const fault = effect(draws, choice);
  // Lag is of orders, not of requests, and is not counted.
  return effect === lagging ? fault : { ...fault, ...frequency(draws) };
}

/** A fault of streams, without its span. */
export function streamFault(draws: Prng): FaultRuleFields {
  const stream = draw(draws, STREAM_FAULTS)(draws);
  return { operation: draw(draws, STREAMS), stream, seed: draws.nextInt(1, SEED_MAX) };
}

/** What happens to the market of one of `instruments`. */
export function marketFault(draws: Prng, instruments: readonly string[]): Market {
  return { instrument: draw(draws, instruments), ...draw(draws, MARKET_FAULTS)(draws) };
}

type Market = NonNullable<FaultRuleFields['market']>;
type Effect = (draws: Prng, choice: RequestChoice) => FaultRuleFields;

const lost: Effect = (draws, choice) => ({
  operation: operationOf(draws, choice),
  applied: true,
  ...(draws.nextUnit() < 0.5 ? { reset: true } : { error: { status: draw(draws, STATUSES) } }),
});

const refused: Effect = (draws, choice) => ({
  operation: operationOf(draws, choice),
  ...(draws.nextUnit() < 0.3 ? { reset: true } : { error: { status: draw(draws, STATUSES) } }),
});

const tooMany: Effect = (draws, choice) => ({
  operation: operationOf(draws, choice),
  error: { status: 429, errorMessage: 'Too many requests', retryAfter: draws.nextInt(1, 60) },
});

const maintenance: Effect = draws => ({
  error: { status: 503, errorMessage: 'Under maintenance', retryAfter: draws.nextInt(1, 120) },
});

const lagging: Effect = draws => ({
  lag: { min: '250ms', max: `${draws.nextInt(1, 20)}s` },
});

const rejected: Effect = draws => ({
  operation: 'createOrder',
  reject: draw(draws, REJECTS),
});

const late: Effect = (draws, choice) => ({
  operation: operationOf(draws, choice),
  latency: `${draws.nextInt(1, 60)}s`,
  applied: draws.nextUnit() < 0.5,
});

const EFFECTS: readonly Effect[] = [
  lost,
  lost,
  refused,
  tooMany,
  maintenance,
  lagging,
  rejected,
  late,
];

/** An operation of the client; requests that change something are drawn more often. */
function operationOf(draws: Prng, { operations }: RequestChoice): string {
  const writes = operations.filter(each => WRITES.test(each));
  const isWrite = draws.nextUnit() < 0.5;
  if (isWrite && writes.length > 0) return draw(draws, writes);
  return draw(draws, ['*', ...operations]);
}

/** How often a rule fires: once or a few times after some requests, or now and then. */
function frequency(draws: Prng): FaultRuleFields {
  const kind = draws.nextUnit();
  if (kind < 0.4) return { after: draws.nextInt(0, 3), count: draws.nextInt(1, 3) };
  if (kind < 0.7)
    return { probability: draws.nextInt(1, 9) / 10, seed: draws.nextInt(1, SEED_MAX) };
  return {};
}

const STREAM_FAULTS: readonly ((draws: Prng) => NonNullable<FaultRuleFields['stream']>)[] = [
  draws => ({ reset: true, afterLines: draws.nextInt(0, 10) }),
  draws => ({ silent: true, afterLines: draws.nextInt(0, 10) }),
  () => ({ noHeartbeats: true }),
  draws => ({ limitData: draws.nextInt(1, 4_000) }),
  draws => ({ slicing: draws.nextInt(1, 100) }),
  draws => ({ lose: draw(draws, LINES) }),
  draws => ({ duplicate: draw(draws, LINES) }),
  draws => ({ reorder: draw(draws, LINES) }),
  draws => ({ lose: draw(draws, LINES), chance: 0.5 }),
];

const MARKET_FAULTS: readonly ((draws: Prng) => Omit<Market, 'instrument'>)[] = [
  () => ({ halt: 'ALL' }),
  () => ({ halt: 'ASK' }),
  () => ({ halt: 'BID' }),
  draws => ({ spread: draws.nextInt(5, 200) }),
  draws => ({ gap: draws.nextInt(-200, 200) }),
  draws => ({ liquidity: draws.nextInt(1, 2_000) }),
];

/** One of several values. */
export function draw<T>(draws: Prng, values: readonly T[]): T {
  return values[draws.nextInt(0, values.length - 1)] as T;
}
