/** What the thread of strategies is given: the scenario again, with the ticks that are there already. */

import { present } from '../../../core/base/present.js';
import type { LoadOptions } from '../../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import { shareTicks } from '../../../data/storage/tick-store/shared-ticks.js';
import type { PilotOrder } from './messages.js';

/** Ticks of an instrument beyond this are opened by the thread itself, a window at a time. */
const SHARED_BYTES_MAX = 536_870_912;

/**
 * The order for a thread with the strategies of `loaded`.
 * @param options - how `loaded` was loaded. @param timeline - whether its timeline runs too.
 */
export function pilotOrder(
  { file, ticks }: LoadedScenario,
  { allowPath, seed, window, overrides, cache }: LoadOptions,
  timeline: boolean,
): Omit<PilotOrder, 'board'> {
  return {
    file,
    timeline,
    ticks: ticks.flatMap(each => shareTicks(each.file, SHARED_BYTES_MAX) ?? []),
    options: present({
      allowPath,
      seed,
      window,
      overrides,
      cache: cache && present({ folder: cache.folder }),
    }),
  };
}
