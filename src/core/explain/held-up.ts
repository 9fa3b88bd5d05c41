/**
 * Why an order waits on at a price that triggers it: its money cannot be converted, or the depth does
 * not allow its units. Source: v20 semantics 4.3, 4.4.
 */

import type { AccountCell } from '../engine/state/account-cell.js';
import type { EngineState } from '../engine/state/engine-state.js';
import type { AccountState, OrderRecord } from '../ledger/account.js';
import { TakenLiquidity } from '../ledger/log/taken-liquidity.js';
import { isMeanWorse } from '../market/book.js';
import { baseCurrency, quoteCurrency } from '../market/instrument.js';
import { lastIDAt, type MarketPlace, marketAt } from './place.js';
import { type Trial, trialFill } from './trial.js';
import type { PriceWait } from './waiting.js';

/** The state of the market at a price that triggers an order. */
interface Meeting {
  /** A currency that could not be converted to home currency; undefined when all could. */
  readonly unconverted: string | undefined;
  readonly trial: Trial;
}

/** An order that waits, and its account. */
export interface WaitingOrder {
  readonly cell: AccountCell;
  readonly account: AccountState;
  readonly order: OrderRecord;
}

/** Returns the state of the market for the order at `place`. */
export function meetingAt(state: EngineState, waiter: WaitingOrder, place: MarketPlace): Meeting {
  const { cell, account, order } = waiter;
  const market = marketAt(state, cell, place);
  const instrument = market.quotes.instrument(market.quotes.mustSlot(order.instrument));
  const unconverted = [baseCurrency(instrument), quoteCurrency(instrument)].find(
    currency => market.conversion.factors(currency) === undefined,
  );
  const { model } = state;
  const lastID = lastIDAt(cell, place.time);
  const taker = { taken: new TakenLiquidity(cell.log), at: place.time, lastID };
  const trial = trialFill({ order, account, market, model, taker });
  return { unconverted, trial };
}

/** Whether the order waits on at `place`, a tick that triggers it. @param waiting - at its own side. */
export function isHeldUp(
  state: EngineState,
  waiter: WaitingOrder,
  waiting: PriceWait,
  place: MarketPlace,
): boolean {
  const { unconverted, trial } = meetingAt(state, waiter, place);
  const { type, tradeID } = waiter.order;
  if (unconverted !== undefined || trial.taken === undefined) return true;
  const isWhole = type === 'MARKET_IF_TOUCHED' || tradeID !== undefined;
  if (!isWhole && trial.liquidity.lt(trial.asked)) return true;
  if (type !== 'LIMIT' && type !== 'TAKE_PROFIT') return false;
  const { displayPrecision } = state.quotes.instrument(waiting.slot);
  return isMeanWorse(trial.taken, waiting.level, waiting.buys, displayPrecision);
}
