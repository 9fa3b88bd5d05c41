/**
 * Assertions that stay on: a broken invariant is a bug, and the run stops on it.
 * Never used for bad input (InputError) or for refusals by market rules (transactions).
 */

/** A bug in Orrery: a state that its own rules exclude. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * Throws InvariantError with `message` unless `condition` holds.
 * @param was - the offending value; given apart, so that no text is made while all is well.
 */
export function assert(
  condition: boolean,
  message: string,
  was?: string | number,
): asserts condition {
  if (condition) return;
  throw new InvariantError(was === undefined ? message : `${message}, was ${was}`);
}

/** Proves at compile time that every case of a union is handled. @throws InvariantError when reached. */
export function assertNever(value: never): never {
  throw new InvariantError(`Unreachable case: ${JSON.stringify(value)}`);
}

/** Returns `value`. @throws InvariantError naming `what`, and which, when it is undefined. */
export function ensureDefined<T>(value: T | undefined, what: string, which?: string | number): T {
  if (value === undefined) {
    throw new InvariantError(which === undefined ? `Missing ${what}` : `Missing ${what} ${which}`);
  }
  return value;
}
