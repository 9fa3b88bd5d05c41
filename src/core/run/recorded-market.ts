/**
 * The market of a recorded session: its ticks with those that were added and with what faults of
 * the market made of them, each from the instant at which it was accepted. Halts of such faults are
 * set by the journal driver.
 */

import type { MarketEntry } from '../engine/state/market-entry.js';
import { disturbedWindow } from '../feed/disturbed-ticks.js';
import type { TickWindow } from '../market/tick.js';
import { instant } from '../time/instant.js';
import { isForNow, windowOf } from './input/given-tick.js';
import {
  changesTicks,
  type Disturbance,
  type Input,
  type JournalInput,
  type MarketInput,
  type TickInput,
} from './input/input.js';

/**
 * The market as `inputs` leave it; the entries that they do not change are the same. It lacks ticks
 * that were added for the instant at which they were accepted: the driver gives them.
 */
export function recordedMarket(
  market: readonly MarketEntry[],
  inputs: readonly JournalInput[],
): readonly MarketEntry[] {
  const changes = inputs.filter(changesTicks);
  if (changes.length === 0) return market;
  return market.map(entry => {
    const { name } = entry.instrument;
    const own = changes.filter(({ instrument }) => instrument === name);
    if (own.length === 0) return entry;
    const disturbances = own.filter(isMarket).flatMap(inForce);
    const windows = (entry.ticks?.windows ?? []).map(each => disturbedWindow(each, disturbances));
    const added = own.flatMap((input, at) =>
      isMarket(input) || isForNow(input) ? [] : [addedWindow(input, at, own)],
    );
    const ticks = { instrument: name, digest: '', ...entry.ticks };
    return { ...entry, ticks: { ...ticks, windows: [...windows, ...added] } };
  });
}

/** The disturbances of one instrument that market inputs among `inputs` have ordered, each while it held. */
export function disturbancesInForce(
  inputs: Iterable<Input>,
  instrument: string,
): readonly Disturbance[] {
  const own = [...inputs].filter(
    (input): input is MarketInput => input.kind === 'market' && input.instrument === instrument,
  );
  return own.flatMap(inForce);
}

function isMarket(input: TickInput | MarketInput): input is MarketInput {
  return input.kind === 'market';
}

/** Disturbances of one input, for the ticks after it up to the next such input. */
function inForce(
  { time, disturbances }: MarketInput,
  at: number,
  all: readonly MarketInput[],
): Disturbance[] {
  const end = all[at + 1]?.time ?? Number.MAX_SAFE_INTEGER - 1;
  return disturbances.flatMap(each => {
    const from = instant(Math.max(each.from, time + 1));
    const to = instant(Math.min(each.to, end + 1));
    return from < to ? [{ ...each, from, to }] : [];
  });
}

/** An added tick as the last disturbance before it leaves it. */
function addedWindow(
  tick: TickInput,
  place: number,
  all: readonly (TickInput | MarketInput)[],
): TickWindow {
  const time = tick.at;
  const last = all.findLast(
    (input, at) => isMarket(input) && (at < place ? input.time <= time : input.time < time),
  );
  const disturbances = last !== undefined && isMarket(last) ? last.disturbances : [];
  return disturbedWindow(windowOf(tick), disturbances);
}
