/**
 * Replay that takes every tick, with orders resting, over the full engine: ticks a second on one
 * thread. Yardstick: a bare loop over the same typed arrays that keeps a high and a low.
 */

import { present } from '../../../core/base/present.js';
import type { Outputs } from '../../../core/engine/state/outputs.js';
import { MILLION_DAYS, makeMarket } from '../loads/market.js';
import { rawReplay } from '../loads/raw-loops.js';
import { replayResting } from '../loads/resting.js';
import { atLeast, type Figure } from '../measuring/figure.js';
import { median, seconds } from '../measuring/measure.js';
import { shortNumber } from '../measuring/table.js';

const ROUNDS = 7;

/** With a subscriber on every tick, and without one. */
export function replayBench(): Figure[] {
  const market = makeMarket({ days: MILLION_DAYS });
  const [windows = []] = market.windows;
  const raw = market.ticks / median(ROUNDS, () => seconds(() => rawReplay(windows)));
  const figure = (name: string, orders: number, outputs?: Outputs): Figure => {
    const rate = median(ROUNDS, () => {
      const replay = 'every-tick';
      const run = replayResting({
        market,
        orders,
        replay,
        ...present({ outputs }),
      });
      return run.ticks / run.seconds;
    });
    return {
      name,
      value: rate,
      unit: 'ticks/s',
      yardstick: `raw loop, ${shortNumber(raw)} ticks/s`,
      ratio: rate / raw,
      ...present({ goal: outputs && atLeast(25e6) }),
    };
  };
  let heard = 0;
  const onTick = (_slot: number, _time: number, bid: number) => {
    heard += bid;
  };
  const figures = [
    figure('replay, subscriber, 1,000 orders rest', 1000, { onTick }),
    figure('replay, every tick, 10 orders rest', 10),
    figure('replay, every tick, 1,000 orders rest', 1000),
  ];
  if (heard === 0) throw new Error('the subscriber heard nothing');
  return figures;
}
