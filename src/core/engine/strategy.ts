/**
 * The strategy interface: what a trading idea is told, and what it may ask. Deliberately small.
 * A strategy never sees a price of the future: callbacks come in simulated order, and commands take
 * effect after the ticks of their instant.
 */

import type { WireCandle } from '../candle/query.js';
import type { AccountState } from '../ledger/account.js';
import type { Transaction } from '../ledger/transaction.js';
import type { Valuation } from '../ledger/valuation.js';
import type { OrderRequest } from '../order/order.js';
import type { Command } from './command.js';

/** One tick as a strategy sees it; prices are wire strings, time RFC 3339. */
export interface StrategyTick {
  readonly instrument: string;
  readonly time: string;
  readonly bid: string;
  readonly ask: string;
}

/** A completed candle; prices are wire strings. */
export interface StrategyCandle extends WireCandle {
  readonly instrument: string;
  readonly granularity: string;
}

export interface StrategyContext {
  /** Simulated now, RFC 3339. */
  readonly time: string;
  readonly accountID: string;
  /** The account as its ledger stands; read only. */
  readonly account: AccountState;
  /** NAV, margin and the like at the current quotes. */
  value(): Valuation;
  /** The latest quote, or undefined before the first tick. */
  quote(instrument: string): StrategyTick | undefined;
  /** Sends a v20 OrderRequest. @returns the ticket of its outcome. */
  createOrder(order: OrderRequest): number;
  /** Sends any other command. @returns the ticket of its outcome. */
  submit(command: Command): number;
}

/** Candles that a strategy wants to hear of, default alignment. */
export interface CandleInterest {
  readonly instrument: string;
  readonly granularity: string;
}

export interface Strategy {
  /** Asked for once, before the start. */
  readonly candles?: readonly CandleInterest[];
  onStart?(context: StrategyContext): void;
  /** Every tradeable tick of every instrument; costs more than candles. */
  onTick?(context: StrategyContext, tick: StrategyTick): void;
  onCandle?(context: StrategyContext, candle: StrategyCandle): void;
  /** Every transaction of the strategy's account. */
  onTransaction?(context: StrategyContext, transaction: Transaction): void;
}

/** What a strategy module exports under the name `strategy`. */
export type StrategyFactory = (params: Readonly<Record<string, unknown>>) => Strategy;
