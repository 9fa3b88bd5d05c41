/**
 * The cases of the suite `resilience`: each draws faults of one kind for what a client was seen to do.
 * Source: docs/reference/suites.md.
 */

import type { Prng } from '../../../core/base/prng.js';
import type { RejectReason } from '../../../core/reason/reject-reasons.js';
import { formatRfc3339, instant, MICROS_PER_SECOND } from '../../../core/time/instant.js';
import { draw } from '../draw-faults.js';
import type { Property } from '../properties.js';
import type { Life, Reach, Rule, Schedule } from '../subject.js';
import type { CalmFacts } from './calm-facts.js';
import { busyInstant, busySpan, drawnStream, drawnWrite, earlierOnes, spanOf } from './draws.js';

/** What goes wrong in one run. */
export interface Plan {
  readonly rules: Schedule;
  readonly life?: Life;
}

/** One case of a suite. */
export interface SuiteCase {
  readonly name: string;
  /** What goes wrong, a sentence. */
  readonly about: string;
  /** What a client must do, a sentence. */
  readonly duty: string;
  readonly reach: Reach;
  /** Properties that say nothing here, because other prices give other trades. */
  readonly spares?: readonly Property[];
  /** Whether a client may end with a failure, for a person to look at it. */
  readonly mayStop?: true;
  /** Draws the faults of a run; undefined when the client does nothing that the case is about. */
  readonly plan: (draws: Prng, facts: CalmFacts) => Plan | undefined;
  /** Why a client is not concerned, for people. */
  readonly unless: string;
}

const OTHER_PRICES: readonly Property[] = ['position', 'duplicate'];
const TRADES_NOTHING = 'it sends no order';
const STREAMS_NOTHING = 'it opens no stream';
const ASKS_NOTHING = 'it asks for nothing';

/** A case of one rule for requests, in a span in which the client is busy. */
function refusing(rule: Rule, seconds: { readonly from: number; readonly to: number }) {
  return (draws: Prng, facts: CalmFacts): Plan | undefined =>
    facts.asked.size === 0
      ? undefined
      : { rules: [{ ...busySpan(draws, facts, seconds), ...rule }] };
}

/** A case of one stream. */
function streaming(stream: NonNullable<Rule['stream']>) {
  return (draws: Prng, facts: CalmFacts): Plan | undefined => {
    const found = drawnStream(draws, facts);
    if (found === undefined) return undefined;
    const { operation, afterLines } = found;
    const to = formatRfc3339(instant(facts.calmFrom));
    const count = draws.nextInt(1, 2);
    return { rules: [{ operation, to, count, stream: { ...stream, afterLines } }] };
  };
}

/** A case of one order of the client. */
function ordering(rule: (draws: Prng) => Rule) {
  return (draws: Prng, facts: CalmFacts): Plan | undefined => {
    if (!facts.asked.has('createOrder')) return undefined;
    const after = earlierOnes(draws, facts, 'createOrder');
    return { rules: [{ operation: 'createOrder', after, count: 1, ...rule(draws) }] };
  };
}

const OF_CONNECTIONS: readonly SuiteCase[] = [
  {
    name: 'stream-cut',
    about: 'the connection of a stream is cut',
    duty: 'connect again, and ask transactions/sinceid for what was missed',
    reach: 'stream',
    unless: STREAMS_NOTHING,
    plan: streaming({ reset: true }),
  },
  {
    name: 'no-heartbeats',
    about: 'a stream falls silent: no line and no heartbeat comes, and the connection stays open',
    duty: 'call a stream dead when two heartbeats are missing, and connect again',
    reach: 'stream',
    unless: STREAMS_NOTHING,
    plan: streaming({ silent: true }),
  },
  {
    name: '401',
    about: 'for ten minutes every request is answered 401',
    duty: 'ask again ever more rarely, or stop and say so',
    reach: 'request',
    mayStop: true,
    unless: ASKS_NOTHING,
    plan: refusing(
      { error: { status: 401, errorMessage: 'Insufficient authorization to perform request.' } },
      { from: 600, to: 600 },
    ),
  },
  {
    name: '429',
    about: 'for some minutes every request is answered 429, without Retry-After',
    duty: 'wait longer after each refusal',
    reach: 'request',
    unless: ASKS_NOTHING,
    plan: refusing(
      { error: { status: 429, errorMessage: 'Too many requests' } },
      { from: 30, to: 180 },
    ),
  },
  {
    name: '429-retry-after',
    about: 'requests are answered 429 with Retry-After',
    duty: 'wait as long as Retry-After says',
    reach: 'request',
    unless: ASKS_NOTHING,
    plan: (draws, facts) => {
      const retryAfter = draws.nextInt(10, 60);
      const error = { status: 429, errorMessage: 'Too many requests', retryAfter };
      return refusing({ error }, { from: retryAfter, to: retryAfter })(draws, facts);
    },
  },
  {
    name: '503',
    about: 'for some minutes every request is answered 503',
    duty: 'ask again until the service is back',
    reach: 'request',
    unless: ASKS_NOTHING,
    plan: refusing(
      { error: { status: 503, errorMessage: 'Service unavailable' } },
      { from: 30, to: 180 },
    ),
  },
];

