/**
 * What becomes of an order whose fill is due: a fill plan, a cancel reason, or waiting.
 * The order of steps is that of decision 0007; the first that fails decides. Changes nothing.
 * Source: v20 semantics 3.5, 4.2, 4.4, 4.6.
 * Ambiguities: an unpriced conversion cancels what cannot wait with MARKET_HALTED and lets
 * GTC, GTD and GFD orders wait; engine-made closes ignore locks and side halts.
 */

import { amountsOf, type FillAmounts } from '../numbers/amounts.js';
import { isConvertible } from '../numbers/convert.js';
import { decimal, larger, type Rational, smaller, sum, whole, ZERO } from '../numbers/rational.js';
import {
  type Account,
  haltsNow,
  isTradeable,
  type Market,
  marketOf,
  type Order,
  openTrades,
  quoteOf,
  type Trade,
  type World,
} from '../numbers/state.js';
import {
  exactMargin,
  type Holding,
  holdingOf,
  positionValue,
  rawMarginAvailable,
} from '../numbers/value.js';
import { fifoReason } from './fifo.js';
import { onFillCancelReason } from './on-fill.js';
import { buys } from './trigger.js';

/** A part of a trade that the fill closes; units without sign. */
export interface Part {
  readonly trade: Trade;
  readonly units: Rational;
}

export interface Plan {
  /** 1 for a buy, -1 for a sell. */
  readonly sign: number;
  readonly parts: readonly Part[];
  /** Units that open a trade, without sign. */
  readonly open: Rational;
  /** What trades are opened and closed at. */
  readonly price: Rational;
  /** What the book would have paid; differs only for a guaranteed stop. */
  readonly vwap: Rational;
  /** Whether depth filled less than the order was allowed to. */
  readonly isPartial: boolean;
}

export type Decision =
  | { readonly kind: 'fill'; readonly plan: Plan; readonly amounts: FillAmounts }
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'wait' };

interface Netting {
  readonly parts: readonly Part[];
  readonly open: Rational;
  readonly refusal?: string;
}

/** No order of a run has more units. */
const MOST_UNITS = 1_000_000_000_000;

const WAIT: Decision = { kind: 'wait' };

function cancel(reason: string): Decision {
  return { kind: 'cancel', reason };
}

/** Decides the fill of an order at the latest quote. */
export function decideFill(world: World, account: Account, order: Order): Decision {
  const market = marketOf(world, order.instrument);
  const buying = buys(order);
  const units = order.trade?.units ?? order.units;
  const full = net(account, order, units.abs());
  const opens = full.open.sign > 0;

  const lock = world.byServer ? undefined : fillLock(account, opens);
  if (lock !== undefined) return cancel(lock);

  const immediate = order.timeInForce === 'FOK' || order.timeInForce === 'IOC';
  if (!isTradeable(world, market) || !isConvertible(world, account, market)) {
    return immediate ? cancel('MARKET_HALTED') : WAIT;
  }
  const halt = world.byServer ? undefined : sideHalt(world, market, buying, opens);
  if (halt !== undefined) return cancel(halt);
  if (full.refusal !== undefined) return cancel(full.refusal);

  const priced = price(world, order, full);
  if (priced.kind !== 'priced') return priced;
  const short = priced.filled.lessThan(sizeOf(full));
  const { parts, open } = short ? net(account, order, priced.filled) : full;
  const sign = buying ? 1 : -1;
  const plan: Plan = {
    sign,
    parts,
    open,
    price: priced.price,
    vwap: priced.vwap,
    isPartial: short,
  };

  const reason =
    capReason(world, account, order, plan) ??
    fifoReason(account, order, plan) ??
    onFillCancelReason(world, account, order, plan);
  if (reason !== undefined) return cancel(reason);

  const amounts = amountsOf(world, account, order, plan);
  if (lacksMargin(world, account, order, plan)) return cancel('INSUFFICIENT_MARGIN');
  return { kind: 'fill', plan, amounts };
}

function sizeOf(netting: Netting): Rational {
  return netting.open.plus(sum(netting.parts.map(part => part.units)));
}

