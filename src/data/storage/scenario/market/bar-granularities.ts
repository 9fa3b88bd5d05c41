/** Which instruments of a scenario have prices that were made of bars. */

import type { LoadedScenario } from '../given/loaded-scenario.js';

/**
 * The granularity of the bars that ticks were made of, by the name that the instrument has in the market.
 * Within a bar prices follow a path that is assumed, so candles of a shorter granularity show the path.
 */
export function barGranularities({
  ticks,
  disguise,
}: Pick<LoadedScenario, 'ticks' | 'disguise'>): Readonly<Record<string, string>> {
  const made = ticks.flatMap(({ instrument, file: { bars } }) =>
    bars === undefined
      ? []
      : [[disguise?.disguise.instrument(instrument) ?? instrument, bars.granularity] as const],
  );
  return Object.fromEntries(made);
}
