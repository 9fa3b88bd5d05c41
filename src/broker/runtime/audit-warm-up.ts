/**
 * Tests whether results depend on the length of history. The strategies run with histories of growing
 * length, from the shortest with which they begin at the start of the window; each run must order
 * what the run with all of the history orders. The last tick before the window stays in each, so the
 * first prices are the same. Source: decision 0041.
 */

import { bucketStart, DEFAULT_ALIGNMENT } from '../../core/candle/alignment.js';
import { queryCandles } from '../../core/candle/query.js';
import type { CandleSeries } from '../../core/candle/series.js';
import type { BacktestResult } from '../../core/run/backtest.js';
import type { Scenario } from '../../core/run/scenario.js';
import { type CandleNeed, candleNeeds } from '../../core/strategy/candles/candle-reading.js';
import { gapText } from '../../core/strategy/candles/warm-up.js';
import { type Instant, instant, MICROS_PER_HOUR } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { checkEnded, firstChange, runOnce } from './audited-run.js';
import type { AuditFinding } from './other-future.js';
import { strategiesOf } from './run-scenario.js';

/** The first order that changes with the length of history. */
export interface WarmUpFinding extends Omit<AuditFinding, 'instant'> {
  /** Length of the history with which it was another, in seconds before the window. */
  readonly length: number;
  /** Length from which on no order changes, in seconds; absent when only the whole history will do. */
  readonly settled?: number;
}

/** The result of such an audit. */
export interface WarmUpReport {
  /** Lengths of history in seconds before the window, growing; the last is the whole history. */
  readonly lengths: readonly number[];
  /** Commands of the run with all of the history. */
  readonly commands: number;
  /** A difference; without `length` between two runs with all of the history. */
  readonly finding?: WarmUpFinding | Omit<AuditFinding, 'instant'>;
}

/** Receives how many runs of the audit have ended, and how many it has in all. */
type OnRun = (done: number, total: number) => void;

const MICROS_PER_SECOND = 1_000_000;

/**
 * Audits the strategies of a scenario.
 * @throws InputError when it has none, when one fails, or when there is too little history.
 */
export async function auditWarmUp(loaded: LoadedScenario, onRun?: OnRun): Promise<WarmUpReport> {
  const { scenario, document } = loaded;
  const { from, to } = scenario;
  if (scenario.strategy === undefined) throw document.error([], 'has no strategy to audit');
  const base = await runOnce(loaded, scenario);
  await checkEnded(loaded, base);
  const since = await lengthsOf(loaded, base);
  const report = {
    lengths: since.map(each => (from - each) / MICROS_PER_SECOND),
    commands: base.commands.length,
  };
  const total = since.length + 1;
  onRun?.(1, total);
  const again = firstChange(base, await runOnce(loaded, scenario), to);
  onRun?.(2, total);
  if (again !== undefined) return { ...report, finding: withoutInstant(again) };
  const found: (AuditFinding | undefined)[] = [];
  // The last length is that of the base itself.
  for (const [index, historySince] of since.slice(0, -1).entries()) {
    const other = await runOnce(loaded, { ...scenario, historySince });
    found.push(firstChange(other, base, to));
    onRun?.(index + 3, total);
  }
  const finding = findingOf(report.lengths, found);
  return { ...report, ...(finding && { finding }) };
}

/** Whether the file says when its window begins. */
function hasStart({ document }: LoadedScenario): boolean {
  return document.document.getIn(['window', 'from']) !== undefined;
}

/** Where histories of growing length begin. @throws InputError when there is too little history. */
async function lengthsOf(loaded: LoadedScenario, base: BacktestResult): Promise<Instant[]> {
  const { scenario, document } = loaded;
  const { from, market } = scenario;
  const [delay] = base.delays;
  if (delay !== undefined) {
    const rule = `must leave more history before it: the strategy of ${delay.accountID} did not begin at its start`;
    const why = delay.gaps.length > 0 ? `: it waits for ${gapText(delay.gaps)}` : '';
    throw document.error(['window', 'from'], `${rule}${why}`);
  }
  const series = base.engine.state.candles;
  const first = Math.min(...series.map(each => (each.length > 0 ? each.timeAt(0) : from)));
  if (first >= from && loaded.part === undefined && !hasStart(loaded)) {
    const rule =
      'must have a `from` (or --from) after the first tick: --warm-up shortens the history before it';
    throw document.error(['window'], rule);
  }
  if (first >= from) {
    const rule =
      'must leave ticks before it, or the market must name history: the audit shortens it';
    throw document.error(['window', 'from'], rule);
  }
  const { strategy, others } = await strategiesOf(loaded);
  const all = [strategy, ...(others?.values() ?? [])];
  const needs = all.flatMap(each => (each === undefined ? [] : candleNeeds(each)));
  const slots = new Map(market.map(({ instrument }, slot) => [instrument.name, slot]));
  const shortest = Math.min(
    from,
    ...needs.map(need =>
      beginOf(need, series[slots.get(need.instrument) ?? 0] as CandleSeries, scenario),
    ),
  );
  return growing(from, Math.max(first, shortest), first);
}

/** Start of the oldest candle that a need asks for at the start of the window. */
function beginOf(
  { granularity, count }: CandleNeed,
  series: CandleSeries,
  { from }: Pick<Scenario, 'from'>,
): number {
  const open = bucketStart(from, granularity, DEFAULT_ALIGNMENT);
  if (count === 0) return open;
  const kind = { granularity, alignment: DEFAULT_ALIGNMENT, includeFirst: true, smooth: false };
  const [oldest] = queryCandles(series, { ...kind, to: open, count }, from);
  return oldest?.time ?? open;
}

/** From `shortest` back to `first`, each about twice as far from the window as the one before. */
function growing(from: Instant, shortest: number, first: number): Instant[] {
  const since: Instant[] = [];
  for (let at = shortest; at > first; at = from - Math.max(2 * (from - at), MICROS_PER_HOUR)) {
    since.push(instant(at));
  }
  return [...since, instant(first)];
}

/** @param found - the difference of each length but the last. */
function findingOf(
  lengths: readonly number[],
  found: readonly (AuditFinding | undefined)[],
): WarmUpFinding | undefined {
  const differing = found.flatMap((finding, index) =>
    finding === undefined ? [] : [{ ...withoutInstant(finding), length: lengths[index] as number }],
  );
  const [first] = differing.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  if (first === undefined) return undefined;
  const last = found.findLastIndex(each => each !== undefined);
  const isWhole = last === lengths.length - 2;
  return { ...first, ...(!isWhole && { settled: lengths[last + 1] as number }) };
}

function withoutInstant({
  instant: _end,
  ...finding
}: AuditFinding): Omit<AuditFinding, 'instant'> {
  return finding;
}
