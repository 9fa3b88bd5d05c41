/** Where the text of a drawing stands. Pixels. Pure. */

/** Width of a letter, about, and of the free room at the edges. */
const LETTER = 5.8;
const EDGE = 6;
const LEAST = 4;

/** A drawing as its text sees it. */
export interface SketchLabelPlace {
  /** Places of its points from the left; a drawing with one of them goes from edge to edge. */
  readonly xs: readonly number[];
  /** The width of the chart. */
  readonly width: number;
  readonly text: string;
}

/**
 * The left end of the text: above that of the drawing, but over neither edge. Undefined while the drawing is out of
 * view: its text would hang at the edge without it.
 */
export function labelX({ xs, width, text }: SketchLabelPlace): number | undefined {
  const isAcross = xs.length < 2;
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  if (!isAcross && (last < 0 || first > width)) return undefined;
  const left = isAcross ? width : first + EDGE;
  return Math.max(LEAST, Math.min(left, width - text.length * LETTER - EDGE));
}
