/**
 * A figure of the bench: a value, its yardstick and its goal. The ratio is the value over the
 * yardstick's value, in the same unit and from the same run, because absolute figures of a shared
 * machine mean little.
 */

/** A goal: a value or ratio of at least or at most `limit`. */
export interface Goal {
  readonly limit: number;
  readonly kind: 'at least' | 'at most';
  readonly of: 'value' | 'ratio';
}

/** One row of the table. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the value was compared with, and its own value. */
  readonly yardstick: string;
  /** Value over yardstick; NaN when there is nothing to compare with. */
  readonly ratio: number;
  readonly goal?: Goal;
}

/** One row of the JSON document. */
export interface FigureRecord {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly ratio: number | null;
  readonly yardstick: string;
  /** In the figure's unit, or a ratio when `goalOf` says so; null for none. */
  readonly goal: number | null;
  readonly goalOf: Goal['of'] | null;
  readonly met: boolean | null;
}

/** A goal for a rate: more is better. */
export function atLeast(limit: number): Goal {
  return { limit, kind: 'at least', of: 'value' };
}

/** A goal for time or memory: less is better. */
export function atMost(limit: number): Goal {
  return { limit, kind: 'at most', of: 'value' };
}

/** A goal for the ratio to the yardstick: at least `limit`. */
export function ratioAtLeast(limit: number): Goal {
  return { limit, kind: 'at least', of: 'ratio' };
}

/** A goal for growth: the ratio is at most `limit`. */
export function ratioAtMost(limit: number): Goal {
  return { limit, kind: 'at most', of: 'ratio' };
}

/** Whether `figure` reaches its goal; undefined when it has none. */
export function isMet({ value, ratio, goal }: Figure): boolean | undefined {
  if (goal === undefined) return undefined;
  const reached = goal.of === 'value' ? value : ratio;
  return goal.kind === 'at least' ? reached >= goal.limit : reached <= goal.limit;
}

/** The JSON form. */
export function recordOf(figure: Figure): FigureRecord {
  const { name, value, unit, ratio, yardstick, goal } = figure;
  return {
    name,
    value,
    unit,
    ratio: Number.isFinite(ratio) ? ratio : null,
    yardstick,
    goal: goal?.limit ?? null,
    goalOf: goal?.of ?? null,
    met: isMet(figure) ?? null,
  };
}
