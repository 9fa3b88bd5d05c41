/** The runs of an audit of strategies: each with fresh ones, compared event by event. */

import type { AcceptedCommand } from '../../core/engine/state/command.js';
import { type BacktestResult, runBacktest } from '../../core/run/backtest.js';
import type { Scenario } from '../../core/run/scenario.js';
import { formatRfc3339, type Instant, instant } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { type AuditedEvent, type AuditFinding, entryOf, firstDifference } from './other-future.js';
import {
  callbackTurn,
  explainFailure,
  ownerOf,
  runOrExplain,
  strategiesOf,
} from './run-scenario.js';
import { guardOf } from './stall-guard.js';

/** Runs fresh strategies; their modules keep no state from one run to the next. */
export async function runOnce(loaded: LoadedScenario, scenario: Scenario): Promise<BacktestResult> {
  const made = await strategiesOf(loaded);
  const result = runOrExplain(loaded, () =>
    runBacktest(scenario, { ...made, guard: guardOf(made) }),
  );
  await callbackTurn();
  return result;
}

/** @throws InputError when a strategy failed in the run. */
export async function checkEnded(
  loaded: LoadedScenario,
  { failure }: BacktestResult,
): Promise<void> {
  if (failure === undefined) return;
  throw await explainFailure(failure, ownerOf(loaded, failure)?.path ?? loaded.file);
}

/**
 * The first command up to `at` that differs between the runs; if no command differs, the first
 * transaction that does.
 */
export function firstChange(
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

function eventOf({ time, command }: AcceptedCommand): AuditedEvent {
  const at = formatRfc3339(instant(time));
  return { time: at, text: JSON.stringify({ time: at, ...command }) };
}
