/**
 * Where the results of a command go. Not `process.stdout`, which strategies may write to as they like:
 * what they write there is a message, and goes to stderr.
 */

/** What takes the results. */
export interface ResultSink {
  readonly write: (text: string) => void;
  /** Whether a person looks at a terminal. */
  readonly isTerminal: boolean;
}

let sink: ResultSink | undefined;

/** Has all results written to `next` from now on. */
export function printTo(next: ResultSink): void {
  sink = next;
}

/** Writes results: text with its line ends. */
export function print(text: string): void {
  if (sink === undefined) process.stdout.write(text);
  else sink.write(text);
}

/** Whether results are for a terminal, which may have colours. */
export function printsToTerminal(): boolean {
  return sink?.isTerminal ?? process.stdout.isTTY === true;
}
