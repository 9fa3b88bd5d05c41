/**
 * The share of a leg that has passed, as an exact fraction: 0 at its start, 1 at its end. Products
 * that pass 53 bits are taken in BigInt, so that no order of events hangs on a rounded number.
 */

/** `part` of `whole`: integers, 0 <= part <= whole, whole at least 1. */
export interface Share {
  readonly part: number;
  readonly whole: number;
}

/** The start of a leg. */
export const START: Share = { part: 0, whole: 1 };
/** The end of a leg. */
export const END: Share = { part: 1, whole: 1 };

/** Negative when `one` comes before `other`, positive when it comes after it. */
export function compareShares(one: Share, other: Share): number {
  const left = one.part * other.whole;
  const right = other.part * one.whole;
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left - right;
  const exact = BigInt(one.part) * BigInt(other.whole) - BigInt(other.part) * BigInt(one.whole);
  return exact < 0n ? -1 : exact > 0n ? 1 : 0;
}

/** The later of two shares. */
export function laterShare(one: Share, other: Share): Share {
  return compareShares(one, other) < 0 ? other : one;
}

/** The earlier of two shares. */
export function earlierShare(one: Share, other: Share): Share {
  return compareShares(one, other) < 0 ? one : other;
}

/** Returns the share of `amount`, an integer, rounded down. */
export function floorOf(amount: number, { part, whole }: Share): number {
  const product = amount * part;
  if (Number.isSafeInteger(product)) return (product - modulo(product, whole)) / whole;
  const [exact, parts] = [BigInt(amount) * BigInt(part), BigInt(whole)];
  const rest = ((exact % parts) + parts) % parts;
  return Number((exact - rest) / parts);
}

/** Returns the share of `amount`, an integer, rounded up. */
export function ceilOf(amount: number, share: Share): number {
  return -floorOf(-amount, share) + 0;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
