/** Cases of what a client writes: lost answers, late and partial fills, rejects. */

import type { Prng } from '../../../../core/base/prng.js';
import type { RejectReason } from '../../../../core/reason/reject-reasons.js';
import { draw } from '../../draw-faults.js';
import type { FaultRuleFields } from '../../subject.js';
import type { CalmFacts } from './calm-facts.js';
import { earlierOnes, spanOf } from './draws.js';
import { type Plan, type SuiteCase, TRADES_NOTHING } from './suite-case.js';

/** A case of one order of the client. */
function ordering(rule: (draws: Prng) => FaultRuleFields) {
  return (draws: Prng, facts: CalmFacts): Plan | undefined => {
    if (!facts.asked.has('createOrder')) return undefined;
    const after = earlierOnes(draws, facts, 'createOrder');
    return { rules: [{ operation: 'createOrder', after, count: 1, ...rule(draws) }] };
  };
}

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
  reject: RejectReason & FaultRuleFields['reject'],
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

/** The cases in the order of the table. */
export const OF_WRITES: readonly SuiteCase[] = [...OF_LOST_ANSWERS, ...OF_FILLS, ...OF_REJECTS];
