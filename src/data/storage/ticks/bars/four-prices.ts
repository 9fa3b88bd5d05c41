/** What a bar has four times: open, high, low and close, in this order. */

/** One value each of open, high, low and close. */
export type Four<T> = readonly [o: T, h: T, l: T, c: T];

/** What `of` gives of each of the four. */
export function mapFour<T, U>([o, h, l, c]: Four<T>, of: (each: T) => U): Four<U> {
  return [of(o), of(h), of(l), of(c)];
}
