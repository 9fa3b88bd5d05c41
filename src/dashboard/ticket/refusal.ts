/**
 * Where in the ticket a refusal belongs: from a reject reason or a sentence of the server to the
 * field that it is about. Source: v20 semantics 2.4, 3.6.
 */

import { DEPENDENT_ORDER_LIST } from '../../core/order/dependent-orders.js';

/** A refusal as v20 answers it. */
export interface Refusal {
  readonly errorMessage?: string;
  /** The reason of the reject or cancel transaction. */
  readonly reason?: string;
}

/** Starts of reasons and the object of the body that they are about; the longest first. */
const OBJECTS: readonly (readonly [start: string, prefix: string])[] = DEPENDENT_ORDER_LIST.flatMap(
  ({ type, onFillPrefix, onFillField }) => [
    [`${onFillPrefix}_`, `${onFillField}.`] as const,
    [`${type}_ORDER_`, ''] as const,
  ],
).sort(([one], [other]) => other.length - one.length);

/** Starts of what is left of a reason, and the field that they are about. */
const FIELDS: readonly (readonly [start: string, field: string])[] = [
  ['GTD_', 'gtdTime'],
  ['TIME_IN_FORCE_GTD_', 'gtdTime'],
  ['TIME_IN_FORCE', 'timeInForce'],
  ['TRIGGER_CONDITION', 'triggerCondition'],
  ['CLIENT_ORDER_ID', 'clientExtensions.id'],
  ['CLIENT_ORDER_TAG', 'clientExtensions.tag'],
  ['CLIENT_ORDER_COMMENT', 'clientExtensions.comment'],
  ['CLIENT_TRADE_ID', 'tradeClientExtensions.id'],
  ['CLIENT_TRADE_TAG', 'tradeClientExtensions.tag'],
  ['CLIENT_TRADE_COMMENT', 'tradeClientExtensions.comment'],
  ['PRICE_BOUND', 'priceBound'],
  ['BOUNDS_VIOLATION', 'priceBound'],
  ['PRICE_DISTANCE', 'distance'],
  ['PRICE_AND_DISTANCE', 'price'],
  ['DISTANCE', 'distance'],
  ['MINIMUM_DISTANCE', 'distance'],
  ['PRICE', 'price'],
  ['LOSS', 'price'],
  ['LOSING_TAKE_PROFIT', 'takeProfitOnFill.price'],
  ['UNITS', 'units'],
  ['POSITION_SIZE', 'units'],
  ['INSUFFICIENT_MARGIN', 'units'],
  ['INSUFFICIENT_LIQUIDITY', 'units'],
  ['CLOSE_TRADE_UNITS', 'units'],
  ['TRADE_ON_FILL', 'tradeClientExtensions.id'],
  ['TRADE_', 'tradeID'],
  ['INSTRUMENT_', 'instrument'],
  ['ALREADY_EXISTS', 'tradeID'],
];

/** The path of the field that a refusal is about; undefined when it is about none. */
export function fieldOfRefusal({ errorMessage = '', reason }: Refusal): string | undefined {
  const [, named] = /^Invalid value specified for '([^']*)'/.exec(errorMessage) ?? [];
  if (named === 'orderPositionFill') return 'positionFill';
  if (named?.startsWith('order.')) return named.slice('order.'.length);
  return reason === undefined ? undefined : fieldOfReason(reason);
}

function fieldOfReason(reason: string): string | undefined {
  const [start, prefix] = OBJECTS.find(([each]) => reason.startsWith(each)) ?? ['', ''];
  const rest = reason.slice(start.length);
  const field = FIELDS.find(([each]) => rest.startsWith(each))?.[1];
  return field === undefined ? undefined : `${prefix}${field}`;
}
