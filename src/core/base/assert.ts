/**
 * Assertions that stay on: a broken invariant is a bug, and the run stops on it.
 * Never used for bad input (InputError) or for refusals by market rules (transactions).
 */

/** A bug in Orrery: a state that its own rules exclude. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError with `message` unless `condition` holds. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}

/** Proves at compile time that every case of a union is handled. @throws InvariantError when reached. */
export function assertNever(value: never): never {
  throw new InvariantError(`Unreachable case: ${JSON.stringify(value)}`);
}

/** Returns `value`. @throws InvariantError naming `what` when it is undefined. */
export function ensureDefined<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new InvariantError(`Missing ${what}`);
  return value;
}
