/** What the thread that works and the thread that listens tell one another. */

/** What the working thread is started with. */
export interface WorkOrder {
  readonly args: readonly string[];
  readonly stdout: TerminalShape;
  readonly stderr: TerminalShape;
}

/** What a command asks of a stream before it writes to it. */
export interface TerminalShape {
  readonly isTTY: boolean;
  /** Characters of a line; undefined when nobody knows. */
  readonly columns: number | undefined;
}

/**
 * What the working thread says, in this order: text for stdout and for stderr, files that are in the
 * making or no longer so, and last the exit code.
 */
export type WorkMessage =
  | { readonly result: string }
  | { readonly message: string | Uint8Array }
  | { readonly unfinished: string }
  | { readonly finished: string }
  | { readonly exitCode: number };
