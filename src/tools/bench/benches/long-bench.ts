/**
 * Fifty million ticks with a thousand orders, which fill one by one: wall time of both replay
 * modes, one ledger, and the memory that the ticks take. Yardstick: a bare loop over every tick.
 */

import type { ReplayMode } from '../../../core/run/run-loop.js';
import { ledgerHash } from '../../../data/record/ledger-file.js';
import { makeMarket } from '../loads/market.js';
import { rawReplay } from '../loads/raw-loops.js';
import { replayResting } from '../loads/resting.js';
import { atMost, type BenchFigure, figure, shortNumber } from '../measuring/figure.js';
import { bytesInUse, seconds } from '../measuring/measure.js';
import { say } from '../measuring/progress.js';

const TICKS = 50_000_000;
const DAYS = 365;
const TICKS_PER_DAY = 250_000;
const ORDERS = 1000;
/** Columns of 16 bytes a tick and its share of bounds stay well below this. */
const BYTES_PER_TICK = 24;

/** @throws Error when the two modes do not give one ledger. */
export function longBench(): BenchFigure[] {
  const before = bytesInUse();
  const market = makeMarket({ days: DAYS, ticksPerDay: TICKS_PER_DAY, mostTicks: TICKS });
  const bytes = (bytesInUse() - before) / market.ticks;
  const [windows = []] = market.windows;
  const raw = seconds(() => rawReplay(windows));
  const hashes = new Set<string>();
  const time = (replay: ReplayMode): BenchFigure => {
    const run = replayResting({ market, orders: ORDERS, replay, fills: true });
    const hash = ledgerHash(run.engine.ledger);
    hashes.add(hash);
    say(`  ${replay}: ${run.seconds.toFixed(3)} s, ${hash}`);
    const name = `${shortNumber(market.ticks)} ticks, ${replay}`;
    return figure(name, run.seconds, 's', { beside: ['raw loop', raw] });
  };
  const times = [time('pass-quiet'), time('every-tick')];
  if (hashes.size > 1) throw new Error('the two replay modes differ');
  const peak = process.resourceUsage().maxRSS / 1000;
  const columns = (market.ticks * 16) / 1e6;
  return [
    ...times,
    figure('memory of the ticks', bytes, 'bytes/tick', {
      beside: ['columns', 16],
      goal: atMost(BYTES_PER_TICK),
    }),
    figure('peak memory of the process', peak, 'MB', { beside: ['columns', columns] }),
  ];
}
