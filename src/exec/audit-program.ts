/**
 * Tests whether a program looks ahead, as audit-strategy.ts tests a strategy: it runs several
 * times, each time with other prices after an instant that the seed draws, and must send the same
 * requests up to that instant. The sandbox shows no price before its time, so a difference means
 * that the program has the future from elsewhere. Source: decision 0017.
 */

import {
  type AuditedEvent,
  type AuditFinding,
  type AuditOptions,
  drawInstants,
  entryOf,
  firstDifference,
  scrambled,
  withTickFiles,
} from '../broker/runtime/other-future.js';
import { InputError } from '../core/base/input-error.js';
import { present } from '../core/base/present.js';
import { Prng } from '../core/base/prng.js';
import type { Scenario } from '../core/run/scenario.js';
import { formatRfc3339 } from '../core/time/instant.js';
import type { LoadedScenario } from '../data/storage/scenario/given/loaded-scenario.js';
import { canReplaceFiles, withFiles } from './layers/other-files.js';
import type { RunOrder } from './run-order.js';
import { runProgram } from './run-program.js';

/** How the program is run each time. */
export type AuditOrder = Omit<RunOrder, 'scenario' | 'dialect' | 'onRequest'>;

export interface ProgramAuditReport {
  /** RFC 3339. */
  readonly instants: readonly string[];
  /** Requests of the run on the recorded ticks. */
  readonly requests: number;
  /** Whether the program found the other prices in the tick files as well. */
  readonly replacedFiles: boolean;
  /** The first request, or else transaction, that changed. Without `instant`: two runs on the same prices differ. */
  readonly finding?: AuditFinding;
}

interface AuditedRun {
  readonly requests: readonly AuditedEvent[];
  readonly times: readonly number[];
  readonly ledger: readonly AuditedEvent[];
  /** Whether the program was refused each request. */
  readonly isAllRefused: boolean;
}

/**
 * Audits a program.
 * @throws InputError when it cannot be started, when nothing holds it, when it sends no request, or when each is refused.
 */
export async function auditProgram(
  loaded: LoadedScenario,
  order: AuditOrder,
  { instants: count, seed, onRun }: AuditOptions,
): Promise<ProgramAuditReport> {
  const { scenario } = loaded;
  const random = new Prng(seed).fork('audit');
  const runs = count + 2;
  const replacedFiles = await canReplaceFiles();
  const base = await runOnce(loaded, scenario, order);
  if (base.isAllRefused) {
    const rule = 'was refused each of its requests; orrery exec says why';
    throw new InputError('scenario', { file: order.command[0] ?? '' }, rule);
  }
  if (base.requests.length === 0) {
    throw new InputError('scenario', { file: order.command[0] ?? '' }, 'sent no request to audit');
  }
  onRun?.(1, runs);
  const instants = drawInstants(scenario, base.times, { count, random });
  const report = {
    instants: instants.map(formatRfc3339),
    requests: base.requests.length,
    replacedFiles,
  };
  // A difference between two runs on the same prices says nothing about the future.
  const again = firstChange(base, await runOnce(loaded, scenario, order), scenario);
  if (again !== undefined) return { ...report, finding: again };
  onRun?.(2, runs);
  for (const [index, at] of instants.entries()) {
    const other = scrambled(scenario, at, random);
    const changed = await withTickFiles(loaded, other, {
      isWanted: () => replacedFiles,
      use: files => runOnce(loaded, other, order, files),
    });
    onRun?.(index + 3, runs);
    const instant = formatRfc3339(at);
    const finding = firstChange(base, changed, scenario, instant);
    if (finding !== undefined) return { ...report, finding };
  }
  return report;
}

/** @param files - what the program finds in place of files, by their real paths. */
async function runOnce(
  { dialect }: LoadedScenario,
  scenario: Scenario,
  order: AuditOrder,
  files: ReadonlyMap<string, string> = new Map(),
): Promise<AuditedRun> {
  const requests: AuditedEvent[] = [];
  const times: number[] = [];
  const last = scenario.to - 1;
  const { ending, stalledAt, simulation, notes } = await runProgram({
    ...order,
    command: withFiles(order.command, files),
    scenario,
    dialect,
    onRequest: ({ method, url, body }, now) => {
      // How much a program sends when the window is over, until it is ended, is a matter of wall time.
      if (now >= last) return;
      const time = formatRfc3339(now);
      times.push(now);
      requests.push({ time, text: JSON.stringify(present({ time, method, url, body })) });
    },
  });
  if (ending === 'guard') {
    const rule =
      'is held by nothing; --strict holds any program on Linux, --unguarded lets it go on';
    throw new InputError('scenario', { file: order.command[0] ?? '' }, rule);
  }
  if (ending === 'stall') {
    const place = stalledAt === undefined ? '' : `, at ${stalledAt}`;
    const rule = `keeps simulated time still in a loop that never waits${place}, and was ended`;
    throw new InputError('scenario', { file: order.command[0] ?? '' }, rule);
  }
  const { isAllRefused } = notes.answers;
  return { requests, times, isAllRefused, ledger: Array.from(simulation.engine.ledger, entryOf) };
}

/** @param instant - the last instant at which the prices were the same; absent: they were throughout. */
function firstChange(
  base: AuditedRun,
  other: AuditedRun,
  { to }: Scenario,
  instant?: string,
): AuditFinding | undefined {
  const until = instant ?? formatRfc3339(to);
  const found =
    firstDifference(base.requests, other.requests, until) ??
    firstDifference(base.ledger, other.ledger, until);
  if (found === undefined || instant !== undefined) return found;
  const { instant: _everywhere, ...unrepeatable } = found;
  return unrepeatable;
}
