/** How near an account is to its margin closeout, for a bar. Floats, because they become pixels. Pure. */

import type { AccountSummary } from '../wire/types.js';

/** The way to the closeout. Source: v20 semantics 5.6. */
export interface MarginWay {
  /** Part of the way that is gone, 0 to 1; at half of it no margin is left for new trades. */
  readonly gone: number;
  readonly kind: 'calm' | 'used-up' | 'near';
}

const USED_UP = 0.5;
const NEAR = 0.75;

/** The closeout comes when `marginCloseoutPercent` reaches 1. */
export function marginWay({ marginCloseoutPercent }: AccountSummary): MarginWay {
  const gone = Math.min(1, Math.max(0, Number(marginCloseoutPercent)));
  return { gone, kind: gone >= NEAR ? 'near' : gone >= USED_UP ? 'used-up' : 'calm' };
}
