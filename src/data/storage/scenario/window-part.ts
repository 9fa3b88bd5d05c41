/**
 * Runs a scenario in another window than its own, at the caller's request. The final expectations
 * of the scenario do not hold there and are not checked. Timeline entries run only if they lie in
 * the new window and do not name an order of an entry that is left out.
 */

import { InputError } from '../../../core/base/input-error.js';
import { FeedMerge } from '../../../core/feed/merge.js';
import type { FinalExpectations, TimelineEntry } from '../../../core/run/scenario.js';
import { formatRfc3339, instant } from '../../../core/time/instant.js';
import type { LoadOptions, Window } from './given/load-options.js';
import type { LoadedTicks } from './given/loaded-scenario.js';
/** No final expectations. */
export const NOTHING_EXPECTED: FinalExpectations = {
  accounts: new Map(),
  transactions: new Map(),
};

/**
 * The requested window; bounds that are not requested come from the scenario. A market without ticks
 * of its own has no bounds.
 * @throws InputError naming the flag, when the bounds lie outside the ticks or hold no tick.
 */
export function windowAsked(
  file: string,
  own: Window,
  { window: asked = {}, mayBeQuiet = false }: Pick<LoadOptions, 'window' | 'mayBeQuiet'>,
  ticks: readonly LoadedTicks[],
): Window {
  if (asked.from === undefined && asked.to === undefined) return own;
  const { from, to } = { ...own, ...asked };
  const sources = ticks.map(each => each.file.windows);
  const hasTicks = ticks.length > 0;
  const bounds = boundsOf(own, sources);
  for (const [field, at] of [
    ['--from', asked.from],
    ['--to', asked.to],
  ] as const) {
    if (at === undefined || !hasTicks || (at >= bounds.from && at <= bounds.to)) continue;
    const range = `${formatRfc3339(bounds.from)} to ${formatRfc3339(bounds.to)}`;
    const rule = `must be within the ticks, ${range}, was ${formatRfc3339(at)}`;
    throw new InputError('scenario', { file, field }, rule);
  }
  const field = asked.to === undefined ? '--from' : '--to';
  if (to <= from) {
    const rule = `the end must be after the start, was ${formatRfc3339(from)} to ${formatRfc3339(to)}`;
    throw new InputError('scenario', { file, field }, rule);
  }
  if (mayBeQuiet || !hasTicks || new FeedMerge(sources, from, to).remaining > 0)
    return { from, to };
  throw new InputError('scenario', { file, field }, 'there is no tick in that part');
}

/** The bounds of the ticks, or of the scenario's window where that is wider. */
function boundsOf(own: Window, sources: readonly LoadedTicks['file']['windows'][]): Window {
  const first = sources.map(windows => windows[0]?.firstTime ?? own.from);
  const last = sources.map(windows => windows.at(-1)?.lastTime ?? own.to - 1);
  return {
    from: instant(Math.min(own.from, ...first)),
    to: instant(Math.max(own.to, ...last.map(time => time + 1))),
  };
}

/** The entries that lie in the window and name no order or account of an entry outside it. */
export function timelineWithin(
  { from, to }: Window,
  timeline: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const gone = new Set<string>();
  const closed = new Set<string>();
  return timeline.filter(entry => {
    const isOpen = entry.accountID === undefined || !closed.has(entry.accountID);
    const isKept = entry.at >= from && entry.at < to && isOpen && !namesAny(entry, gone);
    if (isKept) return true;
    if (entry.kind === 'command' && entry.as !== undefined) gone.add(entry.as);
    if (entry.kind === 'input' && entry.accountID !== undefined) closed.add(entry.accountID);
    return false;
  });
}

/** Whether a command names one of the orders; a name in a command is written `$name`. */
function namesAny(entry: TimelineEntry, names: ReadonlySet<string>): boolean {
  if (entry.kind !== 'command' || names.size === 0) return false;
  const text = JSON.stringify(entry.command);
  return [...names].some(name => text.includes(JSON.stringify(`$${name}`)));
}
