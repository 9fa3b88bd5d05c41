/**
 * The time line of the window: where instants lie in pixels, which marks stand so near each other
 * that they become one, and which times are written below. Floats are pixels only.
 */

/** A mark of the time line as the server gives it. */
export interface TimeMark {
  readonly time: string;
  readonly kind: string;
  readonly label: string;
  readonly transactionID?: string | undefined;
  /** The impact of an event of the calendar. */
  readonly impact?: string | undefined;
  /** How many marks this one stands for; absent: one. */
  readonly count?: number | undefined;
}

/** Marks of one kind that lie at one place. */
export interface PlacedMark {
  readonly x: number;
  readonly kind: string;
  readonly count: number;
  /** The marks that it stands for, in time. */
  readonly marks: readonly TimeMark[];
}

/** The window and its width on the screen. */
export interface TimeScale {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** A time that is written below the line. */
export interface TimeLabel {
  readonly x: number;
  readonly text: string;
}

/** The scale of a window between two RFC 3339 instants. */
export function timeScale(from: string, to: string, width: number): TimeScale {
  return { from: Date.parse(from), to: Date.parse(to), width };
}

/** Pixels from the left for an RFC 3339 instant, within the line. */
export function pixelOf({ from, to, width }: TimeScale, time: string): number {
  if (to <= from) return 0;
  return clamped((Date.parse(time) - from) / (to - from)) * width;
}

/** The instant at `x` pixels, RFC 3339 in whole seconds and within the window. */
export function instantAt({ from, to, width }: TimeScale, x: number): string {
  const at = from + clamped(width > 0 ? x / width : 0) * (to - from);
  return new Date(Math.max(Math.floor(at / 1_000) * 1_000, from)).toISOString();
}

function clamped(part: number): number {
  return Math.min(Math.max(part, 0), 1);
}

/** Marks of one kind that are nearer than `apart` pixels to the first of them become one. */
export function placedMarks(
  scale: TimeScale,
  marks: readonly TimeMark[],
  apart: number,
): readonly PlacedMark[] {
  const placed: PlacedMark[] = [];
  const lastOf = new Map<string, number>();
  for (const mark of marks) {
    const x = pixelOf(scale, mark.time);
    const at = lastOf.get(mark.kind);
    const before = at === undefined ? undefined : placed[at];
    const count = mark.count ?? 1;
    if (at !== undefined && before !== undefined && x - before.x < apart) {
      placed[at] = { ...before, count: before.count + count, marks: [...before.marks, mark] };
    } else {
      lastOf.set(mark.kind, placed.length);
      placed.push({ x, kind: mark.kind, count, marks: [mark] });
    }
  }
  return placed;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The most pixels that a character of a label takes. */
const CHARACTER = 7;

/** Lengths between labels, in milliseconds, and the part of an instant that a label then shows. */
const STEPS: readonly (readonly [length: number, from: number, to: number])[] = [
  ...[1, 5, 15, 30].map(n => [n * SECOND, 11, 19] as const),
  ...[1, 5, 15, 30].map(n => [n * MINUTE, 11, 16] as const),
  ...[1, 3, 6, 12].map(n => [n * HOUR, 11, 16] as const),
  ...[1, 2, 7, 14, 30, 90, 365].map(n => [n * DAY, 0, 10] as const),
];

/**
 * Labels at round times, at least `apart` pixels from each other, that end within the line; a label at
 * midnight shows the day.
 */
export function timeLabels(scale: TimeScale, apart: number): readonly TimeLabel[] {
  const { from, to, width } = scale;
  if (to <= from || width <= 0) return [];
  const least = (apart / width) * (to - from);
  const [length, start, end] = STEPS.find(([each]) => each >= least) ?? [to - from, 0, 10];
  const labels: TimeLabel[] = [];
  for (let at = Math.ceil(from / length) * length; at <= to; at += length) {
    const instant = new Date(at).toISOString();
    const text = at % DAY === 0 ? instant.slice(0, 10) : instant.slice(start, end);
    labels.push({ x: ((at - from) / (to - from)) * width, text });
  }
  return labels.filter(({ x, text }) => x + text.length * CHARACTER <= width);
}
