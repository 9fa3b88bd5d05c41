/**
 * The levels at which the trade of an order would be closed: by a stop and by a target. Of several
 * stops the nearest counts.
 */

import { type Decimal, decimal } from '../../../core/base/decimal.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import type { EngineState } from '../../../core/engine/state/engine-state.js';
import type { OrderRecord, TradeRecord } from '../../../core/ledger/account.js';
import type { DependentDetails, OnFillDetails } from '../../../core/order/order.js';
import { orderView } from '../../../core/view/orders.js';

/** An exposure with the prices that end it. */
export interface Levels {
  /** Signed units, and the price at which they open. */
  readonly units: Decimal;
  readonly entry: Decimal;
  readonly stop?: Decimal;
  readonly target?: Decimal;
}

const STOP_LINKS = [
  'stopLossOrderID',
  'guaranteedStopLossOrderID',
  'trailingStopLossOrderID',
] as const;
const STOPS_ON_FILL = [
  'stopLossOnFill',
  'guaranteedStopLossOnFill',
  'trailingStopLossOnFill',
] as const;

type Details = Pick<DependentDetails, 'price' | 'distance'>;

/** The levels of a trade: those of its pending orders. */
export function levelsOfTrade(state: EngineState, cell: AccountCell, trade: TradeRecord): Levels {
  const { orders } = cell.state;
  const levelOf = (id: number | undefined) => {
    const order = id === undefined ? undefined : orders.get(id);
    return order === undefined ? [] : levelOfDependent(state, cell, order);
  };
  return withLevels(
    { units: trade.currentUnits, entry: trade.price },
    STOP_LINKS.flatMap(link => levelOf(trade[link])),
    levelOf(trade.takeProfitOrderID),
  );
}

/** The levels of an order that waits; undefined when it has no price of its own. */
export function levelsOfOrder(
  state: EngineState,
  cell: AccountCell,
  order: OrderRecord,
): Levels | undefined {
  const trade = order.tradeID === undefined ? undefined : cell.state.trades.get(order.tradeID);
  if (trade !== undefined) return levelsOfDependent(state, cell, order, trade);
  const creation = order.creation as OnFillDetails & { readonly price?: string };
  const { price } = creation;
  if (price === undefined) return undefined;
  const exposure = { units: order.units, entry: decimal(price) };
  const stops = STOPS_ON_FILL.flatMap(field => levelOnFill(exposure, creation[field]));
  return withLevels(exposure, stops, levelOnFill(exposure, creation.takeProfitOnFill));
}

function levelsOfDependent(
  state: EngineState,
  cell: AccountCell,
  order: OrderRecord,
  trade: TradeRecord,
): Levels {
  const level = levelOfDependent(state, cell, order);
  const isTarget = order.type === 'TAKE_PROFIT';
  const exposure = { units: trade.currentUnits, entry: trade.price };
  return withLevels(exposure, isTarget ? [] : level, isTarget ? level : []);
}

/** The price that a dependent order watches now. */
function levelOfDependent(state: EngineState, cell: AccountCell, order: OrderRecord): Decimal[] {
  const { slot, state: account, log, market } = cell;
  const view = orderView({ slot, state: account, log, market, resting: state.resting }, order);
  const level = view['trailingStopValue'] ?? view['price'];
  return level === undefined ? [] : [decimal(String(level))];
}

function levelOnFill({ units, entry }: Levels, details: Details | undefined): Decimal[] {
  if (details?.price !== undefined) return [decimal(details.price)];
  if (details?.distance === undefined) return [];
  return [units.isNegative() ? entry.plus(details.distance) : entry.minus(details.distance)];
}

/** @param stops, targets - prices; the nearest stop is the highest below a buy. */
function withLevels(
  exposure: Levels,
  stops: readonly Decimal[],
  [target]: readonly Decimal[],
): Levels {
  const isShort = exposure.units.isNegative();
  const [stop] = [...stops].sort((a, b) => (isShort ? 1 : -1) * (a.gt(b) ? 1 : -1));
  return {
    ...exposure,
    ...(stop === undefined ? {} : { stop }),
    ...(target === undefined ? {} : { target }),
  };
}
