/**
 * R5: the gambler's ruin. In a market without drift a trade reaches its take profit of P before its
 * stop loss of D with the probability D / (P + D); a spread takes its part of D, a drift bends it.
 * Source: W. Feller, "An introduction to probability theory and its applications", volume 1, chapter
 * XIV: the walk between two barriers. The formula was written down from memory.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import { Prng } from '../../../core/base/prng.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import type { TickColumns } from '../../../core/market/tick.js';
import {
  daysFromCivil,
  formatRfc3339,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_SECOND,
} from '../../../core/time/instant.js';
import { rateInterval } from '../../luck/rate-interval.js';
import { oneMarket } from '../engine/one-market.js';
import { runStrategies } from '../engine/run-strategies.js';
import type { Check, Claim, Measure, Picture, ReplicationResult } from '../results/replicated.js';
import { bracketTrades } from '../strategies/bracket.js';
import type { ReplicationInputs } from './inputs.js';

/** Take profits and the stop loss, in steps of the walk. */
const PROFITS = [5, 10, 20];
const LOSS = 10;
/** A step: 0.01 % of the first price. */
const STEP = 10;
const PRICE = 100_000;
/** Midnight of a Monday. */
const FROM = daysFromCivil(2024, 1, 8) * MICROS_PER_DAY;
/** Markets that follow one another in one run: each begins at the first price, after all trades have ended. */
const MARKETS_A_RUN = 500;

/** The deviations that hold 95 % of a normal distribution. */
const NORMAL_95 = 1.96;

/** A kind of market. */
interface Kind {
  readonly name: string;
  /** Steps between bid and ask, even. */
  readonly spread: number;
  /** Probability of a step up. */
  readonly up: number;
}

/** Probability of a step up in a market with drift. */
const DRIFTING = 0.49;
const KINDS: readonly Kind[] = [
  { name: 'no spread', spread: 0, up: 0.5 },
  { name: 'spread of 0.02 %', spread: 2, up: 0.5 },
  { name: 'drift down', spread: 0, up: DRIFTING },
  { name: 'spread and drift down', spread: 2, up: DRIFTING },
];

/** How often each take profit came first. */
interface RuinCount {
  readonly kind: Kind;
  /** The counts by take profit, in the engine. */
  readonly engine: readonly number[];
  /** Trades whose end in the engine is not that of the walk. */
  readonly differing: number;
}

/** The replication. */
export function replicateRuin({ seed, markets, onProgress }: ReplicationInputs): ReplicationResult {
  const euro = ensureDefined(instrumentTable().get('EUR_USD'), 'instrument', 'EUR_USD');
  // The markets follow one another without weekends.
  const tradingHours = { ...euro.tradingHours, alwaysOpen: true } as const;
  const instrument = { ...euro, tradingHours };
  let done = 0;
  const onMarkets = (count: number) => {
    done += count;
    onProgress(done, KINDS.length * markets);
  };
  const found = KINDS.map(kind => {
    const prng = new Prng(seed).fork(kind.name);
    return ruined(kind, { instrument, prng, markets, onMarkets });
  });
  const rows = found.flatMap(each => PROFITS.map((_, at) => rowOf(each, at, markets)));
  return {
    measures: rows.map(({ measure }) => measure),
    claims: [bandClaim(rows, markets), spreadClaim(found, markets)],
    checks: found.map(differingCheck),
    notReproduced: [
      'Jumps: the walk meets its barriers exactly. A price that jumps over a stop loss fills worse, and the formula does not have that.',
    ],
    notes: [
      'Arithmetic is the formula, in per cent; Orrery is the share of the markets in which the take profit filled before the stop loss.',
      'A long trade opens at the ask and is closed at the bid: the spread brings the stop nearer and the take profit further by its size.',
      `In brackets: the 95 % interval of the share in ${markets} markets (Wilson).`,
    ],
    parameters: {
      seed,
      'markets of each kind': markets,
      step: `${STEP} points of EUR_USD, 0.01 % of the first price, one a second`,
      'drift down': `a step is up with a probability of ${DRIFTING}`,
      'stop loss': `${LOSS} steps`,
      'take profits': `${PROFITS.join(', ')} steps`,
    },
    data: [],
    pictures: found.map(each => ruinPicture(each, markets)),
  };
}

