/** The command that a request was. Source: v20 semantics 1.1 to 1.5. */

import type { Command } from '../../../core/engine/state/command.js';
import { isObject, type Json } from '../recording/json.js';

type CommandReading = readonly [
  method: string,
  path: RegExp,
  make: (name: string, body: Json) => unknown,
];

const READINGS: readonly CommandReading[] = [
  ['POST', /^orders$/, (_, body) => ({ type: 'CreateOrder', order: body['order'] })],
  [
    'PUT',
    /^orders\/([^/]+)$/,
    (orderSpecifier, body) => ({ type: 'ReplaceOrder', orderSpecifier, order: body['order'] }),
  ],
  ['PUT', /^orders\/([^/]+)\/cancel$/, orderSpecifier => ({ type: 'CancelOrder', orderSpecifier })],
  [
    'PUT',
    /^orders\/([^/]+)\/clientExtensions$/,
    (orderSpecifier, body) => ({ type: 'SetOrderClientExtensions', orderSpecifier, ...body }),
  ],
  [
    'PUT',
    /^trades\/([^/]+)\/close$/,
    (tradeSpecifier, body) => ({ type: 'CloseTrade', tradeSpecifier, ...body }),
  ],
  [
    'PUT',
    /^trades\/([^/]+)\/clientExtensions$/,
    (tradeSpecifier, body) => ({ type: 'SetTradeClientExtensions', tradeSpecifier, ...body }),
  ],
  [
    'PUT',
    /^trades\/([^/]+)\/orders$/,
    (tradeSpecifier, body) => ({ type: 'SetTradeOrders', tradeSpecifier, ...body }),
  ],
  [
    'PUT',
    /^positions\/([^/]+)\/close$/,
    (instrument, body) => ({ type: 'ClosePosition', instrument, ...body }),
  ],
  ['PATCH', /^configuration$/, (_, body) => ({ type: 'ConfigureAccount', ...body })],
];

/**
 * The command of a request; undefined when it is none.
 * @param path - after the account: `orders/7/cancel`.
 */
export function commandOf(method: string, path: string, body: unknown): Command | undefined {
  const given = isObject(body) ? (worded(body) as Json) : {};
  for (const [own, form, make] of READINGS) {
    const found = method === own ? form.exec(path) : null;
    if (found !== null) return make(decodeURIComponent(found[1] ?? ''), given) as Command;
  }
  return undefined;
}

/** The body with its numbers as texts, as this broker reads them. */
function worded(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(worded);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, worded(each)]));
}
