/**
 * Where in the order of ticks a transaction was made: before the ticks of its instant, at one of
 * them, or after them. The ledger and the recorded ticks alone tell. Source: v20 semantics 4.10,
 * decision 0005.
 */

import { decimal } from '../base/decimal.js';
import type { CandleSeries } from '../candle/series.js';
import type { AccountCell } from '../engine/state/account-cell.js';
import type { EngineState } from '../engine/state/engine-state.js';
import type { MarketEntry } from '../engine/state/market-entry.js';
import { tradingAt } from '../engine/state/sessions.js';
import { type AccountState, initialState } from '../ledger/account.js';
import { apply } from '../ledger/apply.js';
import type { Transaction } from '../ledger/transaction.js';
import { isCloseoutDue, valueAccount } from '../ledger/valuation.js';
import { Conversion } from '../market/conversion.js';
import { pointsOf } from '../market/points.js';
import { QuoteBoard } from '../market/quote.js';
import { type Instant, mustParse } from '../time/instant.js';

/** A row of the series of one instrument. */
export interface TickPlace {
  readonly kind: 'tick';
  readonly time: Instant;
  readonly slot: number;
  readonly row: number;
}

/** A place in the order of ticks; `timers` is before those of its instant, `commands` after. */
export type Place = { readonly kind: 'timers' | 'commands'; readonly time: Instant } | TickPlace;

/** The number of rows of the instrument in `slot` that were known at `place`. */
export function rowsAt({ candles }: EngineState, slot: number, place: Place): number {
  const series = candles[slot] as CandleSeries;
  const { time } = place;
  if (place.kind === 'tick' && place.slot === slot) return place.row + 1;
  const isAfter = place.kind === 'commands' || (place.kind === 'tick' && slot < place.slot);
  return series.rowAtOrAfter(isAfter ? time + 1 : time);
}

/** The quotes of all instruments as they were at `place`. */
function boardAt(state: EngineState, place: Place): QuoteBoard {
  const board = new QuoteBoard(state.quotes.instruments);
  state.candles.forEach((series, slot) => {
    const rows = rowsAt(state, slot, place);
    if (rows === 0) return;
    const { time, bid, ask, bidVolume, askVolume } = series.quoteAt(rows - 1);
    board.time[slot] = time;
    board.bid[slot] = bid;
    board.ask[slot] = ask;
    board.bidVolume[slot] = bidVolume;
    board.askVolume[slot] = askVolume;
    const { isOpen } = tradingAt(state.market[slot] as MarketEntry, place.time, time);
    board.tradeable[slot] = isOpen ? 1 : 0;
  });
  return board;
}

/** The account as it was before transaction `id`: the fold of the ledger up to there. */
export function stateBefore({ log, state: { config } }: AccountCell, id: number): AccountState {
  const state = initialState(config);
  for (const transaction of log.range(log.firstID, id - 1)) apply(state, transaction);
  return state;
}

/** The transactions of the batch of `transaction`. */
export function batchOf({ log }: AccountCell, { batchID }: Transaction): readonly Transaction[] {
  const batch: Transaction[] = [];
  for (let id = Number(batchID); log.get(id)?.batchID === batchID; id++) batch.push(log.must(id));
  return batch;
}

/** Where `transaction` was made. */
export function placeOf(state: EngineState, cell: AccountCell, transaction: Transaction): Place {
  const time = mustParse(transaction.time);
  if (transaction.requestID !== undefined) return { kind: 'commands', time };
  const batch = batchOf(cell, transaction);
  const ticks = ticksAt(state, time);
  const [first] = ticks;
  if (first === undefined || isTimed(state, cell, batch[0] as Transaction)) {
    return { kind: 'timers', time };
  }
  if (ticks.length === 1) return first;
  return tickOf(state, cell, batch, ticks) ?? first;
}

