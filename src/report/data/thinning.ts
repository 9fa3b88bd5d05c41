/**
 * Long series made short enough to draw without losing what stands out in them.
 */

/**
 * At most about `most` of `items`, in their order: of every so many the last, and those of the
 * highest and the lowest of each measure.
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