/** Operations whose lost answers are cases of their own. */
const WRITES = [
  'createOrder',
  'replaceOrder',
  'cancelOrder',
  'closeTrade',
  'closePosition',
  'setTradeDependentOrders',
  'setOrderClientExtensions',
  'setTradeClientExtensions',
  'configureAccount',
] as const;

const OF_LOST_ANSWERS: readonly SuiteCase[] = WRITES.map(operation => ({
  name: `lost-${operation}`,
  about: `the answer to a ${operation} is lost: it took effect, and then comes 504 or nothing`,
  duty: 'look whether it took effect before it is sent again',
  reach: 'request',
  unless: `it sends no ${operation}`,
  plan: (draws, facts) => {
    if (!facts.asked.has(operation)) return undefined;
    const lost = draws.nextUnit() < 0.5 ? { reset: true } : { error: { status: 504 } };
    const after = earlierOnes(draws, facts, operation);
    return { rules: [{ operation, after, count: 1, applied: true, ...lost }] };
  },
}));

const OF_FILLS: readonly SuiteCase[] = [
  {
    name: 'late-fill',
    about: 'an order takes effect up to a minute after it was sent',
    duty: 'treat an order without an answer as unknown, not as refused',
    reach: 'latency',
    unless: TRADES_NOTHING,
    plan: ordering(draws => ({ latency: `${draws.nextInt(15, 60)}s` })),
  },
  {
    name: 'late-answer',
    about: 'an order takes effect at once, and its answer comes up to a minute later',
    duty: 'treat an order without an answer as unknown, not as refused',
    reach: 'latency',
    unless: TRADES_NOTHING,
    plan: ordering(draws => ({ latency: `${draws.nextInt(15, 60)}s`, applied: true })),
  },
  {
    name: 'partial-fill',
    about: 'the market has fewer units than an order asks for',
    duty: 'read how many units were filled, and whether any were',
    reach: 'market',
    unless: TRADES_NOTHING,
    plan: (draws, { traded, from, calmFrom }) => {
      if (traded.size === 0) return undefined;
      const [instrument, units] = draw(draws, [...traded]);
      const share = units.times(draws.nextInt(10, 60)).div(100);
      const liquidity = Math.max(1, Math.floor(share.toNumber()));
      const end = from + Math.floor((calmFrom - from) * (0.5 + draws.nextUnit() / 2));
      return { rules: [{ ...spanOf(from, end), market: { instrument, liquidity } }] };
    },
  },
];

/** Reasons by the end of the name of their case; for some a person must look at the account, and a client may stop. */
const REASONS: readonly (readonly [
  name: string,
  reject: RejectReason & Rule['reject'],
  mayStop: boolean,
])[] = [
  ['internal-error', 'INTERNAL_SERVER_ERROR', false],
  ['price-unknown', 'INSTRUMENT_PRICE_UNKNOWN', false],
  ['not-active', 'ACCOUNT_NOT_ACTIVE', true],
  ['locked', 'ACCOUNT_LOCKED', true],
  ['creation-locked', 'ACCOUNT_ORDER_CREATION_LOCKED', true],
  ['too-many-orders', 'PENDING_ORDERS_ALLOWED_EXCEEDED', true],
  ['units-limit', 'UNITS_LIMIT_EXCEEDED', true],
  ['id-exists', 'CLIENT_ORDER_ID_ALREADY_EXISTS', false],
];

const OF_REJECTS: readonly SuiteCase[] = REASONS.map(([name, reject, mayStop]) => ({
  name: `reject-${name}`,
  about: `an order is rejected: ${reject}`,
  duty: 'read the answer, and not count a rejected order as filled',
  reach: 'request',
  unless: TRADES_NOTHING,
  ...(mayStop && { mayStop }),
  plan: ordering(() => ({ reject })),
}));

