/** Wall time of work, and the middle of several measurements. */

/** Seconds that `work` takes. */
export function seconds(work: () => unknown): number {
  const started = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - started) / 1e9;
}

/** The median of `rounds` measurements. */
export function median(rounds: number, measure: () => number): number {
  return middle(Array.from({ length: rounds }, measure));
}

/** The middle value. */
export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
