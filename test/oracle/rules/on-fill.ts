/**
 * On-fill objects at the moment of the fill: the guards that cancel the order, and the prices of
 * the dependent orders. Source: v20 semantics 3.5, 4.7, 4.8.
 * Ambiguities: ids of trades that the same fill closes are free; so is the id of the order
 * being filled and of dependents that the fill cancels; within the guaranteed object the order
 * is: mode, hedging, halted side, client id, gtd time, distance, lifetime, loss, minimum distance.
 */

import type { DependentDetails } from '../../../src/core/order/order.js';
import { decimal, type Rational } from '../numbers/rational.js';
import {
  type Account,
  dependentsOf,
  haltsNow,
  marketOf,
  type Order,
  openTrades,
  pendingOrders,
  quoteOf,
  type Trade,
  type World,
} from '../numbers/state.js';
import type { Plan } from './decide.js';
import { guaranteedMode, isTooNear } from './guaranteed.js';
import { gtdInstant, ON_FILL } from './request.js';

type Kind = (typeof ON_FILL)[number]['type'];

/** Reason to cancel the order instead of filling it, or undefined. */
export function onFillCancelReason(
  world: World,
  account: Account,
  order: Order,
  plan: Plan,
): string | undefined {
  if (plan.open.sign === 0) return undefined;
  const closed = closedBy(plan);
  if (isTradeIdTaken(account, order, closed)) return 'CLIENT_TRADE_ID_ALREADY_EXISTS';
  const staying = pendingOrders(account).filter(
    other => other !== order && !closed.some(trade => other.trade === trade),
  );
  const gslo = guaranteedPolicy(world, account, order, plan);
  for (const { key, type } of ON_FILL) {
    if (type === 'GUARANTEED_STOP_LOSS' && gslo !== undefined) return gslo;
    const details = order.onFill[key];
    if (details === undefined) continue;
    const reason = detailsReason(world, account, order, { plan, type, details, staying });
    if (reason !== undefined) return reason;
  }
  const created = ON_FILL.filter(({ key }) => order.onFill[key] !== undefined).length;
  const over = created > 0 && staying.length + created > account.config.maximumPendingOrders;
  return over ? 'PENDING_ORDERS_ALLOWED_EXCEEDED' : undefined;
}

/** The trades of which the fill leaves nothing. */
function closedBy({ parts }: Plan): readonly Trade[] {
  return parts.filter(part => part.units.equals(part.trade.units.abs())).map(part => part.trade);
}

function isTradeIdTaken(account: Account, order: Order, closed: readonly Trade[]): boolean {
  const id = order.tradeClientExtensions?.id;
  if (id === undefined) return false;
  return openTrades(account).some(
    trade => !closed.includes(trade) && trade.clientExtensions?.id === id,
  );
}

/** Whether the fills that use a side of the market are halted now. */
function isSideHalted(world: World, instrument: string, side: 'BID' | 'ASK'): boolean {
  return haltsNow(world, marketOf(world, instrument)).some(
    halt => halt.mode === 'HALTED' && (halt.side === side || halt.side === 'ALL'),
  );
}

/** Mode, hedging and halted sides: judged whether or not a guaranteed stop is given. */
function guaranteedPolicy(
  world: World,
  account: Account,
  order: Order,
  plan: Plan,
): string | undefined {
  const details = order.onFill.guaranteedStopLossOnFill;
  const prefix = 'GUARANTEED_STOP_LOSS_ON_FILL_';
  const mode = guaranteedMode(account, marketOf(world, order.instrument).instrument);
  if (details === undefined && mode === 'REQUIRED') return `${prefix}REQUIRED`;
  if (details !== undefined && mode === 'DISABLED') return `${prefix}NOT_ALLOWED`;
  const closed = closedBy(plan);
  const opposed = openTrades(account, order.instrument).filter(
    trade => trade.units.sign === -plan.sign && !closed.includes(trade),
  );
  // Hedged is the trade that meets opposite ones after the fill; what the fill closes is gone.
  if (details !== undefined && opposed.length > 0) return `${prefix}HEDGING_NOT_ALLOWED`;
  if (details !== undefined) {
    const side = plan.sign > 0 ? 'BID' : 'ASK';
    return isSideHalted(world, order.instrument, side) ? `${prefix}${side}_HALTED` : undefined;
  }
  const guarded = opposed.some(trade =>
    dependentsOf(account, trade).some(({ type }) => type === 'GUARANTEED_STOP_LOSS'),
  );
  return guarded ? 'HEDGING_GSLO_VIOLATION' : undefined;
}

interface Judged {
  readonly plan: Plan;
  readonly type: Kind;
  readonly details: DependentDetails;
  readonly staying: readonly Order[];
}

function detailsReason(
  world: World,
  account: Account,
  order: Order,
  { plan, type, details, staying }: Judged,
): string | undefined {
  const prefix = `${type}_ON_FILL_`;
  const id = details.clientExtensions?.id;
  if (id !== undefined && staying.some(other => other.clientExtensions?.id === id)) {
    return `${prefix}CLIENT_ORDER_ID_ALREADY_EXISTS`;
  }
  const timeInForce = details.timeInForce ?? 'GTC';
  if (timeInForce === 'GTD' && gtdInstant(details.gtdTime as string) <= world.now) {
    return `${prefix}GTD_TIMESTAMP_IN_PAST`;
  }
  if (type === 'TRAILING_STOP_LOSS') return undefined;
  const price = onFillPrice(details, plan);
  if (price.sign <= 0) return `${prefix}PRICE_DISTANCE_MAXIMUM_EXCEEDED`;
  const { bid, ask } = quoteOf(world, order.instrument);
  const side = plan.sign > 0 ? bid : ask;
  // Positive when the level is on the profit side of the reference, whichever the direction.
  const profit = (reference: Rational) => price.compare(reference) * plan.sign;
  if (type === 'TAKE_PROFIT') {
    if (profit(plan.price) < 0) return 'LOSING_TAKE_PROFIT';
    return profit(side) <= 0 ? `${prefix}LOSS` : undefined;
  }
  const { instrument } = marketOf(world, order.instrument);
  const guaranteed = type === 'GUARANTEED_STOP_LOSS';
  if (guaranteed && guaranteedMode(account, instrument) === 'REQUIRED' && timeInForce !== 'GTC') {
    return `${prefix}TIME_IN_FORCE_INVALID`;
  }
  if (profit(side) >= 0) return `${prefix}LOSS`;
  const near = guaranteed && isTooNear(instrument, price.minus(plan.price).abs());
  return near ? `${prefix}MINIMUM_DISTANCE_NOT_MET` : undefined;
}

/** Price of an on-fill object; a distance counts from the trade's open price. */
export function onFillPrice(details: DependentDetails, plan: Plan): Rational {
  if (details.price !== undefined) return decimal(details.price);
  const distance = decimal(details.distance as string);
  return plan.sign > 0 ? plan.price.minus(distance) : plan.price.plus(distance);
}