const JUMPS = ['1h', '-1h', '2m', '-2m', '24h'] as const;
const JUMP_SECONDS: Readonly<Record<(typeof JUMPS)[number], number>> = {
  '1h': 3_600,
  '-1h': -3_600,
  '2m': 120,
  '-2m': -120,
  '24h': 86_400,
};
const GAP_POINTS = [-300, -150, 150, 300] as const;
/** A market is closed for a share of the window between these, in percent. */
const CLOSED = { from: 10, to: 20 } as const;
const AWAY_SECONDS = { from: 1, to: 300 } as const;
const SOON_MICROS = 30 * MICROS_PER_SECOND;

const OF_TIME: readonly SuiteCase[] = [
  {
    name: 'weekend-gap',
    about: 'the market closes for a while, and opens at another price',
    duty: 'wait while the market is closed, and limit a loss by size and not by a stop alone',
    reach: 'market',
    spares: OTHER_PRICES,
    unless: TRADES_NOTHING,
    plan: (draws, { traded, from, to }) => {
      if (traded.size === 0) return undefined;
      const instrument = draw(draws, [...traded.keys()]);
      const percent = (to - from) / 100;
      const begin = Math.floor(from + percent * draws.nextInt(5, 35));
      const end = Math.floor(begin + percent * draws.nextInt(CLOSED.from, CLOSED.to));
      const opened = { from: formatRfc3339(instant(end)) };
      return {
        rules: [
          { ...spanOf(begin, end), market: { instrument, halt: 'ALL', quiet: true } },
          { ...opened, market: { instrument, gap: draw(draws, GAP_POINTS) } },
        ],
      };
    },
  },
  {
    name: 'old-prices',
    about: 'no new price comes for some minutes, while the market looks open',
    duty: 'compare the time of a price with the present before trading on it',
    reach: 'market',
    spares: OTHER_PRICES,
    unless: TRADES_NOTHING,
    plan: (draws, facts) => {
      if (facts.traded.size === 0) return undefined;
      const instrument = draw(draws, [...facts.traded.keys()]);
      // It begins before the client wants something, so that the price is old by then.
      const busy = busyInstant(draws, facts) - draws.nextInt(150, 300) * MICROS_PER_SECOND;
      const begin = Math.max(facts.from + MICROS_PER_SECOND, busy);
      const end = Math.min(begin + draws.nextInt(420, 900) * MICROS_PER_SECOND, facts.calmFrom);
      return { rules: [{ ...spanOf(begin, end), market: { instrument, quiet: true } }] };
    },
  },
  {
    name: 'clock-jump',
    about: 'the clock of the program jumps by minutes or hours against that of the broker',
    duty: "go by the times of the broker's answers, and measure waits by a monotonic clock",
    reach: 'life',
    unless: ASKS_NOTHING,
    plan: (draws, facts) => {
      const by = JUMP_SECONDS[draw(draws, JUMPS)] * MICROS_PER_SECOND;
      const begin = Math.max(facts.from, busyInstant(draws, facts) - SOON_MICROS);
      return { rules: [], life: { clockJump: { at: instant(begin), by } } };
    },
  },
  {
    name: 'restart',
    about: 'the program is killed at an instant, and started again in the same account',
    duty: 'learn from the account what is held and on order before anything is sent',
    reach: 'life',
    unless: ASKS_NOTHING,
    plan: (draws, facts) => {
      const busy = busyInstant(draws, facts);
      const later = draws.nextUnit() * Math.min(SOON_MICROS, facts.endedAt - busy);
      const when = instant(Math.floor(busy + later));
      return { rules: [], life: { restart: { when, awayMicros: away(draws) } } };
    },
  },
  {
    name: 'restart-in-write',
    about: 'the program is killed when it has sent a write, which takes effect',
    duty: 'learn from the account what is held and on order before anything is sent',
    reach: 'life',
    unless: 'it changes nothing',
    plan: (draws, facts) => {
      const operation = drawnWrite(draws, facts);
      if (operation === undefined) return undefined;
      const nth = earlierOnes(draws, facts, operation) + 1;
      return {
        rules: [],
        life: { restart: { when: { operation, nth }, awayMicros: away(draws) } },
      };
    },
  },
];

function away(draws: Prng): number {
  return draws.nextInt(AWAY_SECONDS.from, AWAY_SECONDS.to) * MICROS_PER_SECOND;
}

/** All cases, in the order of the table. */
export const RESILIENCE: readonly SuiteCase[] = [
  ...OF_CONNECTIONS,
  ...OF_LOST_ANSWERS,
  ...OF_FILLS,
  ...OF_REJECTS,
  ...OF_TIME,
];