interface RuinMarkets {
  readonly instrument: Instrument;
  readonly prng: Prng;
  readonly markets: number;
  readonly onMarkets: (count: number) => void;
}

/** Draws the markets of a kind; all take profits are tried in each. */
function ruined(kind: Kind, { instrument, prng, markets, onMarkets }: RuinMarkets): RuinCount {
  const engine = PROFITS.map(() => 0);
  let differing = 0;
  for (let left = markets; left > 0; left -= MARKETS_A_RUN) {
    const count = Math.min(left, MARKETS_A_RUN);
    const walks = Array.from({ length: count }, () => drawnWalk(kind, prng));
    const closed = closedInEngine(instrument, kind, walks);
    walks.forEach(({ isProfit }, market) => {
      PROFITS.forEach((_, at) => {
        const reason = closed[market * PROFITS.length + at];
        const expected = isProfit[at] === true ? 'TAKE_PROFIT_ORDER' : 'STOP_LOSS_ORDER';
        engine[at] = (engine[at] as number) + (reason === 'TAKE_PROFIT_ORDER' ? 1 : 0);
        differing += reason === expected ? 0 : 1;
      });
    });
    onMarkets(count);
  }
  return { kind, engine, differing };
}

/** A market. */
interface Walk {
  /** The bids of the market in points, one a second, until every trade has ended. */
  readonly bids: readonly number[];
  /** Which of the trades ended in profit, by take profit. */
  readonly isProfit: readonly (boolean | undefined)[];
}

function drawnWalk({ spread, up }: Kind, prng: Prng): Walk {
  const bids = [PRICE];
  const ends: (boolean | undefined)[] = PROFITS.map(() => undefined);
  for (let place = 0; ends.includes(undefined); ) {
    place += prng.nextUnit() < up ? 1 : -1;
    bids.push(PRICE + place * STEP);
    PROFITS.forEach((profit, at) => {
      if (place >= profit + spread) ends[at] ??= true;
      if (place <= spread - LOSS) ends[at] ??= false;
    });
  }
  return { bids, isProfit: ends };
}

/** Why the engine closed each trade, market by market and in the order of the take profits. */
function closedInEngine(
  instrument: Instrument,
  { spread }: Kind,
  walks: readonly Walk[],
): readonly (string | undefined)[] {
  const bids = walks.flatMap(walk => walk.bids);
  const time = Float64Array.from(bids, (_, second) => FROM + second * MICROS_PER_SECOND);
  let begun = 0;
  const times = walks.map(walk => {
    const first = time[begun] as number;
    begun += walk.bids.length;
    return formatRfc3339(instant(first + MICROS_PER_SECOND / 2));
  });
  const strategy = bracketTrades({
    instrument: instrument.name,
    brackets: PROFITS.map(profit => ({ profit: profit * STEP, loss: LOSS * STEP })),
    times,
  });
  const ticks: TickColumns = {
    length: bids.length,
    time,
    bid: Int32Array.from(bids),
    ask: Int32Array.from(bids, bid => bid + spread * STEP),
  };
  return closingReasons(
    runStrategies(oneMarket({ name: 'ruin', instrument, ticks }), strategy).ledger,
  );
}

/** Why each trade was closed, in the order of their opening; undefined for one that is open. */
function closingReasons(ledger: readonly Transaction[]): readonly (string | undefined)[] {
  const opened: string[] = [];
  const reasons = new Map<string, string>();
  for (const transaction of ledger) {
    if (transaction.type !== 'ORDER_FILL') continue;
    if (transaction.tradeOpened !== undefined) opened.push(transaction.tradeOpened.tradeID);
    for (const { tradeID } of transaction.tradesClosed ?? []) {
      reasons.set(tradeID, transaction.reason);
    }
  }
  return opened.map(tradeID => reasons.get(tradeID));
}

