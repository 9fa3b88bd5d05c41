/** Shortens long series for drawing and keeps their extremes. */

/**
 * About `most` of `items`, in order: from each group the last item, and those with the highest and
 * the lowest value of each measure.
 */
export function extremesOf<T>(
  items: readonly T[],
  measures: readonly ((item: T) => number)[],
  most: number,
): readonly T[] {
  if (items.length <= most) return items;
  const size = Math.ceil((items.length * (1 + 2 * measures.length)) / most);
  const kept: T[] = [];
  for (let from = 0; from < items.length; from += size) {
    const group = items.slice(from, from + size);
    const chosen = new Set([group.at(-1)]);
    for (const measure of measures) {
      chosen.add(group.reduce((one, other) => (measure(other) < measure(one) ? other : one)));
      chosen.add(group.reduce((one, other) => (measure(other) > measure(one) ? other : one)));
    }
    kept.push(...group.filter(item => chosen.has(item)));
  }
  return kept;
}

/** Each value held until the next. */
export function heldOn(values: readonly (number | null)[]): (number | null)[] {
  let held: number | null = null;
  return values.map(value => {
    held = value ?? held;
    return held;
  });
}
