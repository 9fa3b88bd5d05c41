/** The keys of a market entry that concern bars. */

import { present } from '../../core/base/present.js';
import type { ScenarioDocument } from '../document/document.js';
import type { BarOptions, PathOrder, SpreadChoice } from '../ticks/bars/bar-options.js';
import type { RawMarketEntry } from './raw.js';

/** Keys that have a meaning beside `bars` alone. */
const BESIDE_BARS = ['granularity', 'price', 'spread', 'path'] as const;

/** @throws InputError for keys that do not go together. */
export function checkBarKeys(
  document: ScenarioDocument,
  name: string,
  entry: RawMarketEntry,
): void {
  const path = ['market', name];
  if (entry.bars === undefined) {
    const odd = BESIDE_BARS.find(key => entry[key] !== undefined);
    if (odd !== undefined)
      throw document.error([...path, odd], 'concerns bars: name their file under bars');
    return;
  }
  if (entry.ticks !== undefined)
    throw document.error([...path, 'bars'], 'cannot be given with ticks');
  if (entry.volumes !== undefined) {
    throw document.error([...path, 'volumes'], 'cannot be given with bars, which have no depth');
  }
}

/**
 * How the bars of an entry become ticks; undefined when it says nothing of bars.
 * @param wished - the path that the caller asks for, in place of that of the scenario.
 */
export function barOptions(
  { bars, price, spread, path }: RawMarketEntry,
  wished: PathOrder | undefined,
): BarOptions | undefined {
  if (bars === undefined && wished === undefined) return undefined;
  return present({
    price,
    path: wished ?? path,
    spread: spread === undefined ? undefined : spreadOf(spread),
  });
}

function spreadOf(raw: NonNullable<RawMarketEntry['spread']>): SpreadChoice {
  if (typeof raw !== 'object') return String(raw);
  return { hours: raw.hours.map(String), ...present({ clock: raw.clock }) };
}
