/**
 * The sessions of the world's dealing centres: from Monday to Friday, between two wall-clock times
 * of the centre's own zone, so that clock changes move them in UTC. They are customs of the market,
 * not hours of an instrument: v20 knows no sessions.
 */

import { parseTimeOfDay, type TimeOfDay } from './calendar.js';
import { type Instant, MICROS_PER_HOUR, MICROS_PER_MINUTE } from './instant.js';
import { zone } from './zone.js';

/** Hours of a session on each day from Monday to Friday. */
export interface SessionHours {
  /** An IANA zone, such as `Europe/London`. */
  readonly zone: string;
  /** Wall-clock times as `HH:MM`. `to` is on the next day unless it is later than `from`. */
  readonly from: string;
  readonly to: string;
}

/** The four sessions of the foreign-exchange day, nine hours each. */
export const SESSIONS = {
  Sydney: { zone: 'Australia/Sydney', from: '07:00', to: '16:00' },
  Tokyo: { zone: 'Asia/Tokyo', from: '09:00', to: '18:00' },
  London: { zone: 'Europe/London', from: '08:00', to: '17:00' },
  'New York': { zone: 'America/New_York', from: '08:00', to: '17:00' },
} as const satisfies Readonly<Record<string, SessionHours>>;

/** The name of a known session. */
export type SessionName = keyof typeof SESSIONS;

/** Where an instant lies among the sessions of a centre. */
export interface SessionPlace {
  /** The opening of the session that is open; undefined between sessions. */
  readonly openedAt: Instant | undefined;
  /** The first opening and the first close after the instant. */
  readonly opensAt: Instant;
  readonly closesAt: Instant;
}

const SATURDAY = 6;
/** The longest time from any instant to an opening: over a weekend, in days. */
const LOOK_AHEAD = 4;

/**
 * Where `now` lies among the sessions. A session is open at the instant at which it opens, and
 * closed at the instant at which it closes.
 * @returns the rule that the hours break, when they are none.
 * @throws UnknownZoneError for a zone that does not exist.
 */
export function sessionPlace(hours: SessionHours, now: Instant): SessionPlace | string {
  const from = microsOf(parseTimeOfDay(hours.from));
  const to = microsOf(parseTimeOfDay(hours.to));
  if (from === undefined || to === undefined) {
    return `from and to must be times as HH:MM, were ${hours.from} and ${hours.to}`;
  }
  const where = zone(hours.zone);
  const today = where.toLocal(now);
  const spans: { readonly opens: Instant; readonly closes: Instant }[] = [];
  for (let ahead = -1; ahead <= LOOK_AHEAD; ahead++) {
    const weekday = (today.dayOfWeek + ahead + 7) % 7;
    if (weekday === 0 || weekday === SATURDAY) continue;
    const day = today.days + ahead;
    const night = to > from ? 0 : 1;
    spans.push({ opens: where.toInstant(day, from), closes: where.toInstant(day + night, to) });
  }
  const next = (instants: readonly Instant[]) => instants.find(at => at > now) as Instant;
  return {
    openedAt: spans.findLast(({ opens, closes }) => opens <= now && now < closes)?.opens,
    opensAt: next(spans.map(({ opens }) => opens)),
    closesAt: next(spans.map(({ closes }) => closes)),
  };
}

function microsOf(time: TimeOfDay | undefined): number | undefined {
  return time && time.hour * MICROS_PER_HOUR + time.minute * MICROS_PER_MINUTE;
}
