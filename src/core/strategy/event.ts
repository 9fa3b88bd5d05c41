/** Events of the calendar as a strategy sees them. */

import type { CalendarEvent } from '../risk/calendar.js';
import { formatRfc3339 } from '../time/instant.js';
import type { StrategyEvent } from './strategy.js';

/** The fields of `event` that a strategy gets. */
export function strategyEvent({ at, currency, impact, name }: CalendarEvent): StrategyEvent {
  return { time: formatRfc3339(at), currency, impact, name };
}
