/**
 * A market with the disturbances of a scenario: its ticks and halts are changed before the run, so
 * every kind of run sees the same market.
 */

import { present } from '../../base/present.js';
import type { Halt, MarketEntry } from '../../engine/state/market-entry.js';
import type { FaultRule } from '../../fault/rule.js';
import { weeklySpans } from '../../fault/weekly.js';
import { disturbedWindow, heardWindow } from '../../feed/disturbed-ticks.js';
import type { TickSource } from '../../feed/tick-source.js';
import type { Instant } from '../../time/instant.js';
import type { Disturbance } from './input.js';

/**
 * What the rules of the market make of each instrument, by its name.
 * @param from - for rules without a beginning. @param to - for rules without an end.
 */
export function disturbancesOf(
  rules: readonly FaultRule[],
  from: Instant,
  to: Instant,
): ReadonlyMap<string, readonly Disturbance[]> {
  const found = new Map<string, Disturbance[]>();
  for (const { market, ...rule } of rules) {
    if (market === undefined) continue;
    const { instrument, halt, reduceOnly, ...change } = market;
    const whole = { from: rule.from ?? from, to: rule.to ?? to };
    const spans = rule.weekly === undefined ? [whole] : weeklySpans(rule.weekly, whole);
    const known = found.get(instrument) ?? [];
    found.set(instrument, known);
    for (const span of spans) {
      known.push({ ...span, ...present(change) });
      if (halt !== undefined) known.push({ ...span, halt: { side: halt, mode: 'HALTED' } });
      if (reduceOnly !== undefined) {
        known.push({ ...span, halt: { side: reduceOnly, mode: 'REDUCE_ONLY' } });
      }
    }
  }
  return found;
}

/** The halts among disturbances. */
export function haltsIn(disturbances: readonly Disturbance[]): readonly Halt[] {
  return disturbances.flatMap(({ from, to, halt }) =>
    halt === undefined ? [] : [{ from, to, ...halt }],
  );
}

/** The entry with `disturbances` in its ticks, history and halts; itself without any. */
export function disturbedEntry(
  entry: MarketEntry,
  disturbances: readonly Disturbance[],
): MarketEntry {
  if (disturbances.length === 0) return entry;
  const halts = [...entry.halts, ...haltsIn(disturbances)];
  const { ticks, history } = entry;
  const disturbed = ({ instrument, digest, windows }: TickSource): TickSource => ({
    instrument,
    digest,
    windows: windows
      .map(window => disturbedWindow(window, disturbances))
      .flatMap(window => heardWindow(window, disturbances)),
  });
  return {
    ...entry,
    halts,
    ...(ticks && { ticks: disturbed(ticks) }),
    ...(typeof history === 'object' && { history: disturbed(history) }),
  };
}
