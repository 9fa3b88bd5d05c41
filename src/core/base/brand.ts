/**
 * Nominal types: a number that is an instant must not be mistaken for a number that is a price.
 * Knows nothing of the values; costs nothing at run time.
 */

declare const brand: unique symbol;

/** A `Base` that the compiler keeps apart from every other `Base`. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
