/**
 * What the rules do to one stream. The stream side (api/v20/stream/disturbed-reader.ts) carries it
 * out line by line.
 */

import type { Prng } from '../../../core/base/prng.js';
import type { StreamFault } from '../../../core/fault/rule.js';

/** What is done to one stream. */
export interface StreamPlan {
  readonly fault: StreamFault;
  /** Draws for lines and jitter, of this stream alone. */
  readonly draws: Prng;
  /** Records what has been done to a line. @param did - in a few words. */
  readonly note: (did: string) => void;
}
