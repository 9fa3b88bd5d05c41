/** How the ticks of a run were made from bars, and what the run shows of it. */

import type { AccountRun } from '../figures/account/account-run.js';
import { barsWithBoth } from '../figures/by-tick/bars-with-both.js';
import type { ManifestBars } from '../figures/table/report-data.js';
import type { LoadedScenario } from '../storage/scenario/given/loaded-scenario.js';

/**
 * The facts by instrument; recorded ticks have none.
 * @param runs - every account of the run.
 */
export function runBars(
  { ticks }: Pick<LoadedScenario, 'ticks'>,
  runs: readonly AccountRun[],
): ReadonlyMap<string, ManifestBars> {
  const made = ticks.flatMap(({ instrument, file: { bars } }) =>
    bars === undefined ? [] : [[instrument, bars] as const],
  );
  const counts = barsWithBoth(runs, new Set(made.map(([instrument]) => instrument)));
  return new Map(
    made.map(([instrument, bars]) => {
      return [instrument, { ...bars, withBoth: counts.get(instrument) ?? 0 }];
    }),
  );
}
