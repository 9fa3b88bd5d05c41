/** What a bar has four times: open, high, low and close, in this order. */

/** One value each of open, high, low and close. */
export type FourValues<T> = readonly [o: T, h: T, l: T, c: T];

/** What `of` gives of each of the four. */
export function mapFour<T, U>([o, h, l, c]: FourValues<T>, of: (each: T) => U): FourValues<U> {
  return [of(o), of(h), of(l), of(c)];
}
