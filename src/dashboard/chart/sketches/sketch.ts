/**
 * Drawings that a person puts on a chart: points of time and price, and what they mean. Their values come
 * from the points alone. Floats, because they are shown and not sent. Pure.
 */

/** A place on the chart. */
export interface SketchPoint {
  /** UNIX seconds. */
  readonly time: number;
  readonly price: number;
}

/** The kinds: points of each, its name, and the sign of its tool (a path in 16 by 16). */
export const SKETCHES = {
  trend: { points: 2, name: 'Trend line', icon: 'M2 14L14 2' },
  level: { points: 1, name: 'Level', icon: 'M1 8H15' },
  rectangle: { points: 2, name: 'Rectangle', icon: 'M2 4H14V12H2Z' },
  ruler: { points: 2, name: 'Ruler', icon: 'M2 8H14M2 8L5 5M2 8L5 11M14 8L11 5M14 8L11 11' },
  long: {
    points: 3,
    name: 'Long: risk and reward',
    icon: 'M2 10H14M2 2H14V14H2ZM8 8V4M6 6L8 4L10 6',
  },
  short: {
    points: 3,
    name: 'Short: risk and reward',
    icon: 'M2 6H14M2 2H14V14H2ZM8 8V12M6 10L8 12L10 10',
  },
} as const;

export type SketchKind = keyof typeof SKETCHES;

/** A drawing. The points of a box are its entry, its profit and its stop; the last two share their time. */
export interface Sketch {
  readonly id: string;
  readonly kind: SketchKind;
  readonly points: readonly SketchPoint[];
}

/** How exactly an instrument is quoted, and how it is counted. */
export interface SketchUnits {
  readonly displayPrecision: number;
  readonly pipLocation: number;
}

/** A new drawing between two places; a click gives both the same, and the size is then a usual one. */
export function newSketch(
  id: string,
  kind: SketchKind,
  [from, to]: readonly [SketchPoint, SketchPoint],
): Sketch {
  if (kind === 'level') return { id, kind, points: [from] };
  if (kind !== 'long' && kind !== 'short') return { id, kind, points: [from, to] };
  // The stop is drawn; the profit is twice as far on the other side.
  const risk = Math.abs(to.price - from.price);
  const up = kind === 'long' ? 1 : -1;
  const profit = { time: to.time, price: from.price + 2 * risk * up };
  return { id, kind, points: [from, profit, { time: to.time, price: from.price - risk * up }] };
}

/** The drawing with prices of as many decimals as those of its instrument. */
export function exactSketch(sketch: Sketch, { displayPrecision }: SketchUnits): Sketch {
  const points = sketch.points.map(({ time, price }) => {
    return { time, price: Number(price.toFixed(displayPrecision)) };
  });
  return { ...sketch, points };
}

/** The drawing with one point elsewhere. */
export function withPoint(sketch: Sketch, index: number, point: SketchPoint): Sketch {
  const isBox = sketch.points.length === 3;
  const points = sketch.points.map((old, at) => {
    if (at === index) return point;
    return isBox && index > 0 && at > 0 ? { ...old, time: point.time } : old;
  });
  return { ...sketch, points };
}

/** The drawing as a whole elsewhere. */
export function movedBy(sketch: Sketch, time: number, price: number): Sketch {
  const points = sketch.points.map(point => ({
    time: point.time + time,
    price: point.price + price,
  }));
  return { ...sketch, points };
}

/** The reward of a box in multiples of its risk; undefined where the stop is on the wrong side. */
export function rOf({ kind, points: [entry, profit, stop] }: Sketch): number | undefined {
  if (entry === undefined || profit === undefined || stop === undefined) return undefined;
  const up = kind === 'long' ? 1 : -1;
  const risk = (entry.price - stop.price) * up;
  return risk > 0 ? ((profit.price - entry.price) * up) / risk : undefined;
}

/** The text of a drawing. @param barsOf - counts the candles from a time to another. */
export function sketchText(
  sketch: Sketch,
  { displayPrecision, pipLocation }: SketchUnits,
  barsOf: (from: number, to: number) => number,
): string {
  const { kind, points } = sketch;
  const [first, second, third] = points;
  if (first === undefined) return '';
  const pips = (to: SketchPoint) => signed((to.price - first.price) / 10 ** pipLocation, 1);
  if (second === undefined) return first.price.toFixed(displayPrecision);
  if (third !== undefined) {
    const r = rOf(sketch);
    const multiple = r === undefined ? 'the stop is on the wrong side' : `${r.toFixed(2)} R`;
    return `${multiple} · profit ${pips(second)} · stop ${pips(third)} pips`;
  }
  if (kind !== 'ruler') return `${pips(second)} pips`;
  const part = signed((100 * (second.price - first.price)) / first.price, 2);
  const bars = barsOf(first.time, second.time);
  return `${pips(second)} pips · ${part} % · ${bars} bars · ${spanText(second.time - first.time)}`;
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return /[1-9]/.test(text) ? `${value < 0 ? '−' : '+'}${text}` : text;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** `2 d 3 h`, `1 h 5 min`. */
function spanText(seconds: number): string {
  const whole = Math.abs(seconds);
  const [days, hours] = [Math.floor(whole / DAY), Math.floor((whole % DAY) / HOUR)];
  if (days > 0) return `${days} d ${hours} h`;
  return `${hours} h ${Math.floor((whole % HOUR) / 60)} min`;
}

/** Whether something that was kept is still a drawing. */
export function isSketch(value: unknown): value is Sketch {
  const { id, kind, points } = (value ?? {}) as Partial<Record<keyof Sketch, unknown>>;
  if (typeof id !== 'string' || !Object.hasOwn(SKETCHES, String(kind))) return false;
  return (
    Array.isArray(points) &&
    points.length === SKETCHES[kind as SketchKind].points &&
    points.every(({ time, price }) => Number.isFinite(time) && Number.isFinite(price))
  );
}
