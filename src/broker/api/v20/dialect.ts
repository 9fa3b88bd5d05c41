/**
 * The two spellings of v20: the current one, and that of 2016 for clients of that time. They differ
 * in two enums of Order resources; a server of 2016 also takes the old values in requests. Source:
 * docs/reference/semantics.md (dialects); choice 1.
 */

import { DEPENDENT_ORDER_LIST } from '../../../core/order/dependent-orders.js';

export const DIALECTS = ['current', '2016'] as const;
export type Dialect = (typeof DIALECTS)[number];

const PREFIXES = { positionFill: 'POSITION_', triggerCondition: 'TRIGGER_' } as const;

/** An Order resource as the dialect spells it. */
export function speakOrder<T extends object>(order: T, dialect: Dialect): T {
  if (dialect === 'current') return order;
  return respell(order, (value, prefix) => `${prefix}${value}`) as T;
}

/** The order of a request in the current spelling. */
export function hearOrder(order: object, dialect: Dialect): object {
  if (dialect === 'current') return order;
  return respell(order, (value, prefix) =>
    value.startsWith(prefix) ? value.slice(prefix.length) : value,
  );
}

function respell(order: object, spell: (value: string, prefix: string) => string): object {
  const spelled: Record<string, unknown> = { ...order };
  for (const [field, prefix] of Object.entries(PREFIXES)) {
    const value = spelled[field];
    if (typeof value === 'string') spelled[field] = spell(value, prefix);
  }
  // Orders within an order have the fields too.
  for (const { onFillField: field } of DEPENDENT_ORDER_LIST) {
    const nested = spelled[field];
    if (typeof nested === 'object' && nested !== null) spelled[field] = respell(nested, spell);
  }
  return spelled;
}
