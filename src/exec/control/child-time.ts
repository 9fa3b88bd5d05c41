/** Moves simulated time by the reports of a child's processes. Source: decision 0032. */

import type { HeldProcess } from './control-server.js';
import type { IdleLine, SpinLine } from './lines.js';

export interface ChildTime {
  /** A process has registered. */
  readonly join: (process: HeldProcess) => void;
  /** Everything in a process waits. */
  readonly idle: (process: HeldProcess, line: IdleLine) => void;
  /** A process that waited for another one has something to do. @param now - its present, if it has gone on by itself */
  readonly busy: (process: HeldProcess, now?: number) => void;
  /** A process has been woken by another one, and waits for its turn. */
  readonly turn: (process: HeldProcess) => void;
  /** A thread of a process does not stop computing. */
  readonly spin: (process: HeldProcess, line: SpinLine) => void;
  /** A process is gone. */
  readonly leave: (process: HeldProcess) => void;
}