/** Which trades an amount closes, oldest first, and what it opens (semantics 4.6). */
function net(account: Account, order: Order, amount: Rational): Netting {
  const named = order.trade === undefined ? order.closes : [order.trade];
  if (named !== undefined) return { ...take(named, amount), open: ZERO };
  const opposite = openTrades(account, order.instrument).filter(
    trade => trade.units.sign === -order.units.sign,
  );
  const { hedging } = account.config;
  const fallback = hedging ? 'OPEN_ONLY' : 'REDUCE_FIRST';
  const mode = order.positionFill === 'DEFAULT' ? fallback : order.positionFill;
  if (mode === 'OPEN_ONLY') {
    const netting = { parts: [], open: amount };
    return hedging || opposite.length === 0 ? netting : { ...netting, refusal: 'FIFO_VIOLATION' };
  }
  const { parts, rest } = take(opposite, amount);
  if (mode === 'REDUCE_FIRST') return { parts, open: rest };
  if (parts.length > 0) return { parts, open: ZERO };
  return { parts, open: ZERO, refusal: 'POSITION_CLOSEOUT_FAILED' };
}

function take(trades: readonly Trade[], amount: Rational): { parts: Part[]; rest: Rational } {
  const parts: Part[] = [];
  let rest = amount;
  for (const trade of trades) {
    if (rest.sign === 0) break;
    const units = smaller(rest, trade.units.abs());
    if (units.sign > 0) parts.push({ trade, units });
    rest = rest.minus(units);
  }
  return { parts, rest };
}

function fillLock(account: Account, opens: boolean): string | undefined {
  const { locks } = account.config;
  if (locks.includes('ACCOUNT_LOCKED')) return 'ACCOUNT_LOCKED';
  if (locks.includes('ORDER_FILL_LOCKED')) return 'ACCOUNT_ORDER_FILL_LOCKED';
  if (opens && locks.includes('NEW_POSITIONS_LOCKED')) return 'ACCOUNT_NEW_POSITIONS_LOCKED';
  return undefined;
}

function sideHalt(
  world: World,
  market: Market,
  buying: boolean,
  opens: boolean,
): string | undefined {
  const side = buying ? 'ASK' : 'BID';
  const halts = haltsNow(world, market).filter(halt => halt.side === side || halt.side === 'ALL');
  if (halts.some(halt => halt.mode === 'HALTED')) return `INSTRUMENT_${side}_HALTED`;
  return opens && halts.length > 0 ? `INSTRUMENT_${side}_REDUCE_ONLY` : undefined;
}

type Priced = {
  readonly kind: 'priced';
  readonly filled: Rational;
  readonly price: Rational;
  readonly vwap: Rational;
};

/** Depth and bound over the one bucket of the side (E7 steps 4 and 5). */
function price(world: World, order: Order, full: Netting): Priced | Decision {
  const quote = quoteOf(world, order.instrument);
  const buying = buys(order);
  const [vwap, depth] = buying ? [quote.ask, quote.askDepth] : [quote.bid, quote.bidDepth];
  const isWorse = (limit: Rational) => (buying ? vwap.moreThan(limit) : vwap.lessThan(limit));
  const { timeInForce, bound } = order;
  const isBoundless = order.trade !== undefined || order.closes !== undefined;
  const boundViolated = bound !== undefined && isWorse(bound);
  let filled = sizeOf(full);
  if (!isBoundless && filled.moreThan(depth)) {
    if (timeInForce === 'FOK') return cancel('INSUFFICIENT_LIQUIDITY');
    const isReissued = order.type === 'MARKET_IF_TOUCHED' && depth.sign > 0;
    if (timeInForce !== 'IOC' && !isReissued) return WAIT;
    filled = depth;
    // Under IOC buckets up to the bound are used; the only bucket may lie beyond it.
    if (filled.sign === 0 && !boundViolated) return cancel('INSUFFICIENT_LIQUIDITY');
  }
  if (boundViolated) return cancel('BOUNDS_VIOLATION');
  if (order.type !== 'GUARANTEED_STOP_LOSS' || order.price === undefined) {
    return { kind: 'priced', filled, price: vwap, vwap };
  }
  const clamped = buying ? smaller(order.price, vwap) : larger(order.price, vwap);
  return { kind: 'priced', filled, price: clamped, vwap };
}

