/**
 * The inputs of the formulas. Each is computed when a figure first needs it and then kept, so that
 * a study that needs one figure of a thousand runs computes only that one.
 */

import { type Decimal, decimal, sum } from '../../../core/base/decimal.js';
import { once } from '../../../core/base/once.js';
import { MICROS_PER_DAY } from '../../../core/time/instant.js';
import { type Refusals, refusalsOf } from '../../../core/view/refusals.js';
import type { AccountRun } from '../account/account-run.js';
import { type DayEnd, type DayReturn, dailyReturns, dayEnds } from '../account/daily.js';
import { type EquityCurve, equityCurve } from '../by-tick/equity-curve.js';
import {
  type Moments,
  mean,
  momentsOf,
  sampleDeviation,
  sum as sumOf,
} from '../math/statistics.js';
import { type Benchmark, benchmarkAt, changes } from './benchmark.js';
import { type BuiltInFinancing, builtInFinancing, financingNote } from './built-in-financing.js';
import { type Costs, costsOf, type OrderCounts, orderCounts, slippages } from './costs.js';
import { type DrawdownEpisode, type DrawdownPoint, drawdowns, episodes } from './drawdown.js';
import { type Excursion, excursions } from './excursions.js';
import { exposure } from './exposure.js';
import { type GeneratedPart, generatedNote, generatedPart } from './generated-part.js';
import { dividendNote, indicesWithout } from './missing-dividends.js';
import { type RollingSharpe, rollingSharpe } from './rolling-sharpe.js';
import { theoreticalFinancing } from './theoretical-financing.js';
import { type TradeResult, tradeResults } from './trade-results.js';

const MICROS_PER_YEAR = 365.25 * MICROS_PER_DAY;

/**
 * Owns what has been computed of one run. The first reading of a fact computes it, every later one
 * returns the same value.
 */
export class Facts {
  readonly run: AccountRun;
  readonly days: () => readonly DayEnd[];
  readonly returns: () => readonly DayReturn[];
  /** Daily returns as plain numbers; 0.01 is 1 %. */
  readonly fractions: () => readonly number[];
  readonly drawdowns: () => readonly DrawdownPoint[];
  readonly episodes: () => readonly DrawdownEpisode[];
  readonly trades: () => readonly TradeResult[];
  /** Results of the closed trades as numbers, in home currency. */
  readonly results: () => readonly number[];
  readonly excursions: () => ReadonlyMap<string, Excursion>;
  readonly costs: () => Costs;
  /** Financing without the broker's markup, in home currency. */
  readonly theoreticalFinancing: () => Decimal;
  /** Names of the indices that were held overnight and whose dividends are not known. */
  readonly indicesWithoutDividends: () => readonly string[];
  readonly generatedPart: () => GeneratedPart | undefined;
  readonly builtInFinancing: () => BuiltInFinancing | undefined;
  readonly orders: () => OrderCounts;
  readonly refusals: () => Refusals;
  readonly slippages: () => readonly number[];
  readonly exposure: () => number | undefined;
  readonly benchmark: () => Benchmark | undefined;
  readonly benchmarkReturns: () => readonly number[] | undefined;
  readonly equityCurve: () => EquityCurve;
  readonly rollingSharpe: () => RollingSharpe;
  /** Mean of the daily returns; at least one return must exist. */
  readonly mean: () => number;
  /** Sample deviation of the daily returns. */
  readonly deviation: () => number;
  readonly moments: () => Moments;

  constructor(run: AccountRun) {
    this.run = run;
    this.days = once(() => dayEnds(run));
    this.returns = once(() => dailyReturns(this.days()));
    this.fractions = once(() => this.returns().map(({ fraction }) => fraction));
    this.drawdowns = once(() => drawdowns(run.from, this.returns()));
    this.episodes = once(() => episodes(this.drawdowns()));
    this.trades = once(() => tradeResults(run));
    this.results = once(() => this.trades().map(({ result }) => result.toNumber()));
    this.excursions = once(() => excursions(run, this.trades()));
    this.costs = once(() => costsOf(run));
    this.theoreticalFinancing = once(() => theoreticalFinancing(run));
    this.indicesWithoutDividends = once(() => indicesWithout(run));
    this.generatedPart = once(() => generatedPart(run));
    this.builtInFinancing = once(() => builtInFinancing(run));
    this.orders = once(() => orderCounts(run));
    this.refusals = once(() => refusalsOf(run.entries));
    this.slippages = once(() => slippages(run));
    this.exposure = once(() => exposure(run));
    this.benchmark = once(() =>
      benchmarkAt(
        run,
        this.drawdowns().map(({ at }) => at),
      ),
    );
    this.benchmarkReturns = once(() => {
      const benchmark = this.benchmark();
      return benchmark === undefined ? undefined : changes(benchmark.prices);
    });
    this.equityCurve = once(() => equityCurve(run));
    this.rollingSharpe = once(() => rollingSharpe(this.returns(), run.periodsPerYear));
    this.mean = once(() => mean(this.fractions()));
    this.deviation = once(() => sampleDeviation(this.fractions()));
    this.moments = once(() => momentsOf(this.fractions()));
  }

  /** NAV at the end of the run, even if that is the opening instant. */
  endNAV(): Decimal {
    return decimal(this.run.equity.at(-1)?.NAV ?? this.days().at(-1)?.NAV ?? '0');
  }

  /** NAV at the end less all net deposits: the profit. */
  netProfit(): Decimal {
    return this.endNAV().minus(sum(this.days().map(({ paidIn }) => paidIn)));
  }

  /** The part of the net profit that made-up prices gave, in words; undefined when there is none. */
  generatedNote(): string | undefined {
    const part = this.generatedPart();
    return part && generatedNote(part, this.netProfit(), this.run.currency);
  }

  /** Notes for a reader of the net profit, about its prices, its financing and its dividends. */
  profitNotes(): readonly string[] {
    const charged = this.builtInFinancing();
    const rates = charged && financingNote(charged, this.netProfit(), this.run.currency);
    const dividends = dividendNote(this.indicesWithoutDividends());
    return [this.generatedNote(), rates, dividends].filter(note => note !== undefined);
  }

  /** Final value of 1 after all returns. */
  growth(): number {
    return this.fractions().reduce((value, fraction) => value * (1 + fraction), 1);
  }

  /** From the opening to the end, in years of 365.25 days. */
  years(): number {
    return this.#micros() / MICROS_PER_YEAR;
  }

  /** Whether less than a day lies between the opening and the end. */
  isUnderADay(): boolean {
    return this.#micros() < MICROS_PER_DAY;
  }

  #micros(): number {
    const days = this.days();
    return (days.at(-1)?.at ?? 0) - (days[0]?.at ?? 0);
  }

  /** The deepest daily drawdown, as a fraction; 0 when there is none. */
  maxDrawdown(): number {
    return this.drawdowns().reduce((deepest, { fraction }) => Math.max(deepest, fraction), 0);
  }

  /**
   * Downside deviation: root of the sum of squares of the negative returns over the number of all
   * returns.
   */
  downside(): number {
    const fractions = this.fractions();
    const squares = fractions.map(fraction => (fraction < 0 ? fraction * fraction : 0));
    return Math.sqrt(sumOf(squares) / fractions.length);
  }

  wins(): number[] {
    return this.results().filter(result => result > 0);
  }

  losses(): number[] {
    return this.results().filter(result => result < 0);
  }
}
