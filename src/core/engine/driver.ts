/**
 * Port: the source of commands. A driver is started once, is called with what happens, and returns
 * the time at which it next acts. The timeline of a scenario, a strategy and a recorded journal are
 * drivers.
 */

import type { Instant } from '../time/instant.js';
import type { Engine } from './engine.js';
import type { CandleSubscription, Outputs } from './state/outputs.js';

/** A driver also receives the outputs of the engine. */
export interface Driver extends Outputs {
  /** The candles that the driver receives. */
  readonly candles?: readonly CandleSubscription[];
  /** Whether the driver receives every tick; default no, which saves one call per tick. */
  readonly wantsTicks?: boolean;
  /** Whether the driver receives `onCandlesEnd`; default no. */
  readonly wantsCandlesEnd?: boolean;
  start?(engine: Engine): void;
  /**
   * Microseconds of the next instant at which the driver acts by itself; Infinity when it never
   * does.
   */
  nextAt?(): number;
  /** Acts. The engine stands at `nextAt()`, after the ticks and commands of that instant. */
  act?(engine: Engine, at: Instant): void;
  /** The run is over; the engine stands at its end. */
  stop?(engine: Engine): void;
}

/**
 * Sends the outputs of one engine to several drivers. Ticks go only to drivers that receive them.
 */
export function fanOut(drivers: readonly Driver[]): Outputs {
  const tickers = drivers.filter(driver => driver.wantsTicks === true);
  const batchers = drivers.filter(driver => driver.wantsCandlesEnd === true);
  const watchers = drivers.filter(driver => driver.onCandle !== undefined);
  const lookers = drivers.filter(driver => driver.onTransaction !== undefined);
  const base: Outputs = {
    onOutcome(outcome) {
      for (const driver of drivers) driver.onOutcome?.(outcome);
    },
    onCandle(candle, subscription) {
      for (const driver of watchers) driver.onCandle?.(candle, subscription);
    },
    onEvent(event) {
      for (const driver of drivers) driver.onEvent?.(event);
    },
    onBreach(breach) {
      for (const driver of drivers) driver.onBreach?.(breach);
    },
    onTimer(output) {
      for (const driver of drivers) driver.onTimer?.(output);
    },
  };
  // Field by field: a spread would give the listeners of every run a shape of their own, for which
  // the code that calls them would be compiled again.
  if (batchers.length > 0) base.onCandlesEnd = candlesEndOf(batchers);
  if (lookers.length > 0) {
    base.onTransaction = transactionsOf(lookers);
    base.wantsTransactions = wishOf(lookers);
  }
  if (tickers.length > 0) base.onTick = ticksOf(tickers);
  return base;
}

// V8 makes a function that is written in an assignment to a field among the old objects. It holds the
// drivers, they hold the engine, and so all of a run would wait for a collection of old objects
// (decision 0121).

function candlesEndOf(batchers: readonly Driver[]): NonNullable<Outputs['onCandlesEnd']> {
  return () => {
    for (const driver of batchers) driver.onCandlesEnd?.();
  };
}

function transactionsOf(lookers: readonly Driver[]): NonNullable<Outputs['onTransaction']> {
  return transaction => {
    for (const driver of lookers) driver.onTransaction?.(transaction);
  };
}

/** Whether one of them wants transactions now. */
function wishOf(lookers: readonly Driver[]): NonNullable<Outputs['wantsTransactions']> {
  return () => {
    for (const driver of lookers) if (driver.wantsTransactions?.() !== false) return true;
    return false;
  };
}

function ticksOf(tickers: readonly Driver[]): NonNullable<Outputs['onTick']> {
  return (slot, time, bid, ask) => {
    for (const driver of tickers) driver.onTick?.(slot, time, bid, ask);
  };
}
