/** The offset of a time zone from UTC. */

/** The zones of charts, with their names; the last is that of the browser. */
export const ZONES = { utc: 'UTC', newYork: 'New York', own: 'my zone' } as const;
export type ZoneChoice = keyof typeof ZONES;

/** Offsets of zones change at half hours at the finest. */
const HALF_HOUR = 1800;
const FORMATS: Readonly<Record<ZoneChoice, Intl.DateTimeFormat | undefined>> = {
  utc: undefined,
  newYork: formatOf('America/New_York'),
  own: formatOf(undefined),
};
const offsets = new Map<string, number>();

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-US', {
    ...parts,
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone,
  });
}

/** Seconds by which a zone is ahead of UTC at an instant, in UNIX seconds. */
export function zoneOffset(choice: ZoneChoice, at: number): number {
  const format = FORMATS[choice];
  if (format === undefined) return 0;
  const from = Math.floor(at / HALF_HOUR) * HALF_HOUR;
  const key = `${choice} ${from}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const part = Object.fromEntries(
    format.formatToParts(from * 1000).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  const offset = Date.UTC(year, month - 1, day, hour, minute) / 1000 - from;
  offsets.set(key, offset);
  return offset;
}
