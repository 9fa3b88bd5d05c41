/** Turns of a clock that take several slices of wall time, however fast the machine is. */

import { performance } from 'node:perf_hooks';
import { vi } from 'vitest';

/** Wall milliseconds between two readings: three of them are more than a slice. */
const READING_MS = 4;

/** Begins a turn whose first slice ends after one piece. @returns what `begin` returns. */
export function inShortSlices<Turn>(begin: () => Turn): Turn {
  let wall = 0;
  const reading = vi.spyOn(performance, 'now').mockImplementation(() => (wall += READING_MS));
  try {
    return begin();
  } finally {
    reading.mockRestore();
  }
}
