/**
 * `--from` and `--to`: run another part of a scenario's ticks without editing the scenario. Also
 * makes the notice about it, so that the result is not taken for that of the scenario's own window.
 */

import { present } from '../../core/base/present.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import { disguiseFacts } from '../../data/storage/scenario/disguise-use/disguise-facts.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { instantFlag } from './arguments.js';
import type { FlagsOf } from './typed-flags.js';

export const WINDOW_OPTIONS = {
  from: {
    type: 'string',
    describe: "start of the window, within the ticks; default: the scenario's",
  },
  to: { type: 'string', describe: "end of the window, within the ticks; default: the scenario's" },
} as const;

/** The flags as given. */
export type WindowFlags = FlagsOf<typeof WINDOW_OPTIONS>;

/** The window to load. @throws InputError when a value is no time. */
export function windowAskedBy({ from, to }: WindowFlags): Pick<LoadOptions, 'window'> {
  if (from === undefined && to === undefined) return {};
  return {
    window: {
      ...present({
        from: from === undefined ? undefined : instantFlag('from', from),
        to: to === undefined ? undefined : instantFlag('to', to),
      }),
    },
  };
}

/**
 * `{ window: { from, to } }` for programs when the window is not the scenario's own; otherwise
 * empty.
 */
export function windowField({ part, scenario: { from, to } }: LoadedScenario) {
  if (part === undefined) return {};
  return { window: { from: formatRfc3339(from), to: formatRfc3339(to) } };
}

/** `{ disguise }` for programs; empty when the market is plain. */
export function disguiseField(loaded: LoadedScenario) {
  const disguise = disguiseFacts(loaded);
  return disguise === undefined ? {} : { disguise };
}

/** A notice for people when the window is not the scenario's own; otherwise undefined. */
export function windowText({ part, scenario }: LoadedScenario): string | undefined {
  if (part === undefined) return undefined;
  const { from, to } = scenario;
  const window = `${formatRfc3339(from)} to ${formatRfc3339(to)}, not the scenario's own window`;
  const left = `; ${part.leftOut} of ${part.entries} timeline entries are left out`;
  return part.leftOut === 0 ? window : window + left;
}
