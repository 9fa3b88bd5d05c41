/**
 * The clock of a file's local times: an IANA zone, or a zone and the hours by which the clock is
 * ahead of it. `America/New_York+7` is the clock of most MetaTrader servers, whose days end at 17:00
 * New York and whose clock changes with that of New York; no IANA zone does that.
 */

import { type Instant, MICROS_PER_DAY, MICROS_PER_HOUR } from '../../../../core/time/instant.js';
import { isZoneName, zone } from '../../../../core/time/zone.js';

/** Turns a date and the microseconds since its midnight into an instant. */
export type FileClock = (days: number, micros: number) => Instant;

const AHEAD = /^(.+)([+-])(\d{1,2})$/;
const clocks = new Map<string, FileClock>();

/** Whether `name` is a zone, or a zone and hours. */
export function isClockName(name: string): boolean {
  return isZoneName(name) || isZoneName(AHEAD.exec(name)?.[1] ?? '');
}

/** The clock with that name. @throws UnknownZoneError */
export function fileClock(name: string): FileClock {
  const known = clocks.get(name);
  if (known !== undefined) return known;
  const made = madeClock(name);
  clocks.set(name, made);
  return made;
}

function madeClock(name: string): FileClock {
  const [, base, sign, hours] = isZoneName(name) ? [] : (AHEAD.exec(name) ?? []);
  if (base === undefined) return (days, micros) => zone(name).toInstant(days, micros);
  const where = zone(base);
  const ahead = Number(`${sign}${hours}`) * MICROS_PER_HOUR;
  return (days, micros) => {
    const local = days * MICROS_PER_DAY + micros - ahead;
    const day = Math.floor(local / MICROS_PER_DAY);
    return where.toInstant(day, local - day * MICROS_PER_DAY);
  };
}
