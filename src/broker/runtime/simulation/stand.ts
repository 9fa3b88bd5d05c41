/**
 * Where a simulation stands: enough to bring another one with the same inputs to the same place.
 */

import type { MarketRun } from '../../../core/run/market-run.js';
import { instant } from '../../../core/time/instant.js';

/** A place between two events. */
export interface Stand {
  /** Simulated time, microseconds since 1970. */
  readonly now: number;
  /** Ticks taken so far. */
  readonly ticks: number;
  /** Transactions of all accounts so far. */
  readonly transactions: number;
  /** Present when something is still to happen at `now`. */
  readonly within?: true;
  /** Present when the window is over. */
  readonly ended?: true;
}

/** Where `run` stands. @param hasEnded - whether its window is over. */
export function standOf({ engine, crank }: MarketRun, hasEnded: boolean): Stand {
  return {
    now: engine.now,
    ticks: crank.ticks,
    transactions: engine.ledger.length,
    ...(crank.peekTime() <= engine.now ? { within: true as const } : {}),
    ...(hasEnded ? { ended: true as const } : {}),
  };
}

/** Whether two stands are one place. */
export function isSameStand(one: Stand, other: Stand): boolean {
  return (
    one.now === other.now &&
    one.ticks === other.ticks &&
    one.transactions === other.transactions &&
    one.within === other.within &&
    one.ended === other.ended
  );
}

/** Turns `run` to a stand that is not before the place where it stands. */
export function turnTo({ engine, crank }: MarketRun, stand: Stand): void {
  const now = instant(stand.now);
  if (stand.within !== true) {
    crank.advanceTo(now);
    return;
  }
  if (engine.now < now) crank.advanceTo(instant(now - 1));
  if (crank.ticks < stand.ticks) crank.advanceTicks(stand.ticks - crank.ticks);
  while (engine.ledger.length < stand.transactions && crank.step(now));
  if (engine.now < now) crank.advanceUntil({ to: now, through: 'timers' });
}
