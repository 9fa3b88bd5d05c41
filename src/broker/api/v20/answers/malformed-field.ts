/**
 * A field of a body that the market cannot read: the fault names it, its value and the rule.
 * Source: v20 semantics 2.4.
 */

import { POSITION_FILLS } from '../../../../core/order/order.js';
import { ORDER_TYPE_NAMES } from '../../../../core/order/order-types.js';
import { wasText } from '../../http/read/given-value.js';
import { invalidParameter, type RequestError } from '../../http/request-errors.js';

const DECIMAL = 'a decimal number, with at most 15 digits on each side of the point';
/** What a field must be, by its name. */
const RULES: Readonly<Record<string, string>> = {
  units: DECIMAL,
  price: DECIMAL,
  priceBound: DECIMAL,
  distance: DECIMAL,
  gtdTime: 'a time of RFC 3339 or UNIX seconds',
  type: `one of ${ORDER_TYPE_NAMES.join(', ')}`,
  positionFill: `one of ${POSITION_FILLS.join(', ')}`,
};

/** Parts of a body that the market calls by another name than their path. */
const PLACES: Readonly<Record<string, string>> = { orderPositionFill: 'order.positionFill' };

/**
 * The fault of a field.
 * @param parameter - as the market calls it. @param body - that was sent.
 */
export function malformedField(parameter: string, body: unknown): RequestError {
  const place = PLACES[parameter] ?? parameter;
  const path = place.split('.');
  const value = path.reduce<unknown>((part, name) => Object(part)[name], body);
  if (value === undefined) return invalidParameter(place);
  return invalidParameter(place, wasText(value, RULES[path.at(-1) ?? '']));
}
