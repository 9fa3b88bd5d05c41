/**
 * Replay of a year that passes quiet ticks: ticks a second, all that were passed included; windows
 * and their bounds are prepared before. Yardstick: a bare loop over every tick.
 */

import { makeMarket } from '../loads/market.js';
import { rawReplay } from '../loads/raw-loops.js';
import { replayResting } from '../loads/resting.js';
import { atLeast, type BenchFigure, figure, shortNumber } from '../measuring/figure.js';
import { median, seconds } from '../measuring/measure.js';

const DAYS = 365;
const ORDERS = 1000;
const ROUNDS = 15;

/** Replays with orders that rest to the end, and with orders that fill during the year. */
export function skipBench(): BenchFigure[] {
  const market = makeMarket({ days: DAYS });
  const [windows = []] = market.windows;
  const raw = market.ticks / median(3, () => seconds(() => rawReplay(windows)));
  return [false, true].map(fills => {
    let filled = 0;
    const rate = median(ROUNDS, () => {
      const run = replayResting({ market, orders: ORDERS, replay: 'pass-quiet', fills });
      filled = run.engine.ledger.slice().filter(({ type }) => type === 'ORDER_FILL').length;
      return run.ticks / run.seconds;
    });
    const what = fills ? `${filled} of 1,000 orders fill` : '1,000 orders rest';
    const name = `year of ${shortNumber(market.ticks)} ticks, quiet ones passed, ${what}`;
    const goal = fills ? undefined : atLeast(1000e6);
    return figure(name, rate, 'ticks/s', { beside: ['raw loop', raw], goal });
  });
}
