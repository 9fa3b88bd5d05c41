/**
 * The names that an order request can have, at every level. A v20 host ignores any other name: a
 * stop loss with a misspelled name would be no stop loss. So a strategy gets an error instead.
 */

import {
  type ClientExtensions,
  type DependentDetails,
  ORDER_FIELDS,
  type OrderFieldKind,
} from '../order/order.js';
import type { TaggedOrder } from './tools/tagged-order.js';

/** Names of fields, and for objects the names of their fields. */
interface Names {
  readonly [name: string]: Names | true;
}

type NamesOf<Shape> = Readonly<Record<keyof Shape, Names | true>>;

const EXTENSIONS: Names = {
  id: true,
  tag: true,
  comment: true,
} satisfies NamesOf<ClientExtensions>;

const DETAILS: Names = {
  price: true,
  distance: true,
  timeInForce: true,
  gtdTime: true,
  triggerCondition: true,
  clientExtensions: EXTENSIONS,
  guaranteed: true,
} satisfies NamesOf<DependentDetails>;

const PARTS: Readonly<Partial<Record<OrderFieldKind, Names>>> = {
  details: DETAILS,
  extensions: EXTENSIONS,
};

const ORDER: Names = {
  type: true,
  ...Object.fromEntries(
    Object.entries(ORDER_FIELDS).map(([name, { kind }]) => [name, PARTS[kind] ?? true]),
  ),
  tag: true,
};

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
