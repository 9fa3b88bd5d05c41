/**
 * Hierarchical clusters by average linkage: at first each item is a cluster, and each step joins the
 * two clusters whose items have the least mean distance.
 * Source: R. Sokal, C. Michener, "A statistical method for evaluating systematic relationships",
 * University of Kansas Science Bulletin 38, 1958.
 */

/** Distances of all pairs, by row. */
export type Distances = readonly Float64Array[];

/** The clusters after a step, as the cluster of each item, and the mean distance that was joined. */
export interface ClusterLevel {
  /** Number of the cluster of each item, from 0. */
  readonly clusterOf: Int32Array;
  readonly count: number;
  /** Mean distance of the two clusters that the step joined; 0 at first. */
  readonly height: number;
}

/** The levels from one cluster for each item down to one for all of them. */
export function* levels(distances: Distances): Generator<ClusterLevel> {
  const between = distances.map(row => Float64Array.from(row));
  let members = distances.map((_, item) => [item]);
  let alive = distances.map((_, item) => item);
  yield levelOf(members, alive, 0);
  while (alive.length > 1) {
    const { one, other, height } = nearest(between, alive);
    const [first, second] = [members[one] ?? [], members[other] ?? []];
    for (const third of alive) {
      const joined =
        (first.length * distanceOf(between, one, third) +
          second.length * distanceOf(between, other, third)) /
        (first.length + second.length);
      (between[one] as Float64Array)[third] = joined;
      (between[third] as Float64Array)[one] = joined;
    }
    members = members.with(one, [...first, ...second]);
    alive = alive.filter(cluster => cluster !== other);
    yield levelOf(members, alive, height);
  }
}

function nearest(between: Distances, alive: readonly number[]) {
  let found = { one: 0, other: 0, height: Number.POSITIVE_INFINITY };
  for (const [place, one] of alive.entries()) {
    for (let at = place + 1; at < alive.length; at++) {
      const other = alive[at] as number;
      const height = distanceOf(between, one, other);
      if (height < found.height) found = { one, other, height };
    }
  }
  return found;
}

function distanceOf(between: Distances, one: number, other: number): number {
  return (between[one] as Float64Array)[other] as number;
}

function levelOf(
  members: readonly number[][],
  alive: readonly number[],
  height: number,
): ClusterLevel {
  const clusterOf = new Int32Array(members.length);
  alive.forEach((cluster, number) => {
    for (const item of members[cluster] ?? []) clusterOf[item] = number;
  });
  return { clusterOf, count: alive.length, height };
}
