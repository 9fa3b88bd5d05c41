/** What Python is told while a job is done. */

import type { OnProgress } from './on-progress.js';

/** Receives what Python is told before the answer. */
export interface Told {
  readonly onProgress: OnProgress;
  /** A part of an answer that is too long for one frame. */
  readonly onData: (bytes: Uint8Array) => void;
}
