/**
 * Where in the order of ticks a transaction was made: before the ticks of its instant, at one of
 * them, or after them. It is found from the ledger and the recorded ticks alone. Source: v20
 * semantics 4.10, decision 0005.
 */

import { countWhile } from '../base/bisect.js';
import type { CandleSeries } from '../candle/series.js';
import type { PointQuote } from '../engine/leg/leg.js';
import type { AccountCell } from '../engine/state/account-cell.js';
import type { EngineState } from '../engine/state/engine-state.js';
import type { MarketEntry } from '../engine/state/market-entry.js';
import { tradingAt } from '../engine/state/sessions.js';
import { type AccountState, initialState } from '../ledger/account.js';
import { apply } from '../ledger/apply.js';
import type { Transaction } from '../ledger/transaction.js';
import { isCloseoutDue, valueAccount } from '../ledger/valuation.js';
import { Conversion } from '../market/conversion.js';
import { QuoteBoard } from '../market/quote.js';
import { type Instant, mustParse } from '../time/instant.js';
import { fillQuote, isEnd, legTo, passes, progress } from './leg-place.js';

/** A row of the series of one instrument. */
export interface TickPlace {
  readonly kind: 'tick';
  readonly time: Instant;
  readonly slot: number;
  readonly row: number;
  /** The quote in points, where it is one between the row before and this row; absent: that of the row. */
  readonly quote?: PointQuote;
}

/** A place in the order of ticks; `timers` is before those of its instant, `commands` after. */
export type MarketPlace =
  | { readonly kind: 'timers' | 'commands'; readonly time: Instant }
  | TickPlace;

/** The number of rows of the instrument in `slot` that were known at `place`. */
export function rowsAt({ candles }: EngineState, slot: number, place: MarketPlace): number {
  const series = candles[slot] as CandleSeries;
  const { time } = place;
  if (place.kind === 'tick' && place.slot === slot) {
    return place.quote === undefined ? place.row + 1 : place.row;
  }
  const isAfter = place.kind === 'commands' || (place.kind === 'tick' && slot < place.slot);
  return series.rowAtOrAfter(isAfter ? time + 1 : time);
}

/** The quote of the instrument in `slot` at `place`; undefined before its first tick. */
export function quoteAt(state: EngineState, slot: number, place: MarketPlace) {
  const series = state.candles[slot] as CandleSeries;
  if (place.kind === 'tick' && place.slot === slot) {
    return { ...series.quoteAt(place.row), ...place.quote };
  }
  const rows = rowsAt(state, slot, place);
  return rows === 0 ? undefined : series.quoteAt(rows - 1);
}

/** The quotes of all instruments as they were at `place`. */
function boardAt(state: EngineState, place: MarketPlace): QuoteBoard {
  const board = new QuoteBoard(state.quotes.instruments);
  state.candles.forEach((_, slot) => {
    const found = quoteAt(state, slot, place);
    if (found === undefined) return;
    const { time, bid, ask, bidVolume, askVolume } = found;
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

/** Id of the last transaction of the account up to `time`, microseconds. */
export function lastIDAt({ log }: AccountCell, time: number): number {
  const { firstID, lastID } = log;
  const isUpTo = (at: number) => mustParse(log.must(firstID + at).time) <= time;
  return firstID - 1 + countWhile(lastID - firstID + 1, isUpTo);
}

/** The transactions of the batch of `transaction`. */
export function batchOf({ log }: AccountCell, { batchID }: Transaction): readonly Transaction[] {
  const batch: Transaction[] = [];
  for (let id = Number(batchID); log.get(id)?.batchID === batchID; id++) batch.push(log.must(id));
  return batch;
}

/** Where `transaction` was made. */
export function placeOf(
  state: EngineState,
  cell: AccountCell,
  transaction: Transaction,
): MarketPlace {
  const time = mustParse(transaction.time);
  if (transaction.requestID !== undefined) return { kind: 'commands', time };
  const batch = batchOf(cell, transaction);
  const ticks = ticksAt(state, time);
  const [first] = ticks;
  if (first === undefined || isTimed(state, cell, batch[0] as Transaction)) {
    return { kind: 'timers', time };
  }
  const tick = ticks.length === 1 ? first : (tickOf(state, cell, batch, ticks) ?? first);
  const quote = insertedQuote(state, cell, batch, tick);
  return quote === undefined ? tick : { ...tick, quote };
}

/** The quote between two points at which a batch was made; undefined when it was made at the tick. */
function insertedQuote(
  state: EngineState,
  cell: AccountCell,
  batch: readonly Transaction[],
  tick: TickPlace,
): PointQuote | undefined {
  const { slot, row } = tick;
  const leg = legTo(state.candles[slot] as CandleSeries, row);
  const [first] = batch;
  if (leg === undefined || first === undefined) return undefined;
  const own = lastFillQuote(state, slot, batch);
  if (own !== undefined) return isEnd(leg, own) ? undefined : own;
  if (!isOfMargin(first)) return undefined;
  const account = stateBefore(cell, Number(first.id));
  const earlier = cell.log.range(cell.log.firstID, Number(first.id) - 1);
  const since = lastFillQuote(
    state,
    slot,
    earlier.filter(({ time }) => time === first.time),
  );
  const { points: whole } = leg;
  for (let part = since === undefined ? 0 : progress(leg, since); part < whole; part++) {
    const quote = leg.quoteAt({ part, whole });
    if (isMarginMoved(state, cell, { ...tick, quote }, { account, first })) return quote;
  }
  return undefined;
}

/** The quote of the last fill of the instrument in `slot`; undefined without one. */
function lastFillQuote(
  { quotes }: EngineState,
  slot: number,
  transactions: readonly Transaction[],
): PointQuote | undefined {
  const { name, displayPrecision } = quotes.instrument(slot);
  const fill = transactions.findLast(
    (each): each is Extract<Transaction, { readonly type: 'ORDER_FILL' }> =>
      each.type === 'ORDER_FILL' && each.instrument === name,
  );
  return fill === undefined ? undefined : (fillQuote(fill, displayPrecision) as PointQuote);
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
    case 'DIVIDEND_ADJUSTMENT':
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
  if (fill?.type === 'ORDER_FILL') {
    return (
      ticks.find(tick => hasPrice(state, tick, fill)) ??
      ticks.find(tick => isPassed(state, tick, fill))
    );
  }
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
  fill: Extract<Transaction, { readonly type: 'ORDER_FILL' }>,
): boolean {
  const { name: own, displayPrecision } = state.quotes.instrument(slot);
  if (own !== fill.instrument) return false;
  const { bid, ask } = (state.candles[slot] as CandleSeries).pricesAt(row);
  const quote = fillQuote(fill, displayPrecision);
  return quote.bid === bid && quote.ask === ask;
}

/** Whether the leg to the row passes the quote that the fill met. */
function isPassed(
  state: EngineState,
  { slot, row }: TickPlace,
  fill: Extract<Transaction, { readonly type: 'ORDER_FILL' }>,
): boolean {
  const { name: own, displayPrecision } = state.quotes.instrument(slot);
  const leg = legTo(state.candles[slot] as CandleSeries, row);
  if (own !== fill.instrument || leg === undefined) return false;
  return passes(leg, fillQuote(fill, displayPrecision));
}

/** The market from the view of the account, as it was at `place`. */
export function marketAt(
  state: EngineState,
  { state: { config } }: AccountCell,
  place: MarketPlace,
) {
  const quotes = boardAt(state, place);
  return { quotes, conversion: new Conversion(quotes, config.currency, config.conversionMarkup) };
}
