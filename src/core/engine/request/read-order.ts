/**
 * Checks whether a body is an OrderRequest. Wrong shapes and spellings are bad requests: they write
 * no transaction, like the recorded service. Market rules judge only well-formed orders. Source:
 * v20 semantics 2.4 (recorded messages), 3.1; decision 0007.
 */

import { DEPENDENT_ORDER_LIST } from '../../order/dependent-orders.js';
import { givenValue } from '../../order/given.js';
import {
  type ClientExtensions,
  type DependentDetails,
  type DependentOrderType,
  fieldsOf,
  isTradeName,
  type OrderField,
  type OrderFieldKind,
  type OrderRequest,
  type OrderType,
  POSITION_FILLS,
} from '../../order/order.js';
import { ORDER_TYPE_NAMES, ORDER_TYPES } from '../../order/order-types.js';
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

/** Whether `text` is a plain decimal with at most 15 digits on each side of the point. */
export function isDecimalText(text: string): boolean {
  return DECIMAL.test(text);
}

/** Reads the value of a field; `parameter` is its name in errors. @throws BadRequest */
type Reader = (value: unknown, parameter: string) => unknown;

/** The fields of a body with their readers, in the order in which they are judged. */
type Fields = readonly (readonly [name: string, read: Reader])[];

const POSITION_FILL = enumOf(POSITION_FILLS);
const LABELS = ['id', 'tag', 'comment'].map(name => [name, textOf] as const);

/** How values of each kind are read; a choice has values of its own. */
const READERS: Readonly<Record<Exclude<OrderFieldKind, 'choice' | 'details'>, Reader>> = {
  text: textOf,
  units: decimalOf,
  price: decimalOf,
  time: timeOf,
  flag: flagOf,
  extensions: extensionsOf,
};

const ORDERS = perType(ORDER_TYPE_NAMES, type => readersOf(fieldsOf(type)));
/** A dependent order inside another object has the fields of its type without those of the trade. */
const DETAILS = perType(
  DEPENDENT_ORDER_LIST.map(({ type }) => type),
  type => readersOf(fieldsOf(type).filter(field => !isTradeName(field))),
);

function perType<Type extends string>(types: readonly Type[], of: (type: Type) => Fields) {
  return Object.fromEntries(types.map(type => [type, of(type)])) as Record<Type, Fields>;
}

/** Fields with their readers: those of the order itself, what it opens, its client extensions. */
function readersOf(fields: readonly OrderField[]): Fields {
  const isLabel = ({ name }: OrderField) => name === 'clientExtensions';
  return [
    ...fields.filter(field => field.isOpening === undefined && !isLabel(field)),
    ...fields.filter(field => field.isOpening),
    ...fields.filter(isLabel),
  ].map(field => [field.name, readerOf(field)]);
}

function readerOf({ name, kind, values = [] }: OrderField): Reader {
  if (name === 'positionFill') return positionFillOf;
  if (kind === 'choice') return enumOf(values);
  if (kind !== 'details') return READERS[kind];
  const row = DEPENDENT_ORDER_LIST.find(({ onFillField }) => onFillField === name);
  return (value, parameter) => row && readDetails(value, parameter, row.type);
}

/**
 * Reads an order request. Numbers become texts, the 2016 spelling of guaranteed stops becomes their
 * own type, and gtdTimes are checked. Fields that the type does not have are dropped unread,
 * whatever they contain (semantics 3.1). Fields that count as not given are dropped too.
 * @param path - prefix of parameter names in errors, `order`.
 * @throws BadRequest naming the malformed parameter.
 */
export function readOrder(raw: unknown, path = 'order'): OrderRequest {
  const body = objectOf(raw, path);
  const type = typeOf(body, path);
  const order = { type };
  readFields(body, path, ORDERS[type], order);
  return modern(order as OrderRequest, body, path);
}

/**
 * Puts the fields that `body` gives into `read`. Each field is read once, and nothing is copied. Most orders
 * give three names of a dozen, so the search ends when none of them is left; `type` is no field.
 */
function readFields(body: Body, path: string, fields: Fields, read: Record<string, unknown>): void {
  const names = Object.keys(body);
  let left = names.includes('type') ? names.length - 1 : names.length;
  for (const [name, reader] of fields) {
    if (left === 0) return;
    if (!names.includes(name)) continue;
    left -= 1;
    const value = givenIn(body, name);
    if (value !== undefined) read[name] = reader(value, `${path}.${name}`);
  }
}

function givenIn(body: Body, name: string): unknown {
  return (Object.hasOwn(body, name) ? givenValue(name, body[name]) : undefined) ?? undefined;
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
  const body = objectOf(raw, path);
  const details: Record<string, unknown> = {};
  readFields(body, path, DETAILS[type], details);
  if (type === 'STOP_LOSS' && isGuaranteed(body, path)) details['guaranteed'] = true;
  return details;
}

/**
 * Reads ClientExtensions; undefined when absent.
 * @param path - the place in the request, `order.clientExtensions`.
 * @throws BadRequest
 */
export function readExtensions(raw: unknown, path: string): ClientExtensions | undefined {
  return raw === undefined || raw === null ? undefined : extensionsOf(raw, path);
}

/** 2016 dialect: `guaranteed: true` on a stop loss means the type GUARANTEED_STOP_LOSS. */
function modern(order: OrderRequest, body: Body, path: string): OrderRequest {
  if (order.type === 'STOP_LOSS' && isGuaranteed(body, path)) {
    return { ...order, type: 'GUARANTEED_STOP_LOSS' };
  }
  if (order.stopLossOnFill?.guaranteed !== true || order.guaranteedStopLossOnFill !== undefined) {
    return order;
  }
  const { stopLossOnFill, ...rest } = order;
  const { guaranteed: _, ...details } = stopLossOnFill;
  return { ...rest, guaranteedStopLossOnFill: details };
}

/** Whether a stop loss says that it is guaranteed. @throws BadRequest for a value that is no flag. */
function isGuaranteed(body: Body, path: string): boolean {
  const name = 'guaranteed';
  const value = givenIn(body, name);
  return value !== undefined && flagOf(value, `${path}.${name}`);
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
function textOf(value: unknown, parameter: string): string {
  if (typeof value !== 'string') throw new BadRequest(parameter);
  return value;
}

function decimalOf(value: unknown, parameter: string): string {
  const text = typeof value === 'number' ? String(value) : textOf(value, parameter);
  if (!isDecimalText(text)) throw new BadRequest(parameter);
  return text;
}

function flagOf(value: unknown, parameter: string): boolean {
  if (typeof value !== 'boolean') throw new BadRequest(parameter);
  return value;
}

function enumOf(choices: readonly string[]): Reader {
  const values = new Set(choices);
  return (value, parameter) => {
    if (typeof value !== 'string' || !values.has(value)) throw new BadRequest(parameter);
    return value;
  };
}

/** The recorded service names this parameter without the order that it belongs to. */
function positionFillOf(value: unknown): unknown {
  return POSITION_FILL(value, 'orderPositionFill');
}

function extensionsOf(raw: unknown, path: string): ClientExtensions {
  const extensions: Record<string, unknown> = {};
  readFields(objectOf(raw, path), path, LABELS, extensions);
  return extensions;
}

function timeOf(value: unknown, parameter: string): string {
  const text = textOf(value, parameter);
  if (parseInstant(text) === undefined) throw new BadRequest(parameter);
  return text;
}
