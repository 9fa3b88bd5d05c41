/** The time zone of the charts: UTC, New York, where the day of the market ends, or the viewer's. */

import {
  defaultHorzScaleBehavior,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { setting } from '../state/settings.js';
import { ZONES, type ZoneChoice, zoneOffset } from './drawing/zone-offset.js';

export const zone = setting<ZoneChoice>('zone', 'utc', value =>
  Object.hasOwn(ZONES, String(value)),
);

/** `2024-03-04 15:35:00`, in the zone that is chosen. */
export function zonedText(at: number): string {
  return isoOf(at).slice(0, 19).replace('T', ' ');
}

function isoOf(at: number): string {
  return new Date((at + zoneOffset(zone.peek(), at)) * 1000).toISOString();
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A mark of the time axis. */
export function tickText(at: number, kind: TickMarkType): string {
  const iso = isoOf(at);
  if (kind === TickMarkType.Year) return iso.slice(0, 4);
  if (kind === TickMarkType.Month) return MONTHS[Number(iso.slice(5, 7)) - 1] ?? '';
  if (kind === TickMarkType.DayOfMonth) return String(Number(iso.slice(8, 10)));
  return iso.slice(11, kind === TickMarkType.TimeWithSeconds ? 19 : 16);
}

/** A time axis whose days, months and years begin in the zone that is chosen. It owns nothing. */
export class ZonedAxis extends defaultHorzScaleBehavior() {
  override fillWeightsForPoints(
    points: Parameters<
      InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>['fillWeightsForPoints']
    >[0],
    startIndex: number,
  ): void {
    const from = Math.max(0, startIndex - 1);
    const shifted = points.slice(from).map(point => {
      const at = Number(point.originalTime);
      const inZone = (at + zoneOffset(zone.peek(), at)) as UTCTimestamp;
      return { ...point, time: this.convertHorzItemToInternal(inZone) };
    });
    super.fillWeightsForPoints(shifted, startIndex - from);
    for (const [index, { timeWeight }] of shifted.entries()) {
      const point = points[from + index];
      if (point !== undefined) point.timeWeight = timeWeight;
    }
  }
}

/** The texts of the axis and of the crosshair. */
export const ZONED_TEXTS = {
  localization: {
    locale: 'en-GB',
    timeFormatter: (time: Time) => zonedText(Number(time)).slice(0, 16),
  },
  timeScale: {
    tickMarkFormatter: (time: Time, kind: TickMarkType) => tickText(Number(time), kind),
  },
} as const;
