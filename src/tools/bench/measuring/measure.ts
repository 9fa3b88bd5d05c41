/** Wall time of work, and the middle of several measurements. */

/** Seconds that `work` takes. */
export function seconds(work: () => unknown): number {
  const started = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - started) / 1e9;
}

/** Seconds that asynchronous `work` takes. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = process.hrtime.bigint();
  await work();
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

/** Bytes in use after a collection; needs `--expose-gc`, without which garbage counts. */
export function bytesInUse(): number {
  const { gc } = globalThis as { gc?: () => void };
  // The first collection lets go of the columns, the second counts them as gone.
  gc?.();
  gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
