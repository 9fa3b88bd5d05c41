/**
 * What the book would have given an order, and what the account could have carried, at the quotes
 * of a recorded tick. It gives the numbers of a fill that did not happen; that it did not happen
 * follows from the ledger. Slippage is left out. Source: v20 semantics 4.4, 5.5.
 */

import { type Decimal, decimal, roundMoney, sum, ZERO } from '../base/decimal.js';
import { levelsLeft, type Taker } from '../engine/state/execution-context.js';
import type { ExecutionModel } from '../engine/state/execution-model.js';
import type { AccountState, OrderRecord } from '../ledger/account.js';
import {
  heldUnits,
  type OpeningRoom,
  openingRoom,
  type Side,
  unitsNeedingMargin,
} from '../ledger/margin-room.js';
import { type ClosePart, planNetting } from '../ledger/netting.js';
import { settledFinancing } from '../ledger/rollover/financing.js';
import { type AccountMarket, effectiveMarginRate } from '../ledger/valuation.js';
import { type BookLevel, type BookTaking, take, takeAll } from '../market/book.js';
import { convert } from '../market/conversion.js';
import { baseCurrency, quoteCurrency } from '../market/instrument.js';
import { priceOf } from '../market/points.js';
import type { OrderPositionFill } from '../order/order.js';

/** A fill that did not happen, in numbers; money in home currency. */
export interface Trial {
  /** Unsigned units that the order asks for, and those of the book. */
  readonly asked: Decimal;
  readonly liquidity: Decimal;
  /** What the book gives; undefined when it has nothing. */
  readonly taken: BookTaking | undefined;
  /** Unsigned units that would open a trade. */
  readonly opens: Decimal;
  /** Unsigned units of the trades on the same side. */
  readonly held: Decimal;
  /** Unsigned units of all trades of the account after the fill. */
  readonly openAfter: Decimal;
  /** Unsigned units among them that need margin; the others hedge. */
  readonly needing: Decimal;
  /** Margin for them, and what is available for it; undefined when unknown. */
  readonly required: Decimal | undefined;
  readonly available: Decimal | undefined;
  /** Unsigned units that may open. */
  readonly allowed: Decimal | undefined;
}

/** An order, and the account and the market that its fill would meet. */
export interface TrialScene {
  readonly order: OrderRecord;
  readonly account: AccountState;
  readonly market: AccountMarket;
  readonly model: ExecutionModel;
  /** The account that takes from the book, and the time of the fill. */
  readonly taker: Taker;
}

/** Tries to fill the order. */
export function trialFill(scene: TrialScene): Trial {
  const { order, account, market, model, taker } = scene;
  const slot = market.quotes.mustSlot(order.instrument);
  const wanted = wantedUnits(order, account);
  const side = wanted.isNegative() ? 'bid' : 'ask';
  const levels = levelsLeft({ quotes: market.quotes, model }, slot, side, taker);
  const liquidity = sum(levels.map(level => decimal(level.liquidity)));
  const taken = takenUnits(scene, slot, levels, wanted);
  const units = taken === undefined ? wanted : signed(taken.units, wanted);
  const netting =
    order.tradeID === undefined
      ? planNetting(account, order.instrument, units, positionFillOf(order))
      : { closes: [], openUnits: ZERO };
  const { openUnits } = netting;
  const opening = openUnits.isNegative() ? 'short' : 'long';
  const asked = wanted.abs();
  const trial = {
    asked,
    liquidity,
    taken,
    opens: openUnits.abs(),
    held: heldUnits(account, order.instrument, opening),
    openAfter: openAfter(account, netting.closes).plus(openUnits.abs()),
  };
  const instrument = market.quotes.instrument(slot);
  const price = taken && priceOf(taken.points, instrument.displayPrecision);
  const room = price && roomFor(scene, opening, netting.closes, price);
  const base = market.conversion.factors(baseCurrency(instrument));
  if (room === undefined || base === undefined) {
    const unknown = { required: undefined, available: undefined, allowed: undefined };
    return { ...trial, needing: trial.opens, ...unknown };
  }
  const rate = effectiveMarginRate(account, instrument);
  const needing = unitsNeedingMargin(trial.opens, room.free);
  return {
    ...trial,
    needing,
    required: convert(needing.times(rate), base.mid),
    available: room.margin,
    allowed: room.units,
  };
}

/** Unsigned units of all trades once `closes` have happened. */
function openAfter({ openTrades }: AccountState, closes: readonly ClosePart[]): Decimal {
  const held = sum([...openTrades.values()].map(trade => trade.currentUnits.abs()));
  return held.minus(sum(closes.map(({ units }) => units.abs())));
}

/** Signed units that the order asks for; of a dependent order those of its trade. */
function wantedUnits({ tradeID, units }: OrderRecord, account: AccountState): Decimal {
  const trade = tradeID === undefined ? undefined : account.openTrades.get(tradeID);
  return trade === undefined ? units : trade.currentUnits.negated();
}

function signed(units: Decimal, like: Decimal): Decimal {
  return like.isNegative() ? units.negated() : units;
}

/** The positionFill of an order; by default that of v20. */
export function positionFillOf({ creation }: OrderRecord): OrderPositionFill {
  return 'positionFill' in creation ? creation.positionFill : 'DEFAULT';
}

function takenUnits(
  { order, market }: TrialScene,
  slot: number,
  levels: readonly BookLevel[],
  wanted: Decimal,
) {
  const { displayPrecision } = market.quotes.instrument(slot);
  if (isClose(order)) return takeAll(levels, wanted.abs(), displayPrecision);
  const edges = order.creation.timeInForce === 'IOC' ? edgesOf(order) : [];
  const buys = !wanted.isNegative();
  const accepts = (points: number) => {
    const price = priceOf(points, displayPrecision);
    return edges.every(edge => (buys ? price.lte(edge) : price.gte(edge)));
  };
  return take(levels, wanted.abs(), displayPrecision, accepts);
}

/** Whether the order only closes: one of a trade, or a market order that closes. */
function isClose({ tradeID, creation }: OrderRecord): boolean {
  if (tradeID !== undefined) return true;
  return creation.type === 'MARKET_ORDER' && creation.reason !== 'CLIENT_ORDER';
}

/** The prices that a part of an IOC order may not pass. */
function edgesOf({ creation }: OrderRecord): Decimal[] {
  const limit = creation.type === 'LIMIT_ORDER' ? creation.price : undefined;
  const bound = 'priceBound' in creation ? creation.priceBound : undefined;
  return [limit, bound].filter(text => text !== undefined).map(text => decimal(text));
}

/** What the order may open on `side` once `closes` have happened at `price`. */
function roomFor(
  { order, account: state, market, taker: { at } }: TrialScene,
  side: Side,
  closes: readonly ClosePart[],
  price: Decimal,
): OpeningRoom | undefined {
  const account = { state, market };
  const slot = market.quotes.mustSlot(order.instrument);
  const quote = market.conversion.factors(quoteCurrency(market.quotes.instrument(slot)));
  if (quote === undefined) return undefined;
  const gains = closes.map(part => {
    const amount = part.units.negated().times(price.minus(part.trade.price));
    const pl = roundMoney(convert(amount, amount.lt(0) ? quote.loss : quote.gain));
    return pl.plus(settledFinancing(account, part, at));
  });
  return openingRoom(account, slot, side, { closes, gain: sum(gains) });
}
