/**
 * The strategy interface: what a strategy receives and what it may request. Small on purpose. A
 * strategy never sees a future price: hooks run in simulated order, and commands take effect after
 * the ticks of their instant. Nothing here depends on where the market is: the same module runs in
 * a backtest and, over HTTP, against any v20 host (src/live/remote). Hooks are synchronous, return
 * nothing, and draw random numbers only from `context.random`.
 */

import type { Candle } from '../candle/candle.js';
import type { CandlePrice } from '../candle/candle-columns.js';
import type { WireCandle } from '../candle/query.js';
import type { ReadCommand as Command } from '../engine/state/command.js';
import type { Transaction } from '../ledger/transaction.js';
import type { OrderRequest } from '../order/order.js';
import type { StrategyAccount } from './account.js';
import type { CandleInterest, WarmUpCounts } from './candles/candle-interest.js';
import type { CandleOptions, StrategyCandles } from './candles/candle-table.js';
import type { ParameterSchema, ParameterValues } from './parameters.js';
import type { ContextTools } from './tools/context-tools.js';
import type { TaggedOrder } from './tools/tagged-order.js';

/** One tick as a strategy sees it. Prices are wire strings, the time is RFC 3339. */
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
  /** The same prices as whole numbers, for fast and exact arithmetic. It is not printed. */
  readonly points: CandlePoints;
}

/**
 * The prices of a candle in points, which are whole numbers: with a `displayPrecision` of 5, 1.08520
 * is 108520.
 */
export type CandlePoints = Pick<Candle, CandlePrice>;

/** The fixed fields of an instrument, from v20's Instrument. */
export interface StrategyInstrument {
  readonly name: string;
  /** Decimals of a price: the broker accepts `price.toFixed(displayPrecision)`. */
  readonly displayPrecision: number;
  /** One pip is 10 to this power. */
  readonly pipLocation: number;
}

/** A timer that is due. */
export interface StrategyTimer {
  /** The name under which it was set. */
  readonly name: string;
  /** The instant that it was set for, RFC 3339. */
  readonly time: string;
}

/** An event of the scenario's calendar, at the instant at which it happens. */
export interface StrategyEvent {
  /** RFC 3339. */
  readonly time: string;
  /** Three letters. */
  readonly currency: string;
  readonly impact: 'none' | 'low' | 'medium' | 'high';
  readonly name: string;
}

/** When a timer is due: at an instant (RFC 3339), or after a duration such as `90s` or `1h30m`. */
export type TimerSetting = { readonly at: string } | { readonly after: string };

/** Random draws from the scenario's seed: the same in every run. They do not change other draws. */
export interface StrategyRandom {
  /** A number in [0, 1). */
  nextUnit(): number;
  /** A uniform integer from `minimum` to `maximum`, both included. */
  nextInt(minimum: number, maximum: number): number;
}

/** What a strategy can read and request during a hook. */
export interface StrategyContext extends ContextTools {
  /** The current simulated time, RFC 3339. */
  readonly time: string;
  readonly accountID: string;
  /** The account as it is now; the object always shows the present. */
  readonly account: StrategyAccount;
  /** The instruments that the account may trade. */
  readonly instruments: readonly StrategyInstrument[];
  /** Seeded draws: the only source of chance that a strategy may use. */
  readonly random: StrategyRandom;
  /** The instrument `name`. @throws StrategyError when there is none. */
  instrument(name: string): StrategyInstrument;
  /**
   * The latest quote; undefined before the first tick.
   * @throws StrategyError for an instrument that the account may not trade.
   */
  quote(instrument: string): StrategyTick | undefined;
  /**
   * The last `count` completed candles, or fewer when there are no more, oldest first, with the
   * default alignment. History before the window counts.
   * @param count - 1 to 5000.
   * @throws StrategyError for a kind that the strategy names neither in `candles` nor in `warmUp`.
   */
  candles(
    instrument: string,
    granularity: string,
    count: number,
    options?: CandleOptions,
  ): StrategyCandles;
  /**
   * Sends a v20 OrderRequest, whose `tag` may stand for its tags. `onTransaction` receives its
   * results.
   * @returns the ticket of its outcome.
   * @throws StrategyError when it is not a v20 request, or for an unknown instrument.
   */
  createOrder(order: TaggedOrder): number;
  /** Sends any other command. @returns the ticket of its outcome. */
  submit(command: Command): number;
  /**
   * Sets a timer in simulated time. It replaces a timer with the same name.
   * @throws StrategyError unless it is in the future.
   */
  setTimer(name: string, when: TimerSetting): void;
  /** Clears a timer; does nothing when none is set under the name. */
  clearTimer(name: string): void;
}

/** A strategy; every hook is optional. */
export interface Strategy {
  /** The candles that it receives; read once before the start. */
  readonly candles?: readonly CandleInterest[];
  /**
   * How many completed candles it waits for before it begins: until they exist no hook is called.
   * Read once before the start.
   */
  readonly warmUp?: WarmUpCounts;
  /** Runs before the first tick. */
  onStart?(context: StrategyContext): void;
  /** Runs at every tradeable tick of every instrument; costs more than candles. */
  onTick?(context: StrategyContext, tick: StrategyTick): void;
  /** Runs when a candle is complete, at the instant at which its bucket ends. */
  onCandle?(context: StrategyContext, candle: StrategyCandle): void;
  /**
   * Runs after `onCandle`, once an instant, with the candles of `candles` whose buckets end there, in
   * that order. A bucket without a tick has no candle: it is absent, and no earlier one stands for it.
   * On a live host a candle that is completed late comes in a call of its own.
   */
  onCandles?(context: StrategyContext, candles: readonly StrategyCandle[]): void;
  /** Runs at every transaction of the strategy's account. */
  onTransaction?(context: StrategyContext, transaction: Transaction): void;
  /** Runs when a timer is due, before the ticks of its instant. */
  onTimer?(context: StrategyContext, timer: StrategyTimer): void;
  /**
   * Runs when an event of the scenario's calendar happens, before the candles, timers and ticks of
   * its instant.
   */
  onEvent?(context: StrategyContext, event: StrategyEvent): void;
  /** Runs after the last tick; orders are no longer accepted. */
  onStop?(context: StrategyContext): void;
}

/** The type of `strategy`, which a strategy module exports. */
export type StrategyFactory<Params = Readonly<Record<string, unknown>>> = (
  params: Params,
) => Strategy;

export type {
  CandleInterest,
  Command,
  OrderRequest,
  ParameterSchema,
  ParameterValues,
  StrategyAccount,
  StrategyCandles,
  TaggedOrder,
  Transaction,
};
