/**
 * The ticket of an order that is there, so that it can be changed and sent as its replacement.
 */

import type { TicketForm } from './order-body.js';
import { fieldsOf, ticketType } from './order-fields.js';

/** What is read of an order. */
export interface ExistingOrder {
  readonly type: string;
  readonly instrument?: string | undefined;
  readonly units?: string | undefined;
}

/** The form of `order`: what it has at the paths of its type's fields. */
export function formOfOrder(order: ExistingOrder): TicketForm {
  const values = fieldsOf(ticketType(order.type)).flatMap(({ path }) => {
    const text = textAt(order, path.split('.'));
    return text === undefined ? [] : [[path, path === 'units' ? text.replace('-', '') : text]];
  });
  return {
    type: order.type,
    side: order.units?.startsWith('-') ? 'SELL' : 'BUY',
    instrument: order.instrument ?? '',
    values: withoutDerived(Object.fromEntries(values)),
  };
}

function textAt(value: unknown, [name = '', ...rest]: readonly string[]): string | undefined {
  const inner = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (rest.length > 0) return textAt(inner, rest);
  return typeof inner === 'string' || typeof inner === 'boolean' ? String(inner) : undefined;
}

/** A stop that was given by its distance has the price that came of it too; v20 takes one of them. */
function withoutDerived(
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { distance, price, ...rest } = values;
  const level = distance === undefined ? { price } : { distance };
  return Object.fromEntries(
    Object.entries({ ...rest, ...level }).filter(([, text]) => text !== undefined),
  ) as Readonly<Record<string, string>>;
}
