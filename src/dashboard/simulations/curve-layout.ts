/** NAV curves in one picture: several simulations on one axis of time and one of money. Floats are pixels. */

/** A curve as the server gives it. */
export interface NavCurve {
  readonly points: readonly { readonly time: string; readonly NAV: string }[];
}

/** The lines of the curves, and the ends of both axes. */
export interface CurveLayout {
  /** Points of SVG polylines, one a curve. */
  readonly lines: readonly string[];
  readonly low: number;
  readonly high: number;
  readonly from: string;
  readonly to: string;
}

/** Lays curves out; undefined when there is no point. */
export function curveLayout(
  curves: readonly NavCurve[],
  { width, height }: { readonly width: number; readonly height: number },
): CurveLayout | undefined {
  const all = curves.flatMap(({ points }) =>
    points.map(({ time, NAV }) => ({ time, at: Date.parse(time), value: Number(NAV) })),
  );
  const [first] = all;
  if (first === undefined) return undefined;
  const from = all.reduce((least, each) => (each.at < least.at ? each : least), first);
  const to = all.reduce((most, each) => (each.at > most.at ? each : most), first);
  const low = all.reduce((least, { value }) => Math.min(least, value), first.value);
  const high = all.reduce((most, { value }) => Math.max(most, value), first.value);
  const x = (at: number) => ((at - from.at) / (to.at - from.at || 1)) * width;
  const y = (value: number) => height - ((value - low) / (high - low || 1)) * height;
  const lines = curves.map(({ points }) =>
    points
      .map(({ time, NAV }) => `${x(Date.parse(time)).toFixed(1)},${y(Number(NAV)).toFixed(1)}`)
      .join(' '),
  );
  return { lines, low, high, from: from.time, to: to.time };
}
