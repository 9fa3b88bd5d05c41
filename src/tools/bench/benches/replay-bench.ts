/**
 * Replay that takes every tick, with orders resting, over the full engine: ticks a second on one
 * thread. Yardstick: a bare loop over the same typed arrays that keeps a high and a low.
 */

import { present } from '../../../core/base/present.js';
import type { Outputs } from '../../../core/engine/state/outputs.js';
import { MILLION_DAYS, makeMarket } from '../loads/market.js';
import { rawReplay } from '../loads/raw-loops.js';
import { replayResting } from '../loads/resting.js';
import { atLeast, type BenchFigure, figure } from '../measuring/figure.js';
import { median, seconds } from '../measuring/measure.js';

const ROUNDS = 7;

/** Replays with a subscriber on every tick, and without one. */
export function replayBench(): BenchFigure[] {
  const market = makeMarket({ days: MILLION_DAYS });
  const [windows = []] = market.windows;
  const raw = market.ticks / median(ROUNDS, () => seconds(() => rawReplay(windows)));
  const rate = (name: string, orders: number, outputs?: Outputs): BenchFigure => {
    const value = median(ROUNDS, () => {
      const run = replayResting({ market, orders, replay: 'every-tick', ...present({ outputs }) });
      return run.ticks / run.seconds;
    });
    const goal = outputs && atLeast(25e6);
    return figure(name, value, 'ticks/s', { beside: ['raw loop', raw], goal });
  };
  let heard = 0;
  const onTick = (_slot: number, _time: number, bid: number) => {
    heard += bid;
  };
  const figures = [
    rate('replay, subscriber, 1,000 orders rest', 1000, { onTick }),
    rate('replay, every tick, 10 orders rest', 10),
    rate('replay, every tick, 1,000 orders rest', 1000),
  ];
  if (heard === 0) throw new Error('the subscriber heard nothing');
  return figures;
}
