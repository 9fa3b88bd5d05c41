/** Order requests of a random run: entry orders and dependent ones, with prices near the market. */

import type { Prng } from '../../../src/core/base/prng.js';
import type { Instrument } from '../../../src/core/market/instrument.js';
import { formatPoints } from '../../../src/core/market/points.js';
import type { OrderRequest } from '../../../src/core/order/order.js';
import { one, pick } from './draw.js';

/** The moment that a command is made for. */
export interface Situation {
  readonly random: Prng;
  readonly instrument: Instrument;
  /** The bid, in points. */
  readonly level: number;
  /** Microseconds since 1970. */
  readonly now: number;
}

/** An entry order of the instrument; some have impossible units or lifetimes. */
export function makeEntry(at: Situation): OrderRequest {
  const { random, instrument } = at;
  const type = pick(random, ['MARKET', 'MARKET', 'LIMIT', 'STOP', 'MARKET_IF_TOUCHED'] as const);
  const size = pick(random, ['100', '1000', '1000', '30000', '250000', '1', '0']);
  const units = random.nextInt(0, 1) === 0 || size === '0' ? size : `-${size}`;
  const timeInForce = pick(random, ['GTC', 'GTC', 'GFD', 'GTD', 'FOK', 'IOC'] as const);
  const gtdTime = new Date((at.now + random.nextInt(-1, 3) * 600_000_000) / 1000).toISOString();
  const waits = type !== 'MARKET';
  return {
    type,
    instrument: instrument.name,
    units,
    ...(waits ? { price: near(at) } : {}),
    ...(one(random, 6) && type !== 'LIMIT' ? { priceBound: near(at, 20) } : {}),
    ...(one(random, 2) && waits ? { timeInForce, gtdTime } : {}),
    ...(one(random, 4) ? { positionFill: pick(random, POSITION_FILLS) } : {}),
    ...(one(random, 4) && waits ? { triggerCondition: pick(random, TRIGGERS) } : {}),
    ...randomOnFill(at),
    ...(one(random, 6) ? { clientExtensions: { id: pick(random, ['a', 'b', 'c']) } } : {}),
    ...(one(random, 6) ? { tradeClientExtensions: { id: pick(random, ['t', 'u']) } } : {}),
  };
}

const POSITION_FILLS = ['OPEN_ONLY', 'REDUCE_FIRST', 'REDUCE_ONLY', 'DEFAULT'] as const;
const TRIGGERS = ['INVERSE', 'BID', 'ASK', 'MID'] as const;

function randomOnFill(at: Situation): Partial<OrderRequest> {
  const { random } = at;
  return {
    ...(one(random, 3) ? { takeProfitOnFill: { price: near(at) } } : {}),
    ...(one(random, 3) ? { stopLossOnFill: randomStop(at) } : {}),
    ...(one(random, 5) ? { trailingStopLossOnFill: { distance: randomDistance(at) } } : {}),
    ...(one(random, 4) ? { guaranteedStopLossOnFill: { price: near(at, 300) } } : {}),
  };
}

/** A dependent order of a trade that may not exist. */
export function makeDependent(at: Situation): OrderRequest {
  const { random } = at;
  const tradeID = randomId(random);
  const type = pick(random, [
    'TAKE_PROFIT',
    'STOP_LOSS',
    'TRAILING_STOP_LOSS',
    'GUARANTEED_STOP_LOSS',
  ] as const);
  if (type === 'TRAILING_STOP_LOSS') return { type, tradeID, distance: randomDistance(at) };
  return { type, tradeID, price: near(at, type === 'GUARANTEED_STOP_LOSS' ? 300 : 60) };
}

/** The id of a transaction that there may be. */
export function randomId(random: Prng): string {
  return String(random.nextInt(4, 40));
}

/** A price at most `spread` points from the level. */
export function near({ random, instrument, level }: Situation, spread = 60): string {
  const points = Math.max(1, level + random.nextInt(-spread, spread));
  return formatPoints(points, instrument.displayPrecision);
}

function randomStop(at: Situation): { price: string } | { distance: string } {
  const { random, instrument } = at;
  return random.nextInt(0, 1) === 0
    ? { price: near(at) }
    : { distance: formatPoints(random.nextInt(5, 80), instrument.displayPrecision) };
}

/** A distance that most trailing stops may have. */
export function randomDistance({ random, instrument }: Situation): string {
  return formatPoints(random.nextInt(45, 150), instrument.displayPrecision);
}
