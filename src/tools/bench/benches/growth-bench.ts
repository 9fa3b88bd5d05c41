/**
 * Growth: how much longer a replay takes, and how much more memory a market and its engine use,
 * with ten times as much of one thing. Ten times the ticks or instruments may cost ten times as
 * much; ten times the resting orders may cost almost nothing more. Yardstick: the same replay with
 * a tenth. And the ticks a second of 28 instruments with a subscriber to every tick.
 */

import type { Outputs } from '../../../core/engine/state/outputs.js';
import type { ReplayMode } from '../../../core/run/run-loop.js';
import { type Market, makeMarket } from '../loads/market.js';
import { replayResting } from '../loads/resting.js';
import { atLeast, type BenchFigure, figure, ratioAtMost } from '../measuring/figure.js';
import { bytesInUse, median } from '../measuring/measure.js';

const ROUNDS = 5;
/** The major currencies, in the order in which a pair names them. */
const MAJORS = ['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'JPY'];
const TEN = [
  'EUR_USD',
  'GBP_USD',
  'AUD_USD',
  'NZD_USD',
  'USD_JPY',
  'USD_CAD',
  'USD_CHF',
  'EUR_GBP',
  'EUR_JPY',
  'GBP_JPY',
] as const;

interface Size {
  readonly days: number;
  readonly orders: number;
  readonly accounts: number;
  readonly instruments: number;
}

interface Growth {
  readonly what: string;
  readonly few: Size;
  readonly many: Size;
  /** Greatest allowed growth of time, by mode. */
  readonly limits: Readonly<Record<ReplayMode, number>>;
}

const BASE: Size = { days: 7, orders: 100, accounts: 1, instruments: 1 };
/** Linear growth, with room for caches that become too small. */
const LINEAR = 13;
const GROWTHS: readonly Growth[] = [
  {
    what: 'ticks',
    few: { ...BASE, days: 2 },
    many: { ...BASE, days: 28 },
    limits: { 'every-tick': LINEAR, 'pass-quiet': LINEAR },
  },
  {
    what: 'resting orders',
    few: BASE,
    many: { ...BASE, orders: 1000 },
    limits: { 'every-tick': 1.5, 'pass-quiet': 1.5 },
  },
  {
    what: 'accounts',
    few: { ...BASE, orders: 10 },
    many: { ...BASE, orders: 10, accounts: 10 },
    limits: { 'every-tick': LINEAR, 'pass-quiet': LINEAR },
  },
  {
    what: 'instruments',
    few: { ...BASE, days: 4 },
    many: { ...BASE, days: 4, instruments: 10 },
    limits: { 'every-tick': 12, 'pass-quiet': LINEAR },
  },
];

/** Time in both replay modes, and memory. */
export function growthBench(): BenchFigure[] {
  return [...GROWTHS.flatMap(growthFigures), subscribedFigure()];
}

/** Every tick of all pairs of the eight majors, sent to a subscriber. */
function subscribedFigure(): BenchFigure {
  const market = makeMarket({ days: 2, names: pairsOf(MAJORS) });
  let bids = 0;
  const outputs: Outputs = {
    onTick(_slot, _time, bid) {
      bids += bid;
    },
  };
  const rate = () => {
    const { ticks, seconds } = replayResting({
      market,
      orders: 100,
      replay: 'every-tick',
      outputs,
    });
    return bids > 0 ? ticks / seconds : 0;
  };
  rate();
  const name = `${market.instruments.length} instruments, every tick to a subscriber`;
  return figure(name, median(ROUNDS, rate), 'ticks/s', { goal: atLeast(1e7) });
}

/** The pairs among `currencies`, of which an earlier one is the base. */
function pairsOf(currencies: readonly string[]): string[] {
  return currencies.flatMap((base, at) =>
    currencies.slice(at + 1).map(quote => `${base}_${quote}`),
  );
}

function growthFigures({ what, few, many, limits }: Growth): BenchFigure[] {
  const before = bytesInUse();
  const small = marketOf(few);
  const smallRun = replayResting({ ...few, market: small, replay: 'pass-quiet' });
  const smallBytes = bytesInUse() - before;
  const large = marketOf(many);
  const largeRun = replayResting({ ...many, market: large, replay: 'pass-quiet' });
  const largeBytes = bytesInUse() - before - smallBytes;
  const times = (['every-tick', 'pass-quiet'] as const).map((replay): BenchFigure => {
    const time = (market: Market, size: Size) =>
      median(ROUNDS, () => replayResting({ ...size, market, replay, isWarm: true }).seconds) * 1000;
    // Without this, the tenth would be timed before its code is compiled, and the whole after that.
    time(large, many);
    const a = time(small, few);
    const b = time(large, many);
    return figure(`10 x ${what}, ${replay}, time`, b, 'ms', {
      beside: ['a tenth', a],
      goal: ratioAtMost(limits[replay]),
    });
  });
  // Both engines are used here, so that neither is collected before its bytes are counted.
  if (largeRun.ticks + smallRun.ticks === 0) throw new Error('no ticks were replayed');
  const beside = ['a tenth', smallBytes / 1e6] as const;
  return [...times, figure(`10 x ${what}, memory`, largeBytes / 1e6, 'MB', { beside })];
}

function marketOf({ days, instruments }: Size): Market {
  return makeMarket({ days, names: TEN.slice(0, instruments) });
}
