/** What comes of a replay. */

import type { Recording } from '../recording/recorded-bodies.js';
import type { FactDifference } from './compare-facts.js';

/** The replay of a body, or of a part of it; paths are those of a reading. */
export interface BodyReplay {
  readonly recordings: readonly Recording[];
  /** Facts that the broker wrote as they were recorded, and those that it did not. */
  readonly same: readonly string[];
  readonly differences: readonly FactDifference[];
  /** Facts that no market can be given. */
  readonly apart: readonly string[];
  /** Facts that the market was made of. */
  readonly used: ReadonlySet<string>;
}

/** What cannot be replayed, and why. */
export interface ReplayRefusal {
  readonly recordings: readonly Recording[];
  readonly why: string;
}

/** Whether the broker was run. */
export function isReplayed(result: BodyReplay | ReplayRefusal): result is BodyReplay {
  return 'same' in result;
}
