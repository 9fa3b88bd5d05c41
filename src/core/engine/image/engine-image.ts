/**
 * The image of an engine: its state as JSON values and bytes, without what follows from the ticks.
 * Quotes, candles and sessions are made again by replaying the ticks. `cloneState` names the same
 * parts. Source: decision 0038.
 */

import { ChunkedList, type ListImage, type Sequence } from '../../base/chunked-list.js';
import { EventQueue, type QueueEntry } from '../../base/heap.js';
import { IdTable, type TableImage } from '../../base/id-table.js';
import type { Packing } from '../../base/packing.js';
import { Prng } from '../../base/prng.js';
import type { AccountState } from '../../ledger/account.js';
import { Ledger } from '../../ledger/log/ledger.js';
import { type RestingOrder, RestingOrders } from '../../order/resting-orders.js';
import type { RiskBook } from '../../risk/risk-book.js';
import { SimClock } from '../../time/clock.js';
import { AccountCell, type CellParts } from '../state/account-cell.js';
import type { AcceptedCommand } from '../state/command.js';
import { assemble, type EngineEvent, type EngineState } from '../state/engine-state.js';
import { MarginLines } from '../state/margin-lines.js';
import { ORDER_FORM, TRADE_FORM } from './old-records.js';
import { readPlain, writePlain } from './plain.js';

/** One account. */
interface CellImage {
  /** Its state without orders and trades, as JSON. */
  readonly account: string;
  readonly orders: TableImage;
  readonly trades: TableImage;
  /** Ids of pending orders and of open trades, oldest first. */
  readonly pending: readonly number[];
  readonly open: readonly number[];
  readonly places: ListImage;
  /** What its rules of risk remember, as JSON; absent without rules. */
  readonly risk?: string;
}

/** An engine as JSON values and bytes. */
export interface EngineImage {
  readonly cells: readonly CellImage[];
  readonly ledger: ListImage;
  readonly accepted: ListImage;
  /** Resting orders by instrument slot, as JSON. */
  readonly resting: string;
  /** Entries of the queue in order, as JSON. */
  readonly queue: string;
  readonly nextSequence: number;
  /** State of each random stream. */
  readonly random: Readonly<Record<keyof EngineState['random'], readonly number[]>>;
  readonly counts: Pick<EngineState, 'delayed' | 'requests' | 'tickets'>;
}

/** The image of a state. @param accepted - all accepted commands. */
export function imageOf(
  state: EngineState,
  accepted: Sequence<AcceptedCommand>,
  packing: Packing,
): EngineImage {
  const { latency, slippage, refusal, beside } = state.random;
  const { delayed, requests, tickets } = state;
  return {
    cells: state.cells.map(cell => imageOfCell(cell, packing)),
    ledger: state.ledger.image(packing),
    accepted: (accepted as ChunkedList<AcceptedCommand>).image(packing),
    resting: writePlain(state.resting.map(orders => orders.all())),
    queue: writePlain(state.queue.entries()),
    nextSequence: state.queue.nextSequence,
    random: {
      latency: latency.state,
      slippage: slippage.state,
      refusal: refusal.state,
      beside: beside.state,
    },
    counts: { delayed, requests, tickets },
  };
}

function imageOfCell({ state, log, risk }: AccountCell, packing: Packing): CellImage {
  const { orders, trades, pendingOrders, openTrades, ...account } = state;
  return {
    account: writePlain(account),
    orders: orders.image(packing, ORDER_FORM),
    trades: trades.image(packing, TRADE_FORM),
    pending: [...pendingOrders.keys()],
    open: [...openTrades.keys()],
    places: log.image(packing),
    ...(risk && { risk: writePlain(risk) }),
  };
}

/**
 * The state of which `image` was made. It takes over the market's own parts.
 * @param market - the state of the same market at the same instant, without accounts.
 */
export function restoredState(
  market: EngineState,
  image: EngineImage,
  packing: Packing,
): EngineState {
  const ledger = Ledger.restored(image.ledger, packing);
  const { from, model, events, quotes, candles, clock, spread } = market;
  const cells = image.cells.map((each, slot) =>
    restoredCell(slot, { quotes, ledger }, each, packing),
  );
  const resting = readPlain(image.resting) as readonly (readonly RestingOrder[])[];
  const entries = readPlain(image.queue) as readonly QueueEntry<EngineEvent>[];
  const { latency, slippage, refusal, beside } = image.random;
  return assemble({
    from,
    market: [...market.market],
    model,
    events,
    quotes,
    cells,
    resting: resting.map(restingOf),
    candles,
    lines: new MarginLines(market.market.length, cells),
    clock: new SimClock(clock.now),
    queue: EventQueue.restored(entries, image.nextSequence),
    random: {
      latency: Prng.restored(latency),
      slippage: Prng.restored(slippage),
      refusal: Prng.restored(refusal),
      beside: Prng.restored(beside),
    },
    ledger,
    spread,
    ...image.counts,
  });
}

function restoredCell(
  slot: number,
  parts: CellParts,
  image: CellImage,
  packing: Packing,
): AccountCell {
  const orders = IdTable.restored(image.orders, packing, ORDER_FORM);
  const trades = IdTable.restored(image.trades, packing, TRADE_FORM);
  const account = readPlain(image.account) as Omit<
    AccountState,
    'orders' | 'trades' | 'pendingOrders' | 'openTrades'
  >;
  const state: AccountState = {
    ...account,
    orders,
    trades,
    pendingOrders: recordsOf(orders, image.pending),
    openTrades: recordsOf(trades, image.open),
  };
  const places: ChunkedList<number> = ChunkedList.restored(image.places, packing);
  const risk = image.risk === undefined ? undefined : (readPlain(image.risk) as RiskBook);
  return AccountCell.restored(slot, parts, { state, places, risk });
}

function recordsOf<T>(table: IdTable<T>, ids: readonly number[]): Map<number, T> {
  return new Map(ids.map(id => [id, table.get(id) as T]));
}

function restingOf(orders: readonly RestingOrder[]): RestingOrders {
  const resting = new RestingOrders();
  for (const order of orders) resting.add(order);
  return resting;
}
