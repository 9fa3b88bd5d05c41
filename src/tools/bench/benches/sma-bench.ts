/**
 * SMA 20/50 backtests over a million ticks in one warm process, a second: ticks and their bounds
 * are prepared before. Yardstick: a bare loop over every tick that keeps closes and both sums.
 */

import type { TickColumns } from '../../../core/market/tick.js';
import { runBacktest } from '../../../core/run/backtest.js';
import { MICROS_PER_HOUR, MICROS_PER_MINUTE } from '../../../core/time/instant.js';
import { smaFactory, smaScenario } from '../loads/backtests.js';
import { MILLION_DAYS, makeMarket } from '../loads/market.js';
import { atLeast, type BenchFigure, figure, shortNumber } from '../measuring/figure.js';
import { median, seconds } from '../measuring/measure.js';

/** Runs before the clock starts: V8 compiles for about as long. */
const WARM_UP_SECONDS = 1;
const ROUNDS = 15;
const GRANULARITIES = {
  M1: { micros: MICROS_PER_MINUTE, goal: 120 },
  H1: { micros: MICROS_PER_HOUR, goal: 1_500 },
} as const;

/** On M1 and on H1 candles. */
export async function smaBench(): Promise<BenchFigure[]> {
  const market = makeMarket({ days: MILLION_DAYS });
  const columns = market.windows[0]?.[0]?.columns() as TickColumns;
  const factory = await smaFactory();
  return Object.entries(GRANULARITIES).map(([granularity, { micros, goal }]) => {
    const scenario = smaScenario(market, granularity);
    let fills = 0;
    const run = () => {
      const strategy = factory(scenario.strategy?.params ?? {});
      const { entries } = runBacktest(scenario, { strategy }).engine.ledger;
      fills = entries.slice().filter(({ type }) => type === 'ORDER_FILL').length;
    };
    for (let spent = 0; spent < WARM_UP_SECONDS; ) spent += seconds(run);
    const rate = 1 / median(ROUNDS, () => seconds(run));
    const raw = 1 / median(ROUNDS, () => seconds(() => rawCross(columns, micros)));
    const name = `SMA 20/50 on ${granularity}, ${shortNumber(market.ticks)} ticks, ${fills} fills`;
    return figure(name, rate, 'backtests/s', { beside: ['raw loop', raw], goal: atLeast(goal) });
  });
}

/** How often the averages cross. */
function rawCross({ time, bid, length }: TickColumns, micros: number): number {
  const closes: number[] = [];
  let ends = 0;
  let [fast, slow, side, crossed] = [0, 0, 0, 0];
  for (let row = 0; row < length; row++) {
    if ((time[row] as number) < ends) continue;
    ends = Math.floor((time[row] as number) / micros + 1) * micros;
    const close = bid[Math.max(0, row - 1)] as number;
    const count = closes.push(close);
    fast += close - (closes[count - 21] ?? 0);
    slow += close - (closes[count - 51] ?? 0);
    const now = Math.sign(fast * 50 - slow * 20);
    if (count < 50 || now === side) continue;
    side = now;
    crossed += 1;
  }
  return crossed;
}
