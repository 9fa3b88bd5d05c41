/**
 * Tests whether a strategy looks ahead. The strategy runs several times; each run has other ticks
 * after an instant that the seed draws. Everything up to that instant must be the same as in the
 * first run. The engine never shows a tick before its time, so a difference means that the strategy
 * reads the future in another way: mostly it opens the tick file itself, and then it reads the
 * replaced ticks. Every second instant is the time of a command, because only these instants reveal
 * a strategy that looks just one tick ahead.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { InputError } from '../core/base/input-error.js';
import { present } from '../core/base/present.js';
import { Prng } from '../core/base/prng.js';
import type { AcceptedCommand } from '../core/engine/state/command.js';
import type { MarketEntry } from '../core/engine/state/market-entry.js';
import { scrambleAfter } from '../core/feed/scramble.js';
import type { Transaction } from '../core/ledger/transaction.js';
import { residentWindows } from '../core/market/tick.js';
import { type BacktestResult, runBacktest } from '../core/run/backtest.js';
import type { Scenario } from '../core/run/scenario.js';
import { formatRfc3339, type Instant, instant } from '../core/time/instant.js';
import type { LoadedScenario } from '../storage/scenario/loaded-scenario.js';
import { writeTicks } from '../storage/ticks/write-ticks.js';
import { withReplacedFiles } from './replaced-files.js';
import { callbackTurn, strategyOf } from './run-scenario.js';

export interface AuditOptions {
  /** Number of instants, at least 1; each costs one run. */
  readonly instants: number;
  readonly seed: number;
  readonly onRun?: (done: number, total: number) => void;
}

/** The first difference at or before the instant after which the ticks were replaced. */
export interface AuditFinding {
  /**
   * The last instant before the replaced prices, RFC 3339; absent when the prices were the same
   * throughout.
   */
  readonly instant?: string;
  /** Time of the first difference, RFC 3339: at or before `instant`. */
  readonly time: string;
  /**
   * A command of the strategy or a transaction, as JSON; undefined when this run had none there.
   */
  readonly was?: string;
  readonly now?: string;
}

export interface AuditReport {
  readonly instants: readonly string[];
  /** Commands of the run on the recorded ticks. */
  readonly commands: number;
  /** Tick files that the strategy opened itself, by their names in the scenario. */
  readonly opened: readonly string[];
  readonly finding?: AuditFinding;
}

/**
 * Audits the scenario's strategy.
 * @throws InputError when the scenario has none, or the strategy fails on the recorded ticks.
 */
export async function auditStrategy(
  loaded: LoadedScenario,
  { instants: count, seed, onRun }: AuditOptions,
): Promise<AuditReport> {
  const { scenario, document, ticks } = loaded;
  if (scenario.strategy === undefined) throw document.error([], 'has no strategy to audit');
  const random = new Prng(seed).fork('audit');
  const untouched = new Map(ticks.map(({ path }) => [path, path]));
  const base = await withReplacedFiles(untouched, () => runOnce(loaded, scenario));
  const { failure } = base.result;
  if (failure !== undefined) {
    throw new InputError('scenario', { file: loaded.strategyPath ?? loaded.file }, failure.message);
  }
  const instants = drawInstants(scenario, base.result.commands, count, random);
  const report = {
    instants: instants.map(formatRfc3339),
    commands: base.result.commands.length,
    opened: ticks.filter(({ path }) => base.opened.includes(path)).map(({ named }) => named),
  };
  const runs = count + 2;
  onRun?.(1, runs);
  // A difference between two runs on the same prices says nothing about the future.
  const again = firstChange(base.result, await runOnce(loaded, scenario), scenario.to);
  if (again !== undefined) {
    const { instant: _everywhere, ...unrepeatable } = again;
    return { ...report, finding: unrepeatable };
  }
  onRun?.(2, runs);
  for (const [index, at] of instants.entries()) {
    const other = scrambled(scenario, at, random);
    const result = await withOtherFiles(loaded, other, base.opened, () => runOnce(loaded, other));
    onRun?.(index + 3, runs);
    const finding = firstChange(base.result, result, at);
    if (finding !== undefined) return { ...report, finding };
  }
  return report;
}

