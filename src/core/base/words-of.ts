/**
 * Describes any thrown value in words. A strategy can throw an object whose fields throw when they
 * are read; the description must not fail on it.
 */

const UNREADABLE = 'something that cannot be read';

/** `TypeError: message` for an error, `threw ...` for any other value. Never throws. */
export function wordsOf(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return `threw ${describeValue(thrown)}`;
    const { name, message } = thrown;
    return typeof message === 'string' ? `${prefixOf(name)}${message}` : UNREADABLE;
  } catch {
    return `threw ${UNREADABLE}`;
  }
}

/**
 * Describes a value: the value itself, or its type when it is an object or a function. Never
 * throws.
 */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  const type = typeof value;
  return type === 'object' || type === 'function' ? `a value of type ${type}` : String(value);
}

/** `TypeError: ` when the name tells the reader something; otherwise the empty text. */
function prefixOf(name: unknown): string {
  return typeof name !== 'string' || name === 'Error' || name === 'StrategyError'
    ? ''
    : `${name}: `;
}
