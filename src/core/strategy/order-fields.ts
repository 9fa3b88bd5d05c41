/**
 * The names that an order request can have, at every level. A v20 host ignores any other name: a
 * stop loss with a misspelled name would be no stop loss. So a strategy gets an error instead.
 */

import {
  type ClientExtensions,
  DETAIL_FIELDS,
  ORDER_FIELD_LIST,
  type OrderField,
  type OrderFieldKind,
} from '../order/order.js';
import type { TaggedOrder } from './tools/tagged-order.js';

/** Names of fields, and for objects the names of their fields. */
interface Names {
  readonly [name: string]: Names | true;
}

const EXTENSIONS: Names = { id: true, tag: true, comment: true } satisfies Readonly<
  Record<keyof ClientExtensions, true>
>;

const DETAILS = namesOf(DETAIL_FIELDS, { extensions: EXTENSIONS });

const ORDER: Names = {
  type: true,
  ...namesOf(ORDER_FIELD_LIST, { details: DETAILS, extensions: EXTENSIONS }),
  tag: true,
};

/** The names of fields. @param parts - those of the objects in them, by kind. */
function namesOf(
  fields: readonly OrderField[],
  parts: Readonly<Partial<Record<OrderFieldKind, Names>>>,
): Names {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, parts[kind] ?? true]));
}

/**
 * The first unknown field of `order`, and the known names: `order.unit: the fields are ...`; undefined
 * when all are known.
 */
export function unknownField(order: TaggedOrder): string | undefined {
  return unknownIn(order, ORDER, 'order');
}

function unknownIn(value: unknown, names: Names, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  // No text is made before there is a fault: a strategy sends thousands of orders.
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(names, name) ? names[name] : undefined;
    if (known === true) continue;
    const here = `${path}.${name}`;
    if (known === undefined) return `${here}: the fields are ${Object.keys(names).join(', ')}`;
    const deeper = unknownIn((value as Readonly<Record<string, unknown>>)[name], known, here);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}