/** The probability that the take profit comes first. @param profit - in steps. */
export function ruinProbability(
  profit: number,
  { spread, up }: Pick<Kind, 'spread' | 'up'>,
): number {
  const below = LOSS - spread;
  const whole = profit + LOSS;
  if (up === 0.5) return below / whole;
  const odds = (1 - up) / up;
  return (1 - odds ** below) / (1 - odds ** whole);
}

function rowOf({ kind, engine }: RuinCount, at: number, markets: number) {
  const profit = PROFITS[at] as number;
  const count = engine[at] as number;
  const formula = ruinProbability(profit, kind);
  const [low, high] = rateInterval(count, markets);
  const measure: Measure = {
    what: `${kind.name}: +${percentOf(profit)} before -${percentOf(LOSS)} (${(low * 100).toFixed(2)} to ${(high * 100).toFixed(2)})`,
    unit: '%',
    digits: 2,
    arithmetic: formula * 100,
    orrery: (count / markets) * 100,
  };
  return { measure, isWithin: formula >= low && formula <= high };
}

function percentOf(steps: number): string {
  return `${((steps * STEP * 100) / PRICE).toFixed(2)} %`;
}

function bandClaim(rows: readonly { readonly isWithin: boolean }[], markets: number): Claim {
  const within = rows.filter(({ isWithin }) => isWithin).length;
  return {
    says: `The formula lies within the 95 % interval of ${markets} markets in each case.`,
    holds: within === rows.length,
    because: `It does in ${within} of ${rows.length} cases; of so many, ${(rows.length / 20).toFixed(1)} are expected outside by chance.`,
  };
}

/** What the spread of the second kind costs beside the first, in percentage points. */
function spreadClaim(found: readonly RuinCount[], markets: number): Claim {
  const costOf = (shareOf: (each: RuinCount, at: number) => number) =>
    PROFITS.map((_, at) => {
      const [without = 0, withSpread = 0] = found.slice(0, 2).map(each => shareOf(each, at) * 100);
      return without - withSpread;
    });
  const costs = costOf(({ engine }, at) => (engine[at] as number) / markets);
  const formula = costOf(({ kind }, at) => ruinProbability(PROFITS[at] as number, kind));
  // Both shares have an error of their own, which is greatest at one half.
  const error = NORMAL_95 * Math.sqrt((2 * 0.25) / markets) * 100;
  const texts = costs.map((cost, at) => `${cost.toFixed(2)} (formula ${formula[at]?.toFixed(2)})`);
  return {
    says: 'Expected: a spread costs as much probability as its part of the way from stop to profit.',
    holds: costs.every((cost, at) => Math.abs(cost - (formula[at] as number)) <= error),
    because: `It cost ${texts.join(', ')} percentage points; by chance they may differ by ${error.toFixed(2)}.`,
  };
}

function differingCheck({ kind, differing }: RuinCount): Check {
  return {
    what: `${kind.name}: trades whose end in the engine is not that of the walk`,
    difference: differing,
    limit: 0,
    unit: '',
  };
}

function ruinPicture({ kind, engine }: RuinCount, markets: number): Picture {
  const points = (shareOf: (profit: number, at: number) => number) =>
    PROFITS.map(
      (profit, at) => [(profit * STEP * 100) / PRICE, shareOf(profit, at) * 100] as const,
    );
  return {
    title: `Take profit before a stop loss of ${percentOf(LOSS)}: ${kind.name}`,
    caption: 'per cent of the markets, by the take profit in per cent of the price',
    lines: [
      { name: 'Formula', points: points(profit => ruinProbability(profit, kind)) },
      { name: 'Engine', points: points((_, at) => (engine[at] as number) / markets) },
    ],
    bands: [
      {
        name: '95 % interval',
        points: PROFITS.map((profit, at) => {
          const [low, high] = rateInterval(engine[at] as number, markets);
          return [(profit * STEP * 100) / PRICE, low * 100, high * 100] as const;
        }),
      },
    ],
    x: { unit: '%', digits: 2 },
    y: '%',
  };
}
