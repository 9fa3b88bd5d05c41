/**
 * The granularities of v20, one row each. Source: v20 semantics 7.1.
 */

/** The length of a granularity and the start from which its buckets are counted. */
export interface GranularityRule {
  readonly unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month';
  /** Units in one bucket, at least 1. */
  readonly length: number;
  /** `utc`: the UTC grid. The others follow the alignment of the request. */
  readonly alignedTo: 'utc' | 'day' | 'week' | 'month';
}

/** The granularities by their v20 name. */
export const GRANULARITIES = {
  S5: { unit: 'second', length: 5, alignedTo: 'utc' },
  S10: { unit: 'second', length: 10, alignedTo: 'utc' },
  S15: { unit: 'second', length: 15, alignedTo: 'utc' },
  S30: { unit: 'second', length: 30, alignedTo: 'utc' },
  M1: { unit: 'minute', length: 1, alignedTo: 'utc' },
  M2: { unit: 'minute', length: 2, alignedTo: 'utc' },
  M4: { unit: 'minute', length: 4, alignedTo: 'utc' },
  M5: { unit: 'minute', length: 5, alignedTo: 'utc' },
  M10: { unit: 'minute', length: 10, alignedTo: 'utc' },
  M15: { unit: 'minute', length: 15, alignedTo: 'utc' },
  M30: { unit: 'minute', length: 30, alignedTo: 'utc' },
  H1: { unit: 'hour', length: 1, alignedTo: 'utc' },
  H2: { unit: 'hour', length: 2, alignedTo: 'day' },
  H3: { unit: 'hour', length: 3, alignedTo: 'day' },
  H4: { unit: 'hour', length: 4, alignedTo: 'day' },
  H6: { unit: 'hour', length: 6, alignedTo: 'day' },
  H8: { unit: 'hour', length: 8, alignedTo: 'day' },
  H12: { unit: 'hour', length: 12, alignedTo: 'day' },
  D: { unit: 'day', length: 1, alignedTo: 'day' },
  W: { unit: 'week', length: 1, alignedTo: 'week' },
  M: { unit: 'month', length: 1, alignedTo: 'month' },
} as const satisfies Readonly<Record<string, GranularityRule>>;

/** The v20 name of a granularity: `S5` to `M`. */
export type Granularity = keyof typeof GRANULARITIES;

/** The rule that a text breaks which names no granularity. */
export function unknownGranularity(text: string): string {
  return `must be one of ${Object.keys(GRANULARITIES).join(', ')}, was ${text}`;
}

/** Whether `name` is a granularity of v20. */
export function isGranularity(name: string): name is Granularity {
  return Object.hasOwn(GRANULARITIES, name);
}
