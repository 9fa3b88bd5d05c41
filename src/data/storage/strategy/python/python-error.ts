/** Errors of strategies in Python, with the calls of their traceback as a stack that this program reads. */

/** A call of the strategy's own. Line and column count from 1. */
interface PythonCall {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An error as it crosses. */
export interface CrossingError {
  /** The type and the message, as a traceback ends; the message alone of an error of the strategy's context. */
  readonly words: string;
  /** Innermost first. */
  readonly calls: readonly PythonCall[];
}

/** The error of a strategy in Python. */
export function pythonError({ words, calls }: CrossingError): Error {
  const error = new Error(words);
  const lines = calls.map(({ name, file, line, column }) => {
    const place = `${file}:${line}:${column}`;
    return name === '' ? `    at ${place}` : `    at ${name} (${place})`;
  });
  error.stack = [words, ...lines].join('\n');
  return error;
}
