/**
 * Checks whether a body is an OrderRequest. Wrong shapes and spellings are bad requests: they write
 * no transaction, like the recorded service. Market rules judge only well-formed orders. Source:
 * v20 semantics 2.4 (recorded messages), 3.1; decision 0007.
 */

import { DEPENDENT_ORDER_LIST } from '../../order/dependent-orders.js';
import { givenPart } from '../../order/given.js';
import type {
  ClientExtensions,
  DependentDetails,
  DependentOrderType,
  OrderRequest,
  OrderType,
} from '../../order/order.js';
import { ORDER_TYPES } from '../../order/order-types.js';
import { parseInstant } from '../../time/instant.js';

/** A malformed request; names the parameter as v20's error message prints it. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly parameter: string;

  constructor(parameter: string) {
    super(`Invalid value specified for '${parameter}'`);
    this.parameter = parameter;
  }
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;
const TIMES_IN_FORCE = new Set(['GTC', 'GTD', 'GFD', 'FOK', 'IOC']);
const POSITION_FILLS = new Set(['OPEN_ONLY', 'REDUCE_FIRST', 'REDUCE_ONLY', 'DEFAULT']);
const TRIGGER_CONDITIONS = new Set(['DEFAULT', 'INVERSE', 'BID', 'ASK', 'MID']);

/** Whether `text` is a plain decimal with at most 15 digits on each side of the point. */
export function isDecimalText(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * Reads an order request. Numbers become texts, the 2016 spelling of guaranteed stops becomes their
 * own type, and gtdTimes are checked. Fields that the type does not have are dropped unread,
 * whatever they contain (semantics 3.1). Fields that count as not given are dropped too.
 * @param path - prefix of parameter names in errors, `order`.
 * @throws BadRequest naming the malformed parameter.
 */
export function readOrder(raw: unknown, path = 'order'): OrderRequest {
  const body = givenPart(objectOf(raw, path));
  const type = typeOf(body, path);
  const { dependent, trigger, priceBound } = ORDER_TYPES[type];
  const order: Record<string, unknown> = { type };
  const copy = (name: string, value: unknown) => {
    if (value !== undefined) order[name] = value;
  };
  if (!dependent) {
    copy('instrument', textOf(body, 'instrument', path));
    copy('units', decimalOf(body, 'units', path));
  }
  for (const name of levelsOf(type)) copy(name, decimalOf(body, name, path));
  if (priceBound) copy('priceBound', decimalOf(body, 'priceBound', path));
  if (dependent) {
    for (const name of ['tradeID', 'clientTradeID']) copy(name, textOf(body, name, path));
  }
  copy('timeInForce', enumOf(body, 'timeInForce', TIMES_IN_FORCE, `${path}.timeInForce`));
  if (trigger !== 'market') {
    copy('gtdTime', timeOf(body, path));
    copy('triggerCondition', triggerConditionOf(body, path));
  }
  if (!dependent) {
    copy('positionFill', enumOf(body, 'positionFill', POSITION_FILLS, 'orderPositionFill'));
    for (const { onFillField: name, type: kind } of DEPENDENT_ORDER_LIST) {
      copy(name, readDetails(body[name], `${path}.${name}`, kind));
    }
    copy('tradeClientExtensions', extensionsOf(body, 'tradeClientExtensions', path));
  }
  copy('clientExtensions', extensionsOf(body, 'clientExtensions', path));
  return modern(order as unknown as OrderRequest, body);
}

/**
 * Reads the Details object of an order of `type` and keeps the fields that the type has; undefined
 * when absent.
 * @throws BadRequest
 */
export function readDetails(
  raw: unknown,
  path: string,
  type: DependentOrderType,
): DependentDetails | undefined {
  if (raw === undefined || raw === null) return undefined;
  const body = givenPart(objectOf(raw, path));
  const details: Record<string, unknown> = {};
  const copy = (name: string, value: unknown) => {
    if (value !== undefined) details[name] = value;
  };
  for (const name of levelsOf(type)) copy(name, decimalOf(body, name, path));
  copy('timeInForce', enumOf(body, 'timeInForce', TIMES_IN_FORCE, `${path}.timeInForce`));
  copy('gtdTime', timeOf(body, path));
  copy('triggerCondition', triggerConditionOf(body, path));
  copy('clientExtensions', extensionsOf(body, 'clientExtensions', path));
  if (type === 'STOP_LOSS' && body['guaranteed'] === true) details['guaranteed'] = true;
  return details;
}

/** Which of `price` and `distance` an order of the type can have. */
function levelsOf(type: OrderType): ('price' | 'distance')[] {
  return (['price', 'distance'] as const).filter(name => ORDER_TYPES[type][name] !== 'none');
}

/**
 * Reads ClientExtensions; undefined when absent.
 * @param path - the place in the request, `order.clientExtensions`.
 * @throws BadRequest
 */
export function readExtensions(raw: unknown, path: string): ClientExtensions | undefined {
  if (raw === undefined || raw === null) return undefined;
  const body = objectOf(raw, path);
  const extensions: Record<string, string> = {};
  for (const name of ['id', 'tag', 'comment']) {
    const text = textOf(body, name, path);
    if (text !== undefined) extensions[name] = text;
  }
  return extensions;
}

/** 2016 dialect: `guaranteed: true` on a stop loss means the type GUARANTEED_STOP_LOSS. */
function modern(order: OrderRequest, body: Readonly<Record<string, unknown>>): OrderRequest {
  if (order.type === 'STOP_LOSS' && body['guaranteed'] === true) {
    return { ...order, type: 'GUARANTEED_STOP_LOSS' };
  }
  if (order.stopLossOnFill?.guaranteed !== true || order.guaranteedStopLossOnFill !== undefined) {
    return order;
  }
  const { stopLossOnFill, ...rest } = order;
  const { guaranteed, ...details } = stopLossOnFill;
  return guaranteed ? { ...rest, guaranteedStopLossOnFill: details } : order;
}

function objectOf(raw: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new BadRequest(path);
  return raw as Readonly<Record<string, unknown>>;
}

type Body = Readonly<Record<string, unknown>>;

function typeOf(body: Body, path: string): OrderType {
  const type = Object.hasOwn(body, 'type') ? body['type'] : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(ORDER_TYPES, type)) {
    throw new BadRequest(`${path}.type`);
  }
  return type as OrderType;
}

/** Identifiers and times must be texts; a number is malformed (recorded for tradeID). */
function textOf(body: Body, name: string, path: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new BadRequest(`${path}.${name}`);
  return value;
}

function decimalOf(body: Body, name: string, path: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  const text = typeof value === 'number' ? String(value) : textOf(body, name, path);
  if (text !== undefined && !isDecimalText(text)) throw new BadRequest(`${path}.${name}`);
  return text;
}

function enumOf(
  body: Body,
  name: string,
  values: ReadonlySet<string>,
  parameter: string,
): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !values.has(value)) throw new BadRequest(parameter);
  return value;
}

function extensionsOf(body: Body, name: string, path: string): ClientExtensions | undefined {
  return readExtensions(body[name], `${path}.${name}`);
}

function triggerConditionOf(body: Body, path: string): string | undefined {
  return enumOf(body, 'triggerCondition', TRIGGER_CONDITIONS, `${path}.triggerCondition`);
}

function timeOf(body: Body, path: string): string | undefined {
  const text = textOf(body, 'gtdTime', path);
  if (text !== undefined && parseInstant(text) === undefined) {
    throw new BadRequest(`${path}.gtdTime`);
  }
  return text;
}
