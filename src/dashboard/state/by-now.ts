/** What is of later times than now, as notes are that a rewind left. Pure. */

/**
 * Returns the items up to now, and those after it, each in their order.
 * @param now - RFC 3339 with nine fraction digits, as the times are; undefined before it is loaded.
 */
export function byNow<Timed extends { readonly time: string }>(
  all: readonly Timed[],
  now: string | undefined,
): readonly [past: readonly Timed[], later: readonly Timed[]] {
  const isLater = ({ time }: Timed) => now !== undefined && time > now;
  return [all.filter(each => !isLater(each)), all.filter(isLater)];
}
