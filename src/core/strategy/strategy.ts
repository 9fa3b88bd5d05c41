/**
 * The strategy interface: what a trading idea is told, and what it may ask. Deliberately small.
 * A strategy never sees a price of the future: hooks come in simulated order, and commands take
 * effect after the ticks of their instant. Nothing in here says where the market is: the same
 * module runs in a backtest and, over HTTP, against any v20 host (src/remote).
 * Hooks are synchronous, return nothing, and take their chances from `context.random` only.
 */

import type { WireCandle } from '../candle/query.js';
import type { ReadCommand as Command } from '../engine/state/command.js';
import type { Transaction } from '../ledger/transaction.js';
import type { OrderRequest } from '../order/order.js';
import type { StrategyAccount } from './account.js';
import type { ParameterSchema, ParameterValues } from './parameters.js';

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

/** What is fixed about an instrument; fields of v20's Instrument. */
export interface StrategyInstrument {
  readonly name: string;
  /** Decimals of a price: `price.toFixed(displayPrecision)` is one that the broker takes. */
  readonly displayPrecision: number;
  /** A pip is 10 to this power. */
  readonly pipLocation: number;
}

/** A timer that is due. */
export interface StrategyTimer {
  /** The name under which it was set. */
  readonly name: string;
  /** The instant for which it was set, RFC 3339. */
  readonly time: string;
}

/** When a timer is due: at an instant (RFC 3339), or after a duration such as `90s` or `1h30m`. */
export type TimerSetting = { readonly at: string } | { readonly after: string };

/** Seeded draws, by the scenario's seed: the same in every run, and nobody else's are moved. */
export interface StrategyRandom {
  /** A number in [0, 1). */
  nextUnit(): number;
  /** A uniform integer, both ends included. */
  nextInt(minimum: number, maximum: number): number;
}

export interface StrategyContext {
  /** Simulated now, RFC 3339. */
  readonly time: string;
  readonly accountID: string;
  /** The account as it stands: always the present, never a copy. */
  readonly account: StrategyAccount;
  /** Everything that the account may trade. */
  readonly instruments: readonly StrategyInstrument[];
  readonly random: StrategyRandom;
  /** One of the instruments. @throws StrategyError when there is none of that name. */
  instrument(name: string): StrategyInstrument;
  /**
   * The latest quote, or undefined before the first tick.
   * @throws StrategyError for an instrument that the account may not trade.
   */
  quote(instrument: string): StrategyTick | undefined;
  /**
   * Sends a v20 OrderRequest; what becomes of it comes to `onTransaction`.
   * @returns the ticket of its outcome.
   * @throws StrategyError when it is no v20 request, or for an unknown instrument.
   */
  createOrder(order: OrderRequest): number;
  /** Sends any other command. @returns the ticket of its outcome. */
  submit(command: Command): number;
  /**
   * Sets a timer, in simulated time; one already set under the name is replaced.
   * @throws StrategyError unless it lies in the future.
   */
  setTimer(name: string, when: TimerSetting): void;
  /** Takes a timer back; nothing happens when none is set. */
  clearTimer(name: string): void;
}

/** Candles that a strategy wants to hear of, default alignment. */
export interface CandleInterest {
  readonly instrument: string;
  readonly granularity: string;
}

export interface Strategy {
  /** Asked for once, before the start. */
  readonly candles?: readonly CandleInterest[];
  /** Before the first tick. */
  onStart?(context: StrategyContext): void;
  /** Every tradeable tick of every instrument; costs more than candles. */
  onTick?(context: StrategyContext, tick: StrategyTick): void;
  /** A candle that is complete, at the instant at which its bucket ends. */
  onCandle?(context: StrategyContext, candle: StrategyCandle): void;
  /** Every transaction of the strategy's account. */
  onTransaction?(context: StrategyContext, transaction: Transaction): void;
  /** A timer is due, before the ticks of its instant. */
  onTimer?(context: StrategyContext, timer: StrategyTimer): void;
  /** After the last tick: nothing can be ordered any more. */
  onStop?(context: StrategyContext): void;
}

/** What a strategy module exports under the name `strategy`. */
export type StrategyFactory<Params = Readonly<Record<string, unknown>>> = (
  params: Params,
) => Strategy;

export type {
  Command,
  OrderRequest,
  ParameterSchema,
  ParameterValues,
  StrategyAccount,
  Transaction,
};
