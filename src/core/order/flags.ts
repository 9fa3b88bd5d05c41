/**
 * Flags of orders: fields that are true or false. A flag is one row of ORDER_FIELDS. Whatever copies
 * the terms of an order copies all flags of its type with the functions of this file.
 */

import { type FlagName, type OrderField, type OrderType, termsOf } from './order.js';
import { ORDER_TYPE_NAMES } from './order-types.js';

/** The flags that are given. */
export type OrderFlags = Readonly<Partial<Record<FlagName, boolean>>>;

/**
 * The result for an order without flags. It is one object, so that a caller can compare by
 * identity.
 */
export const NO_FLAGS: OrderFlags = Object.freeze({});

const ROWS = new Map(
  ORDER_TYPE_NAMES.map(type => [type, termsOf(type).filter(({ kind }) => kind === 'flag')]),
);

/** The rows of the flags that orders of `type` have. */
export function flagsOf(type: OrderType): readonly OrderField[] {
  return ROWS.get(type) ?? [];
}

/** The flags of an order of `type` that `given` has. */
export function flagsIn(type: OrderType, given: object): OrderFlags {
  const rows = flagsOf(type);
  if (rows.length === 0) return NO_FLAGS;
  const values = new Map<string, unknown>(Object.entries(given));
  const found = rows.filter(({ name }) => values.get(name) !== undefined);
  return found.length === 0
    ? NO_FLAGS
    : Object.fromEntries(found.map(({ name }) => [name, values.get(name)]));
}
