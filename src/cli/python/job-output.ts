/** What a job sends to Python before its answer. */

import type { OnProgress } from './on-progress.js';

/** Sends it. */
export interface JobOutput {
  readonly onProgress: OnProgress;
  /** A part of an answer that is too long for one frame. */
  readonly onData: (bytes: Uint8Array) => void;
}
