/**
 * Replays the state of an account: a trade is opened whose value and profit are those recorded, and the
 * broker works out the rest. Source: v20 semantics 5.3.
 */

import { type Decimal, formatUnits, ONE, ZERO } from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import { fitsPoints } from '../../../core/market/points.js';
import type { Instant } from '../../../core/time/instant.js';
import { emptyScenario, type Situation, scenarioOf, stagesOf } from '../host/market.js';
import type { ReplayHost } from '../host/replay-host.js';
import { isObject, type Json } from '../recording/json.js';
import type { Recording } from '../recording/recorded-bodies.js';
import { FactComparison } from './compare-facts.js';
import { BodyReading, placeIn } from './reading.js';
import type { BodyReplay, ReplayRefusal } from './replayed.js';

/** What the broker works out of an account's trades. */
const WORKED_OUT = [
  ...['balance', 'unrealizedPL', 'NAV', 'marginUsed', 'marginAvailable', 'positionValue'],
  ...['marginCloseoutUnrealizedPL', 'marginCloseoutNAV', 'marginCloseoutMarginUsed'],
  ...['marginCloseoutPositionValue', 'marginCloseoutPercent', 'withdrawalLimit'],
  ...['marginCallMarginUsed', 'marginCallPercent', 'openTradeCount', 'openPositionCount'],
  ...['pendingOrderCount', 'currency', 'marginRate', 'hedgingEnabled'],
] as const;

/** The account of a body, with its key; undefined when it has none. */
function accountIn({ value }: Recording): readonly [key: string, account: Json] | undefined {
  const { account, state } = value as Json;
  if (isObject(account) && ('NAV' in account || 'balance' in account)) return ['account', account];
  return isObject(state) && 'NAV' in state ? ['state', state] : undefined;
}

/** Replays the account of a body. @param currency - where the file says it, and the body does not */
export async function replayAccount(
  host: ReplayHost,
  recording: Recording,
  currency: string | undefined,
): Promise<BodyReplay | ReplayRefusal | undefined> {
  const found = accountIn(recording);
  if (found === undefined) return undefined;
  const [key, account] = found;
  const recordings = [recording];
  const reading = new BodyReading([recording.value]);
  const home = reading.text(account, 'currency') ?? currency ?? 'USD';
  const situation = situationOfAccount(reading, account, home);
  if (typeof situation === 'string') return { recordings, why: situation };
  const market = host.market(scenarioOf(situation));
  try {
    await openIn(market, situation, account, reading);
    const { body } = await market.ask('GET', '/summary');
    const comparison = new FactComparison();
    const written = isObject(body['account']) ? body['account'] : {};
    const several = Number(account['openTradeCount'] ?? 0) > 1;
    for (const field of WORKED_OUT) {
      if (account[field] === undefined || written[field] === undefined) continue;
      // One trade stands for all: how many there are is counted by a relation.
      if (several && field.startsWith('open')) continue;
      if (isAtMid(account) && OF_MARGIN.has(field)) {
        comparison.apart.push(placeIn(0, `${key}.${field}`));
        continue;
      }
      comparison.compare(account[field], written[field], placeIn(0, `${key}.${field}`));
    }
    const { same, differences, apart } = comparison;
    return { same, differences, apart, recordings, used: reading.used };
  } finally {
    market.close();
  }
}

/** What depends on the net value that a division counts for the available margin. */
const OF_MARGIN: ReadonlySet<string> = new Set(['marginAvailable', 'withdrawalLimit']);

/** Whether the available margin is not that of NAV: it is counted at mid prices, or without a mark-up. */
function isAtMid(account: Json): boolean {
  const own = new BodyReading([]);
  const [value, atMid, used, available] = [
    ...['NAV', 'marginCloseoutNAV', 'marginUsed', 'marginAvailable'],
  ].map(field => own.number(account, field));
  if (!value || !atMid || !used || !available) return false;
  const [low, high] = [value.minus(used), atMid.minus(used)];
  return !available.eq(low) && available.gt(low) && available.lte(high);
}

