/**
 * Assertions that stay on in production. A broken invariant is a bug, so the run stops on it.
 * Assertions are not for bad input (InputError) and not for refusals by market rules
 * (transactions).
 */

/** A bug in Orrery: a state that its own rules exclude. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * Throws InvariantError with `message` unless `condition` holds.
 * @param was - the wrong value. It is a separate argument, so that the message text is built only
 * on a failure.
 */
export function assert(
  condition: boolean,
  message: string,
  was?: string | number,
): asserts condition {
  if (condition) return;
  throw new InvariantError(was === undefined ? message : `${message}, was ${was}`);
}

/**
 * Proves at compile time that every case of a union is handled.
 * @throws InvariantError when it is reached at run time.
 */
export function assertNever(value: never): never {
  throw new InvariantError(`Unreachable case: ${JSON.stringify(value)}`);
}

/**
 * Returns `value`.
 * @param what - the kind of thing, for the message.
 * @param which - its id, for the message.
 * @throws InvariantError when `value` is undefined.
 */
export function ensureDefined<T>(value: T | undefined, what: string, which?: string | number): T {
  if (value === undefined) {
    throw new InvariantError(which === undefined ? `Missing ${what}` : `Missing ${what} ${which}`);
  }
  return value;
}
