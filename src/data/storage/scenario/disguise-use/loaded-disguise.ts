/** The disguise that a scenario is loaded with: that of the file, of the flags, or of both. */

import { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import { sessionAt } from '../../../../core/time/calendar.js';
import { type Instant, instant, MICROS_PER_DAY } from '../../../../core/time/instant.js';
import { shiftedBy, shiftedSpan, type TimeSpan, WEEK_DAYS } from '../../../../core/time/weeks.js';
import type { ScenarioDocument } from '../../document/document.js';
import {
  type DisguiseTarget,
  type LoadedDisguise,
  type RawDisguise,
  readDisguise,
} from '../disguise/read-disguise.js';
import type { LoadOptions } from '../given/load-options.js';
import type { WindowPart } from '../given/loaded-scenario.js';
import type { Overrides } from '../given/overrides.js';
import type { RawScenario } from '../given/raw.js';

/**
 * The disguise; undefined when neither the file nor the caller gives one. Keys of the caller take the
 * place of those of the file.
 * @throws InputError
 */
export function disguiseAsked(
  document: ScenarioDocument,
  raw: RawScenario,
  { disguise: asked }: Overrides,
  around: Omit<DisguiseTarget, 'opened'>,
): LoadedDisguise | undefined {
  const { disguise: own } = raw;
  if (own === undefined && asked === undefined) return undefined;
  const given = { ...(asked && isDated(asked) ? undated(own) : own), ...asked };
  const fail = (path: readonly string[], rule: string) =>
    asked !== undefined && (path[0] as keyof RawDisguise) in asked
      ? new InputError('scenario', { file: 'command line', field: flagOf(path) }, rule)
      : document.error(['disguise', ...path], rule);
  return readDisguise(given, { ...around, opened: currenciesOpened(raw) }, fail);
}

/** Currencies of the accounts that the timeline opens. */
function currenciesOpened({ timeline = [] }: RawScenario): string[] {
  return timeline.flatMap(({ openAccount }) => {
    const currency: unknown = Object(openAccount)['currency'];
    return typeof currency === 'string' ? [currency] : [];
  });
}

function isDated({ weeks, asOf }: RawDisguise): boolean {
  return weeks !== undefined || asOf !== undefined;
}

function undated({ weeks: _weeks, asOf: _asOf, ...rest }: RawDisguise = {}): RawDisguise {
  return rest;
}

function flagOf([key = '', name]: readonly string[]): string {
  if (key === 'asOf') return '--as-of';
  return `--disguise ${name ?? key}`;
}

/** The plain window that a caller asks for in the times of the disguise. */
export function windowBehind(
  worn: LoadedDisguise | undefined,
  own: TimeSpan,
  options: Pick<LoadOptions, 'window' | 'begin' | 'mayBeQuiet'>,
): Pick<LoadOptions, 'window' | 'mayBeQuiet'> {
  const { window: asked = {}, begin } = options;
  if (worn === undefined) return options;
  const plain = (at: Instant | undefined) => at && worn.disguise.inverse().at(at);
  const from = asked.from ?? beginning(worn, own, begin);
  const window = present({ from: plain(from), to: plain(asked.to) });
  return { ...options, window };
}

/** Where simulated time begins, as shown; undefined, also where no tick would be left: with the window. */
function beginning(
  { asOf, disguise, market }: LoadedDisguise,
  own: TimeSpan,
  begin: LoadOptions['begin'],
): Instant | undefined {
  if (asOf === undefined || begin === undefined) return undefined;
  const shown = shiftedSpan(disguise.parts.weeks, own);
  const isOpen = (at: Instant) =>
    market.some(({ instrument, ticks }) => ticks && sessionAt(instrument.tradingHours, at).open);
  let at = asOf;
  for (let back = 1; begin === 'open' && back <= WEEK_DAYS && !isOpen(at); back++) {
    at = instant(asOf - back * MICROS_PER_DAY);
  }
  const last = Math.max(0, ...market.map(({ ticks }) => ticks?.windows.at(-1)?.lastTime ?? 0));
  const isPriced = disguise.inverse().at(at) <= last;
  return at > shown.from && at < shown.to && isPriced ? at : undefined;
}

/** How the run differs from the window of the file, in the times of the disguise. */
export function shownPart(part: WindowPart, worn: LoadedDisguise | undefined): WindowPart {
  if (worn === undefined) return part;
  const { from, to } = part.own;
  const { weeks } = worn.disguise.parts;
  return { ...part, own: { from: shiftedBy(weeks, from), to: shiftedBy(weeks, to) } };
}
