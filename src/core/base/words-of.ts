/**
 * What was thrown, in words, whatever it is: strategies throw objects whose fields throw again when they
 * are read, and the message about it must not fail on that.
 */

const UNREADABLE = 'something that cannot be read';

/** `TypeError: message` of an error, `threw ...` of anything else. Never throws. */
export function wordsOf(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return `threw ${describeValue(thrown)}`;
    const { name, message } = thrown;
    return typeof message === 'string' ? `${prefixOf(name)}${message}` : UNREADABLE;
  } catch {
    return `threw ${UNREADABLE}`;
  }
}

/** A value in words: itself, or its type when it is an object or a function. Never throws. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  const type = typeof value;
  return type === 'object' || type === 'function' ? `a value of type ${type}` : String(value);
}

/** `TypeError: ` where that says something. */
function prefixOf(name: unknown): string {
  return typeof name !== 'string' || name === 'Error' || name === 'StrategyError'
    ? ''
    : `${name}: `;
}