/** Caps on size, on open trades and on position value; only an opening part can pass them. */
function capReason(world: World, account: Account, order: Order, plan: Plan): string | undefined {
  if (plan.open.sign === 0) return undefined;
  const { instrument } = marketOf(world, order.instrument);
  const cap = decimal(instrument.maximumPositionSize);
  const side = openTrades(account, order.instrument).filter(
    ({ units }) => units.sign === plan.sign,
  );
  const after = plan.open.plus(sum(side.map(trade => trade.units.abs())));
  if (cap.sign > 0 && after.moreThan(cap)) return 'POSITION_SIZE_EXCEEDED';
  const closed = plan.parts.filter(part => part.units.equals(part.trade.units.abs())).length;
  if (openTrades(account).length - closed + 1 > account.config.maximumOpenTrades) {
    return 'OPEN_TRADES_ALLOWED_EXCEEDED';
  }
  const { maximumPositionValue } = account.config;
  if (maximumPositionValue === undefined) return undefined;
  const { holdingAfter } = amountsOf(world, account, order, plan);
  const over = positionValue(world, holdingAfter).moreThan(decimal(maximumPositionValue));
  return over ? 'ACCOUNT_POSITION_VALUE_LIMIT_EXCEEDED' : undefined;
}

/**
 * Refused when the margin used after the opening part, less that after the closing part, is more
 * than what is available after the closing part (semantics 5.5). Both are by the aggregation of the
 * account at mid. The spread that the new trade pays is not charged.
 */
function lacksMargin(world: World, account: Account, order: Order, plan: Plan): boolean {
  if (plan.open.sign === 0) return false;
  const closed = afterClosing(world, account, order, plan);
  const trade = {
    instrument: order.instrument,
    units: plan.open.times(whole(plan.sign)),
    price: plan.price,
  };
  const opened = { ...closed, trades: [...closed.trades, trade] };
  const used = (holding: Holding) => exactMargin(world, holding, order.instrument);
  const room = larger(ZERO, rawMarginAvailable(world, closed));
  return used(opened).minus(used(closed)).moreThan(room);
}

/**
 * `unitsAvailable.default` of semantics 5.5 for a buy (1) or a sell (-1): the most units of a market
 * order that do not lack margin at the latest quote. Found by halving, by the check itself.
 */
export function unitsAvailable(
  world: World,
  account: Account,
  name: string,
  sign: 1 | -1,
): Rational {
  const order: Order = {
    id: 0,
    type: 'MARKET',
    instrument: name,
    units: whole(sign),
    timeInForce: 'FOK',
    positionFill: 'DEFAULT',
    triggerCondition: 'DEFAULT',
    onFill: {},
    pending: false,
  };
  const { bid, ask } = quoteOf(world, name);
  const price = sign > 0 ? ask : bid;
  const lacks = (units: number) => {
    const netting = net(account, order, whole(units));
    const plan: Plan = { sign, ...netting, price, vwap: price, isPartial: false };
    return lacksMargin(world, account, order, plan);
  };
  let [most, tooMany] = [0, 1];
  while (tooMany < MOST_UNITS && !lacks(tooMany)) [most, tooMany] = [tooMany, tooMany * 2];
  while (tooMany - most > 1) {
    const half = Math.floor((most + tooMany) / 2);
    if (lacks(half)) tooMany = half;
    else most = half;
  }
  return whole(most);
}

/** The account once the fill has closed what it closes; its commission is not foreseen. */
function afterClosing(world: World, account: Account, order: Order, plan: Plan): Holding {
  const { parts, holdingAfter, commission } = amountsOf(world, account, order, {
    ...plan,
    open: ZERO,
  });
  if (parts.length === 0) return holdingOf(account);
  return { ...holdingAfter, balance: holdingAfter.balance.plus(commission) };
}
