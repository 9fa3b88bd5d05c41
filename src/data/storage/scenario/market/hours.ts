/**
 * `hours:` of a market entry: when its instrument trades. `default` (or nothing) uses the hours of
 * the instrument table. `always` never closes. `as-recorded` adds to the default hours one minute
 * from every tick outside them. A map gives the week and the daily break in a time zone. Hours do
 * not restrict quotes: every price goes into candles.
 * Source: v20 semantics 4.3, 7.3.
 */

import { present } from '../../../../core/base/present.js';
import { WEEKDAYS } from '../../../../core/candle/alignment.js';
import {
  parseTimeOfWeek,
  type TimeOfDay,
  type TimeOfWeek,
  type TradingHours,
} from '../../../../core/time/calendar.js';
import { isZoneName } from '../../../../core/time/zone.js';
import type { DocumentPath, ScenarioDocument } from '../../document/document.js';
import { nearest } from '../../document/suggest.js';
import type { RawBreak, RawHours, RawHoursTable, RawMarketEntry } from '../given/raw.js';

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
/** Weekdays, indexed by their number in the trading calendar. */
const DAYS: readonly string[] = WEEKDAYS;

/**
 * Reads the hours of one market entry.
 * @param known - hours of the instrument table.
 * @throws InputError
 */
export function readHours(
  document: ScenarioDocument,
  name: string,
  { hours, instrument = {} }: RawMarketEntry,
  known: TradingHours,
): TradingHours {
  const path = ['market', name] as const;
  if (hours === undefined) return overridden(document, [...path, 'instrument'], instrument, known);
  for (const key of ['alwaysOpen', 'dailyBreak'] as const) {
    if (instrument[key] === undefined) continue;
    throw document.error([...path, 'instrument', key], 'cannot be given with hours');
  }
  return hoursOf(document, [...path, 'hours'], hours, known);
}

/** The hours after the older keys `alwaysOpen` and `dailyBreak` of `instrument:` are applied. */
function overridden(
  document: ScenarioDocument,
  path: DocumentPath,
  { alwaysOpen, dailyBreak }: NonNullable<RawMarketEntry['instrument']>,
  known: TradingHours,
): TradingHours {
  if (alwaysOpen === true) return { ...known, alwaysOpen };
  return dailyBreak === undefined
    ? known
    : { ...known, dailyBreak: breakOf(document, [...path, 'dailyBreak'], dailyBreak) };
}

function hoursOf(
  document: ScenarioDocument,
  path: DocumentPath,
  hours: RawHours,
  known: TradingHours,
): TradingHours {
  switch (hours) {
    case 'default':
      return known;
    case 'always':
      return { ...known, alwaysOpen: true };
    case 'as-recorded':
      return { ...known, asRecorded: true };
    default:
      return tableOf(document, path, hours);
  }
}

function tableOf(
  document: ScenarioDocument,
  path: DocumentPath,
  { weekOpen, weekClose, dailyBreak, timeZone }: RawHoursTable,
): TradingHours {
  if (timeZone !== undefined && !isZoneName(timeZone)) {
    throw document.error([...path, 'timeZone'], `unknown time zone ${timeZone}`);
  }
  const table = {
    weekOpen: timeOfWeek(document, [...path, 'weekOpen'], weekOpen),
    weekClose: timeOfWeek(document, [...path, 'weekClose'], weekClose),
    ...present({ timeZone }),
  };
  if (weekOpen === weekClose) {
    throw document.error(
      [...path, 'weekClose'],
      'must differ from weekOpen; for a market that never closes write `hours: always`',
    );
  }
  if (dailyBreak === undefined) return table;
  return { ...table, dailyBreak: breakOf(document, [...path, 'dailyBreak'], dailyBreak) };
}

function breakOf(document: ScenarioDocument, path: DocumentPath, { from, to }: RawBreak) {
  const dailyBreak = {
    from: timeOfDay(document, [...path, 'from'], from),
    to: timeOfDay(document, [...path, 'to'], to),
  };
  if (from === to) throw document.error([...path, 'to'], 'must differ from `from`');
  return dailyBreak;
}

function timeOfWeek(document: ScenarioDocument, path: DocumentPath, text: string): TimeOfWeek {
  const parsed = parseTimeOfWeek(text);
  if (parsed !== undefined) return parsed;
  const [name = ''] = text.split(' ');
  const rule = 'must be a weekday and a time, such as Sunday 17:00';
  throw document.error(
    path,
    `${rule}, was ${text}${DAYS.includes(name) ? '' : nearest(name, DAYS)}`,
  );
}

function timeOfDay(document: ScenarioDocument, path: DocumentPath, text: string): TimeOfDay {
  const [, hour, minute] = TIME.exec(text) ?? [];
  if (hour === undefined || minute === undefined) {
    throw document.error(path, `must be a time from 00:00 to 23:59, was ${text}`);
  }
  return { hour: Number(hour), minute: Number(minute) };
}
