/** Where a rewind by one candle goes to. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS_MS: Readonly<Record<string, number>> = {
  S: 1_000,
  M: MINUTE_MS,
  H: HOUR_MS,
  D: DAY_MS,
  W: 7 * DAY_MS,
};

/** The length of a granularity in milliseconds; a month counts as 30 days. */
function granularityMs(granularity: string): number {
  if (granularity === 'M') return 30 * DAY_MS;
  const [, unit = 'M', count] = /^([SMHDW])(\d*)$/.exec(granularity) ?? [];
  return (UNITS_MS[unit] ?? MINUTE_MS) * Number(count || 1);
}

/**
 * The last end of a candle that lies before `now`, RFC 3339 and not before `from`. Candles longer than
 * an hour begin by the hour of their zone, which is the server's matter: they go back by their length.
 */
export function candleBefore(now: string, from: string, granularity: string): string {
  const length = granularityMs(granularity);
  const at = Date.parse(now);
  const whole = length > HOUR_MS ? at - length : (Math.ceil(at / length) - 1) * length;
  return whole <= Date.parse(from) ? from : new Date(whole).toISOString();
}
