/**
 * Nominal types: the compiler does not accept an instant where a price is expected, although both
 * are numbers. A brand says nothing about the value and costs nothing at run time.
 */

declare const brand: unique symbol;

/** A `Base` that the compiler keeps apart from every other `Base`. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