async function openIn(
  market: ReturnType<ReplayHost['market']>,
  situation: Situation,
  account: Json,
  reading: BodyReading,
): Promise<void> {
  const stages = stagesOf(situation);
  for (const [index, { instrument, units }] of situation.trades.entries()) {
    market.advanceTo(stages.trades[index] ?? stages.start);
    await market.ask('POST', '/orders', { order: { type: 'MARKET', instrument, units } });
  }
  market.advanceTo(situation.at);
  const resting = reading.number(account, 'pendingOrderCount')?.toNumber() ?? 0;
  const [quote] = situation.quotes;
  for (let count = 0; count < Math.min(resting, ORDERS_MAX); count++) {
    const order = { type: 'LIMIT', instrument: quote?.instrument, units: '1', price: '0.00001' };
    await market.ask('POST', '/orders', { order });
  }
}

const ORDERS_MAX = 100;
/** Digits of the prices of the instrument that stands for all. */
const PRECISION = 5;
/** A price in points is a 32-bit number. */
const PRICE_MAX = 20_000;

function situationOfAccount(
  reading: BodyReading,
  account: Json,
  currency: string,
): Situation | string {
  const profit = reading.number(account, 'unrealizedPL') ?? ZERO;
  const worth = reading.number(account, 'balance') ?? reading.number(account, 'NAV')?.minus(profit);
  const atMid = reading.number(account, 'marginCloseoutUnrealizedPL') ?? profit;
  const value = reading.number(account, 'positionValue') ?? ZERO;
  if (worth === undefined) return 'neither balance nor NAV is recorded';
  if (worth.isNegative()) return 'the balance is below zero';
  const instrument = `ANY_${currency}`;
  const units = unitsFor(value);
  const [mid, half, gain] = [value, atMid.minus(profit), profit].map(each => each.div(units));
  const [bid, ask] = [mid?.minus(half ?? ZERO), mid?.plus(half ?? ZERO)];
  const open = bid?.minus(gain ?? ZERO);
  if (bid === undefined || ask === undefined || open === undefined) return 'it has no value';
  const isFlat = value.isZero();
  const isOnGrid = [bid, ask, open].every(each => each.gt(ZERO) && fitsPoints(each, PRECISION));
  if (!isFlat && !isOnGrid) return 'no price gives its value and its profit';
  const level = (price: Decimal) => [{ price: isFlat ? '1' : price.toFixed(), liquidity: 0 }];
  const quote = { instrument, bids: level(bid), asks: level(ask) };
  return {
    at: AT,
    currency,
    balance: worth.toFixed(),
    hedging: account['hedgingEnabled'] === true,
    markup: '0',
    closeoutFactor: currency === 'JPY' ? '1' : '0.5',
    ...ratesOf(reading, account, value),
    trades: isFlat
      ? []
      : [{ id: '1', instrument, units: formatUnits(units), price: open.toFixed() }],
    orders: [],
    before: [quote],
    quotes: [quote],
    isHalted: false,
  };
}

const AT = emptyScenario().from as Instant;

/** Whole units at which the value is a price. */
function unitsFor(value: Decimal): Decimal {
  let units = ONE;
  while (value.div(units).gt(PRICE_MAX)) units = units.times(10);
  return units;
}

const RATE_DIGITS = 4;

/** The rate that the client set, and the higher one of the instruments that the margin shows. */
function ratesOf(
  reading: BodyReading,
  account: Json,
  value: Decimal,
): Pick<Situation, 'accountRate' | 'marginRate'> {
  const own = reading.number(account, 'marginRate');
  const accountRate = own?.toFixed();
  const margin = new BodyReading([]).number(account, 'marginUsed');
  if (margin === undefined || value.isZero() || margin.isZero()) return present({ accountRate });
  const shown = margin.div(value).round(RATE_DIGITS, 'nearest');
  if (own?.gte(shown) === true) return present({ accountRate });
  reading.number(account, 'marginUsed');
  return present({ accountRate, marginRate: shown.toFixed() });
}