/** Draws instants of the window, in order: by turns a random instant and the time of a command. */
function drawInstants(
  { from, to }: Scenario,
  commands: readonly AcceptedCommand[],
  count: number,
  random: Prng,
): Instant[] {
  return Array.from({ length: count }, (_, index) => {
    const anyone = from + Math.floor(random.nextUnit() * (to - from));
    const command = commands[Math.floor(random.nextUnit() * commands.length)];
    return instant(index % 2 === 1 ? (command?.time ?? anyone) : anyone);
  }).sort((a, b) => a - b);
}

/** Runs a fresh strategy; its module keeps no state from one run to the next. */
async function runOnce(loaded: LoadedScenario, scenario: Scenario): Promise<BacktestResult> {
  const strategy = await strategyOf(loaded);
  const result = runBacktest(scenario, present({ strategy }));
  await callbackTurn();
  return result;
}

/** The scenario with other ticks after `at`. All ticks are held in memory. */
function scrambled(scenario: Scenario, at: Instant, random: Prng): Scenario {
  const market = scenario.market.map((entry): MarketEntry => {
    if (entry.ticks === undefined) return entry;
    const windows = entry.ticks.windows.flatMap(window =>
      residentWindows(scrambleAfter(window.columns(), at, random)),
    );
    return { ...entry, ticks: { ...entry.ticks, windows } };
  });
  return { ...scenario, market };
}

/**
 * Calls `run`; while it runs, the tick files that the strategy opens contain the ticks of `other`.
 */
async function withOtherFiles<T>(
  { ticks }: LoadedScenario,
  { market }: Scenario,
  opened: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  if (opened.length === 0) return run();
  const folder = await mkdtemp(join(tmpdir(), 'orrery-audit-'));
  try {
    const replacements = new Map<string, string>();
    for (const [index, { path, instrument: name }] of ticks.entries()) {
      const entry = market.find(({ instrument }) => instrument.name === name);
      const columns = entry?.ticks?.windows[0]?.columns();
      if (!opened.includes(path) || entry === undefined || columns === undefined) continue;
      const replacement = join(folder, `${index}-${basename(path)}`);
      await writeTicks(replacement, entry.instrument, columns);
      replacements.set(path, replacement);
    }
    return (await withReplacedFiles(replacements, run)).result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The first command up to `at` that differs between the runs; if none differs, the first
 * transaction.
 */
function firstChange(
  base: BacktestResult,
  other: BacktestResult,
  at: Instant,
): AuditFinding | undefined {
  const until = formatRfc3339(at);
  return (
    firstDifference(base.commands.map(eventOf), other.commands.map(eventOf), until) ??
    firstDifference(base.ledger.map(entryOf), other.ledger.map(entryOf), until)
  );
}

interface Event {
  readonly time: string;
  readonly text: string;
}

function eventOf({ time, command }: AcceptedCommand): Event {
  const at = formatRfc3339(instant(time));
  return { time: at, text: JSON.stringify({ time: at, ...command }) };
}

function entryOf(transaction: Transaction): Event {
  return { time: transaction.time, text: JSON.stringify(transaction) };
}

function firstDifference(
  base: readonly Event[],
  other: readonly Event[],
  until: string,
): AuditFinding | undefined {
  const before = base.filter(({ time }) => time <= until);
  const after = other.filter(({ time }) => time <= until);
  for (let index = 0; index < Math.max(before.length, after.length); index++) {
    const [was, now] = [before[index], after[index]];
    if (was?.text === now?.text) continue;
    const [first = ''] = [was, now].flatMap(each => each?.time ?? []).sort();
    return {
      instant: until,
      time: first,
      ...present({ was: was?.text, now: now?.text }),
    };
  }
  return undefined;
}
