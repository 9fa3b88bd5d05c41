/**
 * Reads a rule, as scenario files and the control API have it: which values a rule can have, and
 * which fields go together.
 */

import type { RejectReason } from '../reason/reject-reasons.js';
import type { TimeOfWeek } from '../time/calendar.js';
import {
  choice,
  duration,
  FLAG,
  FRACTION,
  INSTANT,
  object,
  RuleFault,
  range,
  readFields,
  TIME_OF_WEEK,
  text,
  whole,
} from './fields.js';
import type { FaultRule, MarketFault, StreamFault } from './rule.js';
import type { Weekly } from './weekly.js';

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

const ERROR = {
  status: whole(400, 599),
  errorMessage: text('a text of 1 to 500 characters', /^[^\0]{1,500}$/),
  errorCode: text('a text of 1 to 100 characters', /^[^\0]{1,100}$/),
  retryAfter: whole(0, 86_400),
};

const STREAM = {
  latency: WAIT,
  jitter: WAIT,
  bandwidth: SIZE,
  slicing: SIZE,
  limitData: SIZE,
  slowClose: WAIT,
  afterLines: COUNT,
  silent: FLAG,
  timeout: WAIT,
  reset: FLAG,
  noHeartbeats: FLAG,
  lose: LINE_TYPE,
  duplicate: LINE_TYPE,
  reorder: LINE_TYPE,
  chance: FRACTION,
};

const MARKET = {
  instrument: text('the name of an instrument such as EUR_USD', /^[A-Z0-9]{3,6}_[A-Z]{3}$/),
  halt: choice(SIDES),
  reduceOnly: choice(['BID', 'ASK']),
  spread: whole(0, 1_000_000),
  gap: whole(-MOST, MOST),
  liquidity: SIZE,
};

const RULE = {
  id: text('the id of a rule', /^f\d{1,9}$/),
  operation: text('an operationId such as createOrder, or *', /^(?:\*|[a-z][A-Za-z]{0,60})$/),
  probability: FRACTION,
  after: COUNT,
  count: SIZE,
  from: INSTANT,
  to: INSTANT,
  weekly: object({ from: TIME_OF_WEEK, to: TIME_OF_WEEK }),
  seed: whole(0, 4_294_967_295),
  error: object(ERROR),
  reset: FLAG,
  applied: FLAG,
  latency: range(LONGEST_WAIT),
  lag: range('1h'),
  reject: choice(REJECTS),
  stream: object(STREAM),
  market: object(MARKET),
};

const EFFECTS = ['error', 'reset', 'latency', 'lag', 'reject', 'stream', 'market'] as const;
/** Fields that rules of some effects cannot have, because nothing would come of them. */
const WITHOUT_USE: Readonly<Record<string, readonly string[]>> = {
  market: [
    'operation',
    'probability',
    'after',
    'count',
    'seed',
    'error',
    'reset',
    'applied',
    'latency',
    'lag',
    'reject',
    'stream',
  ],
  stream: ['error', 'reset', 'applied', 'latency', 'lag', 'reject'],
  lag: ['after', 'count', 'error', 'reset', 'applied', 'latency', 'reject'],
};

/**
 * Reads a rule.
 * @param id - the id for a rule that has none.
 * @throws RuleFault naming the field and the valid forms.
 */
export function readRule(given: unknown, id: string): FaultRule {
  const read = readFields(given, RULE);
  checkTogether(given as object);
  if (read.from !== undefined && read.to !== undefined && read.from >= read.to) {
    throw new RuleFault(['to'], 'must be after from');
  }
  if (read.error !== undefined && read.error.status === undefined) {
    throw new RuleFault(['error', 'status'], `must be given: ${ERROR.status.form}`);
  }
  return {
    id: read.id ?? id,
    operation: read.operation ?? '*',
    probability: read.probability ?? 1,
    after: read.after ?? 0,
    count: read.count ?? Number.POSITIVE_INFINITY,
    from: read.from,
    to: read.to,
    weekly: weeklySpan(read.weekly),
    seed: read.seed ?? 1,
    error: read.error as FaultRule['error'],
    reset: read.reset ?? false,
    applied: read.applied ?? false,
    latency: read.latency,
    lag: read.lag,
    reject: read.reject,
    stream: streamFault(read.stream),
    market: marketFault(read.market),
  };
}

function weeklySpan(
  read: { readonly [K in keyof Weekly]: TimeOfWeek | undefined } | undefined,
): Weekly | undefined {
  if (read === undefined) return undefined;
  const { from, to } = read;
  if (from === undefined || to === undefined) {
    throw new RuleFault(
      ['weekly', from === undefined ? 'from' : 'to'],
      `must be given: ${TIME_OF_WEEK.form}`,
    );
  }
  if (isEqual(from, to)) throw new RuleFault(['weekly', 'to'], 'must differ from weekly.from');
  return { from, to };
}

function isEqual(one: TimeOfWeek, other: TimeOfWeek): boolean {
  return one.day === other.day && one.hour === other.hour && one.minute === other.minute;
}

function checkTogether(given: object): void {
  const effect = EFFECTS.filter(name => name in given);
  if (effect.length === 0) {
    throw new RuleFault([], `must have one of ${EFFECTS.join(', ')}`);
  }
  for (const [name, without] of Object.entries(WITHOUT_USE)) {
    const other = name in given ? without.find(each => each in given) : undefined;
    if (other !== undefined) throw new RuleFault([other], `cannot be given with ${name}`);
  }
  if ('error' in given && 'reset' in given) {
    throw new RuleFault(['reset'], 'cannot be given with error');
  }
  if ('applied' in given && !['error', 'reset', 'latency'].some(name => name in given)) {
    throw new RuleFault(['applied'], 'must be given with error, reset or latency');
  }
}

function streamFault(read: StreamFault | undefined): StreamFault | undefined {
  if (read === undefined) return undefined;
  const { afterLines, chance, silent, timeout, reset, ...others } = read;
  const stops = silent === true || reset === true || timeout !== undefined;
  const { lose, duplicate, reorder } = others;
  if (afterLines !== undefined && !stops) {
    throw new RuleFault(['stream', 'afterLines'], 'must be given with silent, timeout or reset');
  }
  if (chance !== undefined && [lose, duplicate, reorder].every(each => each === undefined)) {
    throw new RuleFault(['stream', 'chance'], 'must be given with lose, duplicate or reorder');
  }
  if (!stops && Object.values(others).every(each => each === undefined || each === false)) {
    throw new RuleFault(['stream'], 'must have a field that does something');
  }
  return read;
}

function marketFault(
  read: { readonly [K in keyof MarketFault]: MarketFault[K] | undefined } | undefined,
) {
  if (read === undefined) return undefined;
  const { instrument, ...effects } = read;
  if (instrument === undefined) {
    throw new RuleFault(['market', 'instrument'], `must be given: ${MARKET.instrument.form}`);
  }
  if (Object.values(effects).every(effect => effect === undefined)) {
    throw new RuleFault(['market'], 'must have one of halt, reduceOnly, spread, gap, liquidity');
  }
  return { ...effects, instrument };
}
