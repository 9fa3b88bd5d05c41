/**
 * Local times for people: weekday, date, time and zone abbreviation. Only this file uses
 * date-fns-tz, and only its formatter: its offsets are wrong for some hours around clock changes,
 * and its formatter needs a process time zone without clock changes. Therefore start.ts sets the
 * process to UTC (decision 0004).
 */

import { formatInTimeZone } from 'date-fns-tz';
import type { Instant } from '../../../core/time/instant.js';

/** `Sun 2024-03-10 17:00:05 EDT`. @param zone - IANA name, validated. */
export function formatLocal(at: Instant, zone: string): string {
  return formatInTimeZone(new Date(Math.floor(at / 1000)), zone, 'EEE yyyy-MM-dd HH:mm:ss zzz');
}
