/** Messages of the feed `/_sim/ws`. Source: docs/feed.md. */

import type {
  AccountChangesState,
  AccountSummary,
  Candle,
  Clock,
  Quote,
  Transaction,
} from './types.js';

/** A request of a client, as the log has it; never with a token. */
export interface LoggedRequest {
  readonly id: string;
  /** Simulated time. */
  readonly time: string;
  /** Wall time, RFC 3339. */
  readonly wall: string;
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  readonly status: number;
  readonly latencyMs: number;
  readonly accountID?: string;
  readonly origin: 'client' | 'page' | 'control';
  /** The id of the fault that fired. */
  readonly fault?: string;
  readonly transactionIDs?: readonly string[];
  readonly body?: unknown;
  readonly errorMessage?: string;
}

/** Candles that are wanted: `price` is B, M, A or several of them. */
export interface CandleSeries {
  readonly instrument: string;
  readonly granularity: string;
  readonly price: string;
}

/** What a strategy draws. */
export interface Plot {
  readonly name: string;
  readonly pane: string;
  readonly kind: 'line' | 'mark';
  readonly instrument: string;
  readonly points: readonly { readonly time: string; readonly value: string | number }[];
}

/** One reader of a stream of the server. */
export interface StreamState {
  readonly id: string;
  readonly kind: string;
  readonly account: string;
  readonly openedAt: string;
  readonly pendingBytes: number;
  readonly conflated: number;
  readonly lastSent?: string;
}

/** What the page asks of one simulation; a later one replaces it. */
export interface Subscription {
  readonly simulation: string;
  readonly account?: string;
  readonly prices?: readonly string[];
  readonly candles?: readonly CandleSeries[];
  readonly requests?: boolean;
}

interface OfSimulation {
  readonly simulation: string;
}

/** An event that has a place in the order of its simulation. */
interface Sequenced extends OfSimulation {
  readonly sequence: number;
}

export interface CandleEvent extends OfSimulation {
  readonly type: 'CANDLE';
  readonly instrument: string;
  readonly granularity: string;
  readonly price: string;
  readonly candle: Candle;
}

export interface SubscribedEvent extends OfSimulation {
  readonly type: 'SUBSCRIBED';
  readonly sequence: number;
  readonly resumed: boolean;
  readonly clock: Clock;
  readonly lastTransactionID?: string;
  readonly state?: AccountChangesState;
  readonly account?: AccountSummary;
  readonly prices?: readonly Quote[];
}

export type FeedEvent =
  | { readonly type: 'HELLO'; readonly feed: string; readonly version: string }
  | { readonly type: 'SIMULATIONS' }
  | { readonly type: 'ERROR'; readonly errorMessage: string }
  | SimulationEvent;

/** An event of one simulation. */
export type SimulationEvent =
  | SubscribedEvent
  | (OfSimulation & { readonly type: 'CLOCK'; readonly clock: Clock })
  | (OfSimulation & Quote & { readonly type: 'PRICE' })
  | CandleEvent
  | (OfSimulation & {
      readonly type: 'ACCOUNT';
      readonly accountID: string;
      readonly balance: string;
      readonly state: AccountChangesState;
    })
  | (Sequenced & {
      readonly type: 'TRANSACTION';
      readonly transaction: Transaction;
      readonly requestID?: string;
    })
  | (Sequenced & { readonly type: 'REQUEST'; readonly request: LoggedRequest })
  | (Sequenced & {
      readonly type: 'REWIND';
      readonly clock: Clock;
      readonly lastTransactionID: string;
    })
  | (Sequenced & { readonly type: 'PLOT'; readonly plot: Plot })
  | (Sequenced & {
      readonly type: 'PAUSED';
      readonly reason: string;
      readonly transactionID?: string;
      readonly time: string;
    })
  | (OfSimulation & { readonly type: 'STREAMS'; readonly streams: readonly StreamState[] });