/** All ticks of an instant, in the order in which they are taken. */
function ticksAt({ candles }: EngineState, time: Instant): TickPlace[] {
  return candles.flatMap((series, slot) => {
    const end = series.rowAtOrAfter(time + 1);
    const found: TickPlace[] = [];
    for (let row = series.rowAtOrAfter(time); row < end; row++) {
      found.push({ kind: 'tick', time, slot, row });
    }
    return found;
  });
}

/** Whether a transaction that no request caused, the first of its batch, comes before the ticks. */
function isTimed(state: EngineState, cell: AccountCell, first: Transaction): boolean {
  switch (first.type) {
    case 'DAILY_FINANCING':
    case 'MARGIN_CALL_EXTEND':
      return true;
    case 'ORDER_CANCEL':
      return first.reason === 'TIME_IN_FORCE_EXPIRED';
    case 'MARKET_ORDER':
      return first.marginCloseout?.reason === 'REGULATORY_MARGIN_CALL_VIOLATION';
    case 'MARGIN_CALL_EXIT': {
      const before = cell.log.get(Number(first.id) - 1);
      return (
        before?.time === first.time &&
        before.requestID === undefined &&
        placeOf(state, cell, before).kind === 'timers'
      );
    }
    default:
      return false;
  }
}

/** The tick of several of one instant that made a batch; undefined when none fits. */
function tickOf(
  state: EngineState,
  cell: AccountCell,
  batch: readonly Transaction[],
  ticks: readonly TickPlace[],
): TickPlace | undefined {
  const [first] = batch;
  if (first === undefined) return undefined;
  if (isOfMargin(first)) {
    const account = stateBefore(cell, Number(first.id));
    return ticks.find(tick => isMarginMoved(state, cell, tick, { account, first }));
  }
  const fill = batch.find(each => each.type === 'ORDER_FILL');
  if (fill?.type === 'ORDER_FILL') return ticks.find(tick => hasPrice(state, tick, fill));
  if (first.type !== 'ORDER_CANCEL') return undefined;
  const name = cell.state.orders.get(Number(first.orderID))?.instrument;
  return ticks.find(({ slot }) => state.quotes.instrument(slot).name === name);
}

function isOfMargin(first: Transaction): boolean {
  return (
    first.type === 'DELAYED_TRADE_CLOSURE' ||
    first.type === 'MARGIN_CALL_ENTER' ||
    first.type === 'MARGIN_CALL_EXIT' ||
    (first.type === 'MARKET_ORDER' && first.reason === 'MARGIN_CLOSEOUT')
  );
}

/** Whether the margin of the account, at this tick, asks for the transaction `first`. */
function isMarginMoved(
  state: EngineState,
  cell: AccountCell,
  tick: TickPlace,
  { account, first }: { readonly account: AccountState; readonly first: Transaction },
): boolean {
  const market = marketAt(state, cell, tick);
  if (!market.quotes.isTradeable(tick.slot)) return false;
  const value = valueAccount(account, market);
  if (first.type === 'MARGIN_CALL_ENTER') return value.marginCallPercent.gte(1);
  if (first.type === 'MARGIN_CALL_EXIT') return value.marginCallPercent.lt(1);
  return isCloseoutDue(account, value);
}

function hasPrice(
  state: EngineState,
  { slot, row }: TickPlace,
  { instrument: name, fullPrice }: Extract<Transaction, { readonly type: 'ORDER_FILL' }>,
): boolean {
  const { name: own, displayPrecision } = state.quotes.instrument(slot);
  if (own !== name) return false;
  const { bid, ask } = (state.candles[slot] as CandleSeries).pricesAt(row);
  const points = (text = '0') => pointsOf(decimal(text), displayPrecision);
  return points(fullPrice.bids[0]?.price) === bid && points(fullPrice.asks[0]?.price) === ask;
}

/** The market from the view of the account, as it was at `place`. */
export function marketAt(state: EngineState, { state: { config } }: AccountCell, place: Place) {
  const quotes = boardAt(state, place);
  return { quotes, conversion: new Conversion(quotes, config.currency, config.conversionMarkup) };
}
