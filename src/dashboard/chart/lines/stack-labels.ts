/** Labels at prices that lie close together: moved apart, so that each can be read. Pure. */

/** Where a label stands. */
export interface LabelPlace {
  /** The middle of the label, in pixels from the top. */
  readonly y: number;
  /** The column from 0; there are several only when labels do not fit one below another. */
  readonly column: number;
}

/** The room for labels, in pixels. */
export interface LabelRoom {
  readonly height: number;
  /** The least distance of the middles of two labels. */
  readonly step: number;
}

/**
 * The places of labels that would stand at `wanted`: in the same order from top to bottom, inside the
 * room, no two closer than a step, and as near to where they belong as that allows.
 */
export function stackLabels(
  wanted: readonly number[],
  { height, step }: LabelRoom,
): readonly LabelPlace[] {
  const fits = Math.max(1, Math.floor(height / step));
  const columns = Math.max(1, Math.ceil(wanted.length / fits));
  const order = [...wanted.keys()].sort(
    (one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0) || one - other,
  );
  const places: LabelPlace[] = wanted.map(y => ({ y, column: 0 }));
  for (let column = 0; column < columns; column += 1) {
    const mine = order.filter((_, rank) => rank % columns === column);
    const apart = movedApart(
      mine.map(index => wanted[index] ?? 0),
      step,
    );
    const last = height - step / 2 - (mine.length - 1) * step;
    for (const [rank, index] of mine.entries()) {
      const base = (apart[rank] ?? 0) - rank * step;
      const inside = Math.max(step / 2, Math.min(base, last));
      places[index] = { y: inside + rank * step, column };
    }
  }
  return places;
}

/** Ascending values with at least `step` between neighbours, by the least squares of the moves. */
function movedApart(sorted: readonly number[], step: number): readonly number[] {
  // Without its rank times the step, each value must only be no less than the one before.
  const blocks: { sum: number; count: number }[] = [];
  for (const [rank, value] of sorted.entries()) {
    let block = { sum: value - rank * step, count: 1 };
    for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
      if (before.sum / before.count <= block.sum / block.count) break;
      block = { sum: before.sum + block.sum, count: before.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  const means = blocks.flatMap(({ sum, count }) => Array<number>(count).fill(sum / count));
  return means.map((mean, rank) => mean + rank * step);
}
