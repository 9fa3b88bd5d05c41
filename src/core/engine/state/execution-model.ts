/**
 * The execution model: how far a fill may differ from "at once, at the top of book".
 * Declared in the scenario, seeded, recorded in the manifest; the default is none of it.
 * Source: v20 semantics 4.4; choices 35, 36.
 */

import type { DepthLevel } from '../../market/book.js';

export interface LatencyModel {
  /** Microseconds; a command takes effect `min..max` later, drawn uniformly when they differ. */
  readonly minMicros: number;
  readonly maxMicros: number;
}

export interface SlippageModel {
  /** Points against the client, `min..max`, drawn uniformly; never past a limit or a bound. */
  readonly minPoints: number;
  readonly maxPoints: number;
}

export interface ExecutionModel {
  readonly latency: LatencyModel;
  readonly slippage: SlippageModel;
  /** Probability that a command is refused with INTERNAL_SERVER_ERROR, in millionths. */
  readonly rejectMillionths: number;
  /** `volume`: ticks' volumes, else the instrument's default. `depth`: the table. */
  readonly liquidity: 'volume' | { readonly depth: readonly DepthLevel[] };
  /** Points added to each side of every tick's spread, per instrument. */
  readonly spreadPoints: ReadonlyMap<string, number>;
}

/** Fills at the current top of book, at once, always. */
export const IDEAL_EXECUTION: ExecutionModel = {
  latency: { minMicros: 0, maxMicros: 0 },
  slippage: { minPoints: 0, maxPoints: 0 },
  rejectMillionths: 0,
  liquidity: 'volume',
  spreadPoints: new Map(),
};
