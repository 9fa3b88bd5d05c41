/**
 * `serve --strategy`: the strategies of the scenario run in the server, beside its clients. Source:
 * decision 0046.
 */

import { faultText } from '../../broker/runtime/pilot/live-strategies.js';
import { pilotOrder } from '../../broker/runtime/pilot/pilot-order.js';
import type { StrategyError } from '../../core/strategy/strategy-error.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { usageError } from './arguments.js';
import { OVERRIDE_OPTIONS } from './override-flags.js';
import type { FlagsOf } from './typed-flags.js';

export const STRATEGY_OPTIONS = {
  strategy: {
    type: 'boolean',
    default: false,
    describe: "also run the scenario's strategies, beside clients",
  },
  ...OVERRIDE_OPTIONS,
} as const;

/** @throws InputError for flags that do not go together. */
export function checkStrategyFlags({
  strategy,
  param,
  store,
}: FlagsOf<typeof STRATEGY_OPTIONS> & { readonly store?: string }): void {
  if (strategy && store !== undefined) {
    const rule = 'cannot be kept in a --store: what a strategy remembers is lost at a restart';
    throw usageError('strategy', rule);
  }
  if (!strategy && param.length > 0) throw usageError('param', 'needs --strategy');
}

/**
 * The strategies of `loaded` for a server, in a thread of their own. A hook that does not return is
 * named on stderr.
 * @param options - how `loaded` was loaded. @throws InputError as `liveStrategies`
 */
export async function drivenBy(loaded: LoadedScenario, options: LoadOptions, timeline: boolean) {
  const { Pilot } = await import('../../broker/runtime/pilot/pilot.js');
  const pilot = await Pilot.start({
    order: pilotOrder(loaded, options, timeline),
    onLate: ({ message }) => {
      process.stderr.write(`${message}\n`);
    },
  });
  return {
    strategies: pilot.make,
    pilot,
    explain: async (fault: StrategyError) => pilot.whyOf(fault) ?? (await faultText(loaded, fault)),
  };
}
