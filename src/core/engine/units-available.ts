/**
 * How many units of an instrument an account may still order: the largest order that passes the
 * caps and the margin of a fill, found on those very checks, so that the two never disagree.
 * Says nothing of depth, halts and locks: recorded answers show the figure on weekends too.
 * Source: v20 semantics 5.5.
 */

import { type Decimal, decimal, roundFloor, sum, ZERO } from '../base/decimal.js';
import { planNetting, sideTrades } from '../ledger/netting.js';
import { baseCurrency, type Instrument, quoteCurrency } from '../market/instrument.js';
import { pointSize, priceOf } from '../market/points.js';
import type { OrderPositionFill } from '../order/order.js';
import type { ExecutionContext } from './execution-context.js';
import { balanceAfter } from './fill/amounts.js';
import { type Exposed, exposureRefusal, type FillEffect, judgeMargin } from './fill/exposure.js';
import { worstMarketPoints } from './fill/fill-price.js';

/** Units, unsigned, of a buying and of a selling order. */
export interface SideUnits {
  readonly long: Decimal;
  readonly short: Decimal;
}

/** By position fill. */
export interface UnitsAvailable {
  readonly default: SideUnits;
  readonly reduceFirst: SideUnits;
  readonly reduceOnly: SideUnits;
  readonly openOnly: SideUnits;
}

const NONE: SideUnits = { long: ZERO, short: ZERO };
/** Costs the same as any market order. */
const PROBE = { type: 'MARKET', orderID: '0' } as const;

/** What `account` may order now of the instrument in `slot`. @param time - microseconds. */
export function unitsAvailable(
  context: ExecutionContext,
  account: Exposed,
  slot: number,
  time: number,
): UnitsAvailable {
  const instrument = context.quotes.instrument(slot);
  const currencies = [baseCurrency(instrument), quoteCurrency(instrument)];
  const { conversion } = account.market;
  const isValued =
    context.quotes.isPriced(slot) &&
    currencies.every(currency => conversion.factors(currency) !== undefined);
  if (!isValued) return { default: NONE, reduceFirst: NONE, reduceOnly: NONE, openOnly: NONE };
  const scene: Scene = { context, account, slot, instrument, time };
  const long = forSide(scene, 'long');
  const short = forSide(scene, 'short');
  const pair = (fill: keyof UnitsOfSide): SideUnits => ({ long: long[fill], short: short[fill] });
  return {
    default: pair(account.state.config.hedging ? 'openOnly' : 'reduceFirst'),
    reduceFirst: pair('reduceFirst'),
    reduceOnly: pair('reduceOnly'),
    openOnly: pair('openOnly'),
  };
}

interface Scene {
  readonly context: ExecutionContext;
  readonly account: Exposed;
  readonly slot: number;
  readonly instrument: Instrument;
  readonly time: number;
}

interface UnitsOfSide {
  readonly reduceFirst: Decimal;
  readonly reduceOnly: Decimal;
  readonly openOnly: Decimal;
}

function forSide(scene: Scene, side: 'long' | 'short'): UnitsOfSide {
  const { state } = scene.account;
  const { name, maximumOrderUnits } = scene.instrument;
  const opposite = sideTrades(state, name, side === 'long' ? 'short' : 'long');
  const open = sum(opposite.map(trade => trade.currentUnits.abs()));
  const reduceOnly = open.gt(maximumOrderUnits) ? decimal(maximumOrderUnits) : open;
  const reduceFirst = largest(scene, side, 'REDUCE_FIRST', reduceOnly);
  if (open.isZero()) return { reduceOnly, reduceFirst, openOnly: reduceFirst };
  // Without hedging an order may not open against a position at all.
  const openOnly = state.config.hedging ? largest(scene, side, 'OPEN_ONLY', ZERO) : ZERO;
  return { reduceOnly, reduceFirst, openOnly };
}

/**
 * The largest size from `free` up that passes: it passes up to one size and fails from there on, since
 * each further unit takes margin and pays half the spread. Guesses by a straight line, then looks around.
 * @param free - units that always pass, for they only reduce.
 */
function largest(
  scene: Scene,
  side: 'long' | 'short',
  positionFill: OrderPositionFill,
  free: Decimal,
): Decimal {
  const { account, instrument } = scene;
  const size = pointSize(instrument.tradeUnitsPrecision);
  const steps = (units: Decimal) => roundFloor(units.div(size), 0).toNumber();
  const effectOf = (step: number): FillEffect => {
    const units = size.times(step);
    return effect(scene, side === 'long' ? units : units.negated(), positionFill);
  };
  const passes = (step: number) => {
    const one = effectOf(step);
    return exposureRefusal(account, one) === undefined && judge(one).refusal === undefined;
  };
  const judge = (one: FillEffect) => judgeMargin(account, one);
  const low = steps(free);
  const high = steps(decimal(instrument.maximumOrderUnits));
  if (low >= high) return size.times(low);
  const most = effectOf(high);
  const { refusal, room: roomAtMost } = judge(most);
  if (refusal === undefined && exposureRefusal(account, most) === undefined) {
    return size.times(high);
  }
  const { room } = judge(effectOf(low));
  const slope = room.minus(roomAtMost);
  const share = slope.gt(0) && room.gt(0) ? room.toNumber() / slope.toNumber() : 0;
  const guess = Math.min(high - 1, low + Math.floor(share * (high - low)));
  return size.times(lastPassing(passes, low, high, guess));
}

/** The last of the integers from `low`, which passes, to `high`, which does not, near `guess`. */
function lastPassing(
  passes: (step: number) => boolean,
  low: number,
  high: number,
  guess: number,
): number {
  let good = low;
  let bad = high;
  let stride = 1;
  let at = Math.max(low + 1, guess);
  while (bad - good > 1) {
    const inside = Math.min(bad - 1, Math.max(good + 1, at));
    const isGood = passes(inside);
    if (isGood) good = inside;
    else bad = inside;
    const isBracketed = good > low && bad < high;
    at = isBracketed ? Math.floor((good + bad) / 2) : isGood ? good + stride : bad - stride;
    stride *= 2;
  }
  return good;
}

/** What a market order of `units` (signed) would do now. */
function effect(scene: Scene, units: Decimal, positionFill: OrderPositionFill): FillEffect {
  const { context, account, slot, instrument, time } = scene;
  const netting = planNetting(account.state, instrument.name, units, positionFill);
  const points = worstMarketPoints(context, slot, units);
  const price = priceOf(points, instrument.displayPrecision);
  const balance = balanceAfter(account, slot, PROBE, netting, price, time);
  return { instrument, netting, price, balance };
}
