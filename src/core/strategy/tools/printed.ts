/**
 * How objects print themselves. Node asks an object for a method of this name before it prints it;
 * the symbol is a registered one, so the core needs nothing of Node for it.
 */

/** The name of the method that returns what is printed instead of the object. */
export const PRINTED: unique symbol = Symbol.for('nodejs.util.inspect.custom');
