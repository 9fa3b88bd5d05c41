/**
 * Writes down what a command saw of a window, and says how often the window has been looked at. A place
 * that cannot be written fails no run: the report says so.
 */

import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import type { SessionRecord } from '../../broker/runtime/session.js';
import { present } from '../../core/base/present.js';
import type { BacktestResult } from '../../core/run/backtest.js';
import type { Scenario } from '../../core/run/scenario.js';
import { accountRun } from '../../data/figures/account/account-run.js';
import {
  type DailySeries,
  dailySeries,
  readSeries,
  type SeriesText,
  seriesText,
} from '../../data/figures/account/daily-series.js';
import { Facts } from '../../data/figures/facts/facts.js';
import { roundedAs } from '../../data/figures/table/figure.js';
import {
  probabilisticSharpe,
  type ReturnShape,
  shapeOfReturns,
} from '../../data/figures/table/return-shape.js';
import { History } from '../../data/storage/looks/history.js';
import {
  type MarketSpan,
  type NewLooks,
  type SeenResult,
  seenResult,
} from '../../data/storage/looks/look.js';
import type { LookedAt } from '../../data/storage/looks/looked-at.js';
import { LOOKS_VARIABLE, looksPlace } from '../../data/storage/looks/looks-folder.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { triesOf } from '../luck/deflated.js';
import { returnMatrix } from '../luck/return-matrix.js';

/** The run whose Sharpe ratio is deflated by all looks at its span. */
export interface DeflatedRun {
  readonly span: MarketSpan;
  readonly result: SeenResult;
}

/**
 * Adds looks to the history of the place that the environment names.
 * @returns what is known of the span of `judged`; undefined in a test.
 */
export async function recordLooks(
  all: readonly NewLooks[],
  { span, result }: DeflatedRun,
): Promise<LookedAt | undefined> {
  const { folder, notKept: cause } = looksPlace(process.env, process.cwd());
  if (cause === 'test') return undefined;
  if (cause !== undefined) {
    const own = all.filter(looks => looks.span.from === span.from && looks.span.to === span.to);
    const results = own.flatMap(looks => looks.results);
    const series = results.flatMap(({ daily }) => (daily ? [readSeries(daily)] : []));
    const notKept = `${LOOKS_VARIABLE} is off, and looks of other runs are not counted`;
    return lookedAt({ looks: results.length, series }, result, { notKept });
  }
  const history = History.read(folder);
  const notKept = await refusalOf(history, all);
  const seen = history.looksAt(span);
  const series = seen.flatMap(look => look.series ?? []);
  const faults = history.faults.length === 0 ? undefined : history.faults;
  return lookedAt({ looks: seen.length, series }, result, present({ notKept, faults }));
}

/** Adds looks. @returns why they could not be written; undefined when they were. */
async function refusalOf(history: History, all: readonly NewLooks[]): Promise<string | undefined> {
  try {
    for (const looks of all) await history.addLooks(looks);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * The look of one run of a scenario: the result of the account of its first strategy, or of the first
 * account.
 * @param by - what made it. @param strategy - its name; default: the path of its module.
 */
function runLook(
  loaded: LoadedScenario,
  run: BacktestResult,
  by: string,
  strategy = loaded.strategyPath ?? loaded.scenario.name,
): NewLooks {
  const { scenario } = loaded;
  const id = scenario.strategy?.accountID ?? (scenario.accounts[0]?.id as string);
  const facts = new Facts(accountRun(scenario, run, id));
  const daily = plainDaily(loaded, seriesText(dailySeries(facts.returns())));
  const result = seenResult(daily, facts.results().length);
  return { span: scenarioSpan(scenario, loaded), by, strategy, results: [result] };
}

/**
 * Records the look of a run, unless it is a golden: a scenario whose file states the ledger, and which
 * gave it, shows nothing new.
 * @param by - what made it. @returns what is known of its window; undefined for no look.
 */
export async function lookedRun(
  { loaded, result, expectations }: Pick<ScenarioRun, 'loaded' | 'result' | 'expectations'>,
  by: string,
): Promise<LookedAt | undefined> {
  const isGolden =
    loaded.scenario.expect.ledger !== undefined && expectations.every(({ ok }) => ok);
  return isGolden ? undefined : recordRun(runLook(loaded, result, by));
}

/**
 * Records the look of a program's session; undefined when all its prices were made up, because no market
 * was looked at. @param program - its command.
 */
export async function lookedSession(
  { loaded, result }: SessionRecord,
  program: string,
): Promise<LookedAt | undefined> {
  if (loaded.ticks.length === 0) return undefined;
  return recordRun(runLook(loaded, result, 'exec', program));
}

/**
 * Records the look of a strategy that ran beside a server; undefined without a strategy: trades by hand are no
 * rule that is chosen among others by its result.
 */
export async function lookedServed({
  loaded,
  result,
}: SessionRecord): Promise<LookedAt | undefined> {
  if (loaded.strategyPath === undefined) return undefined;
  return recordRun(runLook(loaded, result, 'serve'));
}

async function recordRun(looks: NewLooks): Promise<LookedAt | undefined> {
  return recordLooks([looks], { span: looks.span, result: looks.results[0] as SeenResult });
}

/** What a scenario shows: the instruments that have ticks, over its window; those of the plain market. */
export function scenarioSpan(
  { from, to }: Pick<Scenario, 'from' | 'to'>,
  { ticks, disguise }: Pick<LoadedScenario, 'ticks' | 'disguise'>,
): MarketSpan {
  const instruments = ticks.map(({ instrument }) => instrument);
  const back = disguise?.disguise.inverse();
  return { instruments, from: back?.at(from) ?? from, to: back?.at(to) ?? to };
}

/** Daily returns by the days of the market behind a disguise. */
export function plainDaily(
  { disguise }: Pick<LoadedScenario, 'disguise'>,
  daily: SeriesText,
): SeriesText {
  if (disguise === undefined) return daily;
  const { days, returns } = readSeries(daily);
  const shift = disguise.disguise.days;
  return seriesText({ days: days.map(day => day - shift), returns });
}

/** The number of looks, and the series of those whose returns were kept. */
interface KnownLooks {
  readonly looks: number;
  readonly series: readonly DailySeries[];
}

function lookedAt(
  { looks, series }: KnownLooks,
  { daily }: SeenResult,
  more: Pick<LookedAt, 'notKept' | 'faults'>,
): LookedAt {
  const own = daily && readSeries(daily);
  const shape = own && shapeOfReturns([...own.returns]);
  const shapes = series.flatMap(({ returns }) => shapeOfReturns([...returns]) ?? []);
  const matrix = own && returnMatrix(series, own.days);
  const { luck, luckOfRuns, clusters } = triesOf(shapes, matrix, looks);
  return {
    looks,
    clusters,
    dsr: deflated(shape, luck),
    dsrOfLooks: deflated(shape, luckOfRuns),
    ...more,
  };
}

function deflated(shape: ReturnShape | undefined, luck: number): number | null {
  const value = shape && probabilisticSharpe(shape, luck);
  return typeof value === 'number' ? roundedAs(value, 'fraction') : null;
}
