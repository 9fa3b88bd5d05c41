/**
 * The complete state of an engine: plain data and owners of plain data, so a fork is a copy.
 * step.ts advances it; engine.ts is its interface. Decision 0001.
 */

import { EventQueue } from '../../base/heap.js';
import { Prng } from '../../base/prng.js';
import { CandleSeries } from '../../candle/series.js';
import { Ledger } from '../../ledger/log/ledger.js';
import { QuoteBoard } from '../../market/quote.js';
import type { TickColumns } from '../../market/tick.js';
import { RestingOrders } from '../../order/resting-orders.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import type { CalendarEvent } from '../../risk/calendar.js';
import { SimClock } from '../../time/clock.js';
import type { Instant } from '../../time/instant.js';
import type { AccountCell, CellParts } from './account-cell.js';
import type { MalformedCommand, ReadCommand } from './command.js';
import type { ExecutionContext } from './execution-context.js';
import type { ExecutionModel } from './execution-model.js';
import { MarginLines } from './margin-lines.js';
import type { MarketEntry } from './market-entry.js';

/** The order within one instant: lower ranks happen first. Ticks come between TIMER and COMMAND. */
export const Rank = {
  SESSION: 0,
  EXPIRY: 1,
  FINANCING: 2,
  MARGIN_CALL: 3,
  /** Days and blackouts of the rules of risk. */
  RISK: 3.25,
  /** Events of the calendar. */
  EVENT: 3.5,
  /** Ends of candles, in the order of their subscriptions; they are not in the queue. */
  CANDLE: 4,
  TIMER: 5,
  TICK: 6,
  COMMAND: 7,
  LAST: 8,
} as const;

/** An event in the queue. It is plain data, so that it can be copied and recorded. */
export type EngineEvent =
  | { readonly kind: 'session'; readonly slot: number }
  | { readonly kind: 'lapse'; readonly slot: number }
  | { readonly kind: 'halt'; readonly slot: number }
  | { readonly kind: 'expiry'; readonly account: number; readonly orderID: number }
  | { readonly kind: 'rollover' }
  | { readonly kind: 'marginCall' }
  | { readonly kind: 'riskDay'; readonly account: number }
  | { readonly kind: 'blackout'; readonly account: number }
  | { readonly kind: 'event'; readonly event: number }
  | { readonly kind: 'timer'; readonly timer: number }
  | {
      readonly kind: 'command';
      /** Whether its latency and refusal are drawn apart from those of other commands. */
      readonly isBeside: boolean;
      readonly account: number;
      readonly command: ReadCommand | MalformedCommand;
      readonly ticket: number;
      /** The reason with which a fault has it refused. */
      readonly refuse?: RejectReason;
    };

/** The state of an engine. */
export interface EngineState {
  /** Start of the window, microseconds. Earlier ticks are history. */
  readonly from: Instant;
  readonly market: MarketEntry[];
  readonly context: ExecutionContext;
  readonly model: ExecutionModel;
  /** The calendar, in order. */
  readonly events: readonly CalendarEvent[];
  /** The current quotes, by slot. */
  readonly quotes: QuoteBoard;
  /** The accounts, by account slot. New ones are added at the end. */
  readonly cells: AccountCell[];
  /** Resting orders, by instrument slot. */
  readonly resting: readonly RestingOrders[];
  /** Price series, by instrument slot. */
  readonly candles: readonly CandleSeries[];
  readonly lines: MarginLines;
  readonly clock: SimClock;
  readonly queue: EventQueue<EngineEvent>;
  readonly random: Randomness;
  /** Every committed transaction of every account, in commit order. */
  readonly ledger: Ledger;
  /** Half-spread that the execution model adds, in points, by slot. */
  readonly spread: Int32Array;
  /** Number of trades in state CLOSE_WHEN_TRADEABLE, over all accounts. */
  delayed: number;
  /** Number of commands executed so far; gives the next requestID. */
  requests: number;
  /** Number of commands accepted so far; gives the next ticket. */
  tickets: number;
}

