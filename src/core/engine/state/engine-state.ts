/**
 * Everything an engine is made of, as plain data and owners of plain data, so that a fork is a
 * copy. step.ts advances it; engine.ts is its face. Decision 0001.
 */

import { EventQueue } from '../../base/heap.js';
import { Prng } from '../../base/prng.js';
import { CandleSeries } from '../../candle/series.js';
import type { Transaction } from '../../ledger/transaction.js';
import { QuoteBoard } from '../../market/quote.js';
import { RestingOrders } from '../../order/resting-orders.js';
import { SimClock } from '../../time/clock.js';
import type { Instant } from '../../time/instant.js';
import type { AccountCell } from './account-cell.js';
import type { MalformedCommand, ReadCommand } from './command.js';
import type { ExecutionContext } from './execution-context.js';
import type { ExecutionModel } from './execution-model.js';
import { MarginLines } from './margin-lines.js';
import type { MarketEntry } from './market-entry.js';

/** At one instant, lower ranks happen first; ticks stand between TIMER and COMMAND. */
export const Rank = {
  SESSION: 0,
  EXPIRY: 1,
  FINANCING: 2,
  MARGIN_CALL: 3,
  /** Candles, in the order in which they were asked for: ranks from here up to TIMER. */
  CANDLE: 4,
  TIMER: 5,
  TICK: 6,
  COMMAND: 7,
  LAST: 8,
} as const;

/** What waits in the queue: data only, so that it can be copied and journalled. */
export type EngineEvent =
  | { readonly kind: 'session'; readonly slot: number }
  | { readonly kind: 'lapse'; readonly slot: number }
  | { readonly kind: 'expiry'; readonly account: number; readonly orderID: number }
  | { readonly kind: 'rollover' }
  | { readonly kind: 'marginCall' }
  | { readonly kind: 'timer'; readonly timer: number }
  | { readonly kind: 'candle'; readonly slot: number; readonly subscription: number }
  | {
      readonly kind: 'command';
      readonly account: number;
      readonly command: ReadCommand | MalformedCommand;
      readonly ticket: number;
    };

export interface EngineState {
  /** Start of the window; what was quoted before is history. */
  readonly from: Instant;
  readonly market: readonly MarketEntry[];
  readonly context: ExecutionContext;
  readonly model: ExecutionModel;
  readonly quotes: QuoteBoard;
  readonly cells: readonly AccountCell[];
  readonly resting: readonly RestingOrders[];
  readonly candles: readonly CandleSeries[];
  readonly lines: MarginLines;
  readonly clock: SimClock;
  readonly queue: EventQueue<EngineEvent>;
  readonly random: Randomness;
  /** Every committed transaction of every account, in commit order. */
  readonly ledger: Transaction[];
  /** Extra half-spread per slot, in points (execution model). */
  readonly spread: Int32Array;
  /** Trades that wait as CLOSE_WHEN_TRADEABLE, over all accounts. */
  delayed: number;
  /** Commands executed so far; gives the next requestID. */
  requests: number;
  /** Commands accepted so far; gives the next ticket. */
  tickets: number;
}

/** One stream of draws per purpose, so that using one option leaves the others' draws alone. */
export interface Randomness {
  readonly latency: Prng;
  readonly slippage: Prng;
  readonly refusal: Prng;
}

export interface EngineSetup {
  readonly market: readonly MarketEntry[];
  readonly model: ExecutionModel;
  readonly seed: number;
  readonly from: Instant;
}

/** An engine's state at `from`, before any account or event. */
export function createState(
  { market, model, seed, from }: EngineSetup,
  cells: (quotes: QuoteBoard) => readonly AccountCell[],
): EngineState {
  const quotes = new QuoteBoard(market.map(entry => entry.instrument));
  const root = new Prng(seed);
  const random = {
    latency: root.fork('latency'),
    slippage: root.fork('slippage'),
    refusal: root.fork('refusal'),
  };
  const spread = Int32Array.from(
    market,
    ({ instrument }) => model.spreadPoints.get(instrument.name) ?? 0,
  );
  return assemble({
    from,
    market,
    model,
    quotes,
    cells: cells(quotes),
    resting: market.map(() => new RestingOrders()),
    candles: market.map((_, slot) => new CandleSeries(spread[slot])),
    lines: new MarginLines(market.length),
    clock: new SimClock(from),
    queue: new EventQueue<EngineEvent>(),
    random,
    ledger: [],
    spread,
    delayed: 0,
    requests: 0,
    tickets: 0,
  });
}

/** A copy that lives on by itself; transactions, instruments and configurations are shared. */
export function cloneState(state: EngineState): EngineState {
  const quotes = state.quotes.clone();
  const cells = state.cells.map(cell => cell.clone(quotes));
  const { from, market, model, spread, delayed, requests, tickets } = state;
  return assemble({
    from,
    market,
    model,
    quotes,
    cells,
    resting: state.resting.map(orders => orders.clone()),
    candles: state.candles.map(series => series.clone()),
    lines: new MarginLines(state.market.length, cells),
    clock: new SimClock(state.clock.now),
    queue: state.queue.clone(event => event),
    random: {
      latency: state.random.latency.clone(),
      slippage: state.random.slippage.clone(),
      refusal: state.random.refusal.clone(),
    },
    ledger: [...state.ledger],
    spread,
    delayed,
    requests,
    tickets,
  });
}

function assemble(parts: Omit<EngineState, 'context'>): EngineState {
  const { quotes, model, resting, random } = parts;
  const { minPoints, maxPoints } = model.slippage;
  const drawSlippage = () =>
    minPoints === maxPoints ? minPoints : random.slippage.nextInt(minPoints, maxPoints);
  const context = { quotes, model, resting, drawSlippage };
  // The field first, then the spread: the other way round, every engine has a shape of its own.
  return { context, ...parts };
}
