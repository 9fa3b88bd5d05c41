/** Messages between the working thread and the listening thread. */

import type { WatchedStrategy } from '../broker/runtime/watch/thread-watch.js';

/** Start data of the working thread. */
export interface WorkOrder {
  readonly args: readonly string[];
  readonly stdout: TerminalShape;
  readonly stderr: TerminalShape;
  /** Where the thread shows which hook of a strategy it runs. */
  readonly board: SharedArrayBuffer;
}

/** Properties of a stream that a command reads before it writes. */
export interface TerminalShape {
  readonly isTTY: boolean;
  /** Characters per line; undefined when unknown. */
  readonly columns: number | undefined;
}

/**
 * Messages of the working thread, in order: text for stdout and stderr, text for stdout if a signal
 * ends the command, files that are unfinished
 * or no longer so, the modules of strategies that are loaded, the strategies that the board names, and finally the exit code.
 */
export type WorkMessage =
  | { readonly result: string }
  | { readonly soFar: string }
  | { readonly message: string | Uint8Array }
  | { readonly unfinished: string }
  | { readonly finished: string }
  | { readonly loading: string }
  | { readonly loaded: string }
  | { readonly strategies: readonly WatchedStrategy[] }
  | { readonly exitCode: number };
