/**
 * Writes the results of a command. Results do not go through `process.stdout`, because strategies
 * may write to it; their text is a message and goes to stderr.
 */

/** Receives the results. */
export interface ResultSink {
  readonly write: (text: string) => void;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** Keeps a text that is written in place of results when a signal ends the command; the last one counts. */
  readonly keep?: (text: string) => void;
}

let sink: ResultSink | undefined;

/** Sends all later results to `next`. */
export function printTo(next: ResultSink): void {
  sink = next;
}

/** Writes results; the text includes its line ends. */
export function print(text: string): void {
  if (sink === undefined) process.stdout.write(text);
  else sink.write(text);
}

/**
 * Sets the text about the work so far: it is printed when a signal ends the command before its
 * results.
 */
export function printIfEnded(text: string): void {
  sink?.keep?.(text);
}

/** Whether results go to a terminal, which may show colours. */
export function printsToTerminal(): boolean {
  return sink?.isTerminal ?? process.stdout.isTTY === true;
}
