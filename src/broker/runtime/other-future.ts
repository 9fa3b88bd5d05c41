/**
 * Another future, by which an audit finds what looks ahead: instants after which prices are replaced,
 * the scenario and the tick files with other prices, and the first difference before them. Source:
 * decision 0017.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { present } from '../../core/base/present.js';
import type { Prng } from '../../core/base/prng.js';
import type { MarketEntry } from '../../core/engine/state/market-entry.js';
import { scrambleAfter } from '../../core/feed/scramble.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import { residentWindows } from '../../core/market/tick.js';
import type { Scenario } from '../../core/run/scenario.js';
import { type Instant, instant } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { writeTicks } from '../../data/storage/ticks/write-ticks.js';

/** How an audit is made. */
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

/** A command, or a transaction that came of it. */
export interface AuditedEvent {
  /** RFC 3339. */
  readonly time: string;
  readonly text: string;
}

/**
 * Draws instants of the window, in order: by turns a random instant and one of `times`.
 * @param times - of what the audited program did, microseconds since 1970.
 */
export function drawInstants(
  { from, to }: Scenario,
  times: readonly number[],
  { count, random }: { readonly count: number; readonly random: Prng },
): Instant[] {
  return Array.from({ length: count }, (_, index) => {
    const anyone = from + Math.floor(random.nextUnit() * (to - from));
    const time = times[Math.floor(random.nextUnit() * times.length)];
    return instant(index % 2 === 1 ? (time ?? anyone) : anyone);
  }).sort((a, b) => a - b);
}

/** The scenario with other ticks after `at`. All ticks are held in memory. */
export function scrambled(scenario: Scenario, at: Instant, random: Prng): Scenario {
  const market = scenario.market.map((entry): MarketEntry => {
    if (entry.ticks === undefined) return entry;
    const windows = entry.ticks.windows.flatMap(window =>
      residentWindows(scrambleAfter(window.columns(), at, random)),
    );
    return { ...entry, ticks: { ...entry.ticks, windows } };
  });
  return { ...scenario, market };
}

/** Which tick files are written with other ticks, and what uses them. */
export interface TickFileUse<T> {
  /** @param path - the real path of a tick file of the scenario. */
  readonly isWanted: (path: string) => boolean;
  /** @param replacements - paths of files with other ticks, by the real paths of the scenario's. */
  readonly use: (replacements: ReadonlyMap<string, string>) => Promise<T>;
}

/** Writes tick files with the ticks of `other`, and removes them after their use. */
export async function withTickFiles<T>(
  { ticks }: LoadedScenario,
  { market }: Scenario,
  { isWanted, use }: TickFileUse<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-audit-'));
  try {
    const replacements = new Map<string, string>();
    for (const [index, { path, instrument: name, file }] of ticks.entries()) {
      const entry = market.find(({ instrument }) => instrument.name === name);
      const columns = entry?.ticks?.windows[0]?.columns();
      if (!isWanted(path) || entry === undefined || columns === undefined) continue;
      const replacement = join(folder, `${index}-${basename(path)}`);
      await writeTicks(replacement, entry.instrument, columns, present({ bars: file.bars }));
      replacements.set(path, replacement);
    }
    return await use(replacements);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A transaction as an event. */
export function entryOf(transaction: Transaction): AuditedEvent {
  return { time: transaction.time, text: JSON.stringify(transaction) };
}

/**
 * The first event up to `until` (RFC 3339) that differs between two runs; undefined when none does.
 */
export function firstDifference(
  base: readonly AuditedEvent[],
  other: readonly AuditedEvent[],
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
