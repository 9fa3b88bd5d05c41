/**
 * Candle queries after a year of ticks: 5,000 candles from its start, from its middle and up to its
 * end; the slowest of the three is the figure. Yardstick: a bare loop that makes as many plain
 * candles.
 */

import { DEFAULT_ALIGNMENT } from '../../../core/candle/alignment.js';
import type { Granularity } from '../../../core/candle/granularity.js';
import { type CandleRequest, queryCandles } from '../../../core/candle/query.js';
import type { CandleSeries } from '../../../core/candle/series.js';
import { instant } from '../../../core/time/instant.js';
import { makeMarket } from '../loads/market.js';
import { replayResting } from '../loads/resting.js';
import { atMost, type BenchFigure, figure } from '../measuring/figure.js';
import { median, seconds } from '../measuring/measure.js';

const DAYS = 365;
const COUNT = 5000;
const ROUNDS = 5;
const GRANULARITIES: readonly Granularity[] = ['S5', 'M1', 'M15', 'H1', 'H4', 'D', 'W'];

/** One figure per granularity. */
export function candlesBench(): BenchFigure[] {
  const market = makeMarket({ days: DAYS });
  const { engine } = replayResting({ market, orders: 0, replay: 'pass-quiet' });
  const [series] = engine.state.candles as [CandleSeries];
  const { from, to } = market;
  const places: readonly Partial<CandleRequest>[] = [
    { from },
    { from: instant(from + (to - from) / 2) },
    {},
  ];
  const measure = (granularity: Granularity): BenchFigure => {
    let made = 0;
    const times = places.map(place => {
      const request = {
        granularity,
        alignment: DEFAULT_ALIGNMENT,
        count: COUNT,
        includeFirst: true,
        smooth: false,
        ...place,
      };
      const query = () => {
        made = Math.max(made, queryCandles(series, request, to).length);
      };
      return median(ROUNDS, () => seconds(query)) * 1000;
    });
    const worst = Math.max(...times);
    const raw = median(ROUNDS, () => seconds(() => plainCandles(made))) * 1000;
    return figure(`${made} candles of ${granularity}, worst place`, worst, 'ms', {
      beside: ['plain objects', raw],
      goal: atMost(5),
    });
  };
  // The first round is for the compiler.
  GRANULARITIES.forEach(measure);
  return GRANULARITIES.map(measure);
}

function plainCandles(count: number) {
  const side = (o: number) => ({ o, h: o + 2, l: o - 2, c: o + 1 });
  return Array.from({ length: count }, (_, time) => ({
    time,
    volume: 1,
    bid: side(time),
    mid: side(time + 1),
    ask: side(time + 2),
    complete: true,
  }));
}