/** One random stream per purpose, so that one option does not change the draws of another. */
export interface Randomness {
  readonly latency: Prng;
  readonly slippage: Prng;
  readonly refusal: Prng;
  /** Latency and refusal of commands that must not change the draws of other commands. */
  readonly beside: Prng;
}

/** The market, the execution model, the seed and the start of an engine. */
export interface EngineSetup {
  readonly market: readonly MarketEntry[];
  readonly model: ExecutionModel;
  /** The calendar, in order; default: it is empty. */
  readonly events?: readonly CalendarEvent[];
  /** Any safe integer; equal seeds give equal runs. */
  readonly seed: number;
  readonly from: Instant;
}

/**
 * The state of an engine at `from`, before it has accounts or events. `Array.from` makes its lists,
 * because compiled code of a `map` makes arrays of another kind than code that is not yet compiled,
 * and all code that reads them would be compiled again.
 */
export function createState(
  { market, model, events = [], seed, from }: EngineSetup,
  cells: (parts: CellParts) => AccountCell[],
): EngineState {
  const quotes = new QuoteBoard(Array.from(market, entry => entry.instrument));
  const ledger = new Ledger();
  const root = new Prng(seed);
  const random = {
    latency: root.fork('latency'),
    slippage: root.fork('slippage'),
    refusal: root.fork('refusal'),
    beside: root.fork('beside'),
  };
  const spread = Int32Array.from(
    market,
    ({ instrument }) => model.spreadPoints.get(instrument.name) ?? 0,
  );
  return assemble({
    from,
    market: [...market],
    model,
    events,
    quotes,
    cells: cells({ quotes, ledger }),
    resting: Array.from(market, () => new RestingOrders()),
    candles: Array.from(market, (_, slot) => new CandleSeries(spread[slot])),
    lines: new MarginLines(market.length),
    clock: new SimClock(from),
    queue: new EventQueue<EngineEvent>(),
    random,
    ledger,
    spread,
    delayed: 0,
    requests: 0,
    tickets: 0,
  });
}

/** A separate copy. Transactions, instruments and configurations are shared. */
export function cloneState(state: EngineState): EngineState {
  const quotes = state.quotes.clone();
  const ledger = state.ledger.clone();
  const cells = state.cells.map(cell => cell.clone({ quotes, ledger }));
  const { from, market, model, events, spread, delayed, requests, tickets } = state;
  return assemble({
    from,
    market: [...market],
    model,
    events,
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
      beside: state.random.beside.clone(),
    },
    ledger,
    spread,
    delayed,
    requests,
    tickets,
  });
}

/** A state of these parts; what they share must be the same objects. */
export function assemble(parts: Omit<EngineState, 'context'>): EngineState {
  const { quotes, model, resting, random } = parts;
  const { minPoints, maxPoints } = model.slippage;
  const drawSlippage = () =>
    minPoints === maxPoints ? minPoints : random.slippage.nextInt(minPoints, maxPoints);
  const context = { quotes, model, resting, drawSlippage };
  // The field comes first, then the spread. In the other order every engine gets its own object
  // shape.
  return { context, ...parts };
}

/**
 * Quotes a row of the source after the execution model has widened it. A bid is at least one point.
 */
export function setQuote(
  { quotes, spread }: EngineState,
  slot: number,
  columns: TickColumns,
  row: number,
): void {
  const extra = spread[slot] as number;
  const bid = (columns.bid[row] as number) - extra;
  quotes.time[slot] = columns.time[row] as number;
  quotes.bid[slot] = bid > 0 ? bid : 1;
  quotes.ask[slot] = (columns.ask[row] as number) + extra;
  quotes.bidVolume[slot] = columns.bidVolume === undefined ? 0 : (columns.bidVolume[row] as number);
  quotes.askVolume[slot] = columns.askVolume === undefined ? 0 : (columns.askVolume[row] as number);
}
