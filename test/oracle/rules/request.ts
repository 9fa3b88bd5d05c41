/**
 * Order requests as text: which are not even requests, which fields a type has, what is defaulted,
 * and the fields of the transactions that accept or reject them.
 * Source: v20 semantics 3.1, 3.2, 2.4.
 */

import type { Instrument } from '../../../src/core/market/instrument.js';
import type {
  ClientExtensions,
  DependentDetails,
  OnFillDetails,
  OrderRequest,
  OrderType,
} from '../../../src/core/order/order.js';
import { formatRfc3339, parseInstant } from '../../../src/core/time/instant.js';
import { decimal } from '../numbers/rational.js';
import { type Order, type Wire, type World, withoutAbsent } from '../numbers/state.js';

const TIMES_IN_FORCE = ['GTC', 'GTD', 'GFD', 'FOK', 'IOC'];
const POSITION_FILLS = ['OPEN_ONLY', 'REDUCE_FIRST', 'REDUCE_ONLY', 'DEFAULT'];
const TRIGGER_CONDITIONS = ['DEFAULT', 'INVERSE', 'BID', 'ASK', 'MID'];
const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

/** On-fill objects in the order of their checks and creation. */
export const ON_FILL = [
  { key: 'takeProfitOnFill', type: 'TAKE_PROFIT', fields: ['price'] },
  { key: 'stopLossOnFill', type: 'STOP_LOSS', fields: ['price', 'distance'] },
  { key: 'guaranteedStopLossOnFill', type: 'GUARANTEED_STOP_LOSS', fields: ['price', 'distance'] },
  { key: 'trailingStopLossOnFill', type: 'TRAILING_STOP_LOSS', fields: ['distance'] },
] as const;

/** Fields of each type beyond timeInForce, gtdTime and clientExtensions. */
export const FIELDS: Readonly<Record<OrderType, readonly (keyof OrderRequest)[]>> = {
  MARKET: ['instrument', 'units', 'priceBound', 'positionFill'],
  LIMIT: ['instrument', 'units', 'price', 'positionFill', 'triggerCondition'],
  STOP: ['instrument', 'units', 'price', 'priceBound', 'positionFill', 'triggerCondition'],
  MARKET_IF_TOUCHED: [
    'instrument',
    'units',
    'price',
    'priceBound',
    'positionFill',
    'triggerCondition',
  ],
  TAKE_PROFIT: ['tradeID', 'clientTradeID', 'price', 'triggerCondition'],
  STOP_LOSS: ['tradeID', 'clientTradeID', 'price', 'distance', 'triggerCondition'],
  GUARANTEED_STOP_LOSS: ['tradeID', 'clientTradeID', 'price', 'distance', 'triggerCondition'],
  TRAILING_STOP_LOSS: ['tradeID', 'clientTradeID', 'distance', 'triggerCondition'],
};

/** Whether orders of the type open or reduce by instrument and units. */
export function isEntry(type: OrderType): boolean {
  return FIELDS[type].includes('units');
}

/** Whether orders of the type carry on-fill objects and a price in instrument units. */
export function hasField(type: OrderType, field: keyof OrderRequest): boolean {
  return FIELDS[type].includes(field);
}

/** True for a text that is a decimal number of at most 15 + 15 digits. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** True when the request is refused without a transaction. Fields that the type lacks are ignored. */
export function isBadRequest(world: World, request: OrderRequest): boolean {
  if (FIELDS[request.type] === undefined) return true;
  const numbers = (['units', 'price', 'priceBound', 'distance'] as const).filter(field =>
    hasField(request.type, field),
  );
  if (numbers.some(field => isBadNumber(request[field]))) return true;
  const { timeInForce } = request;
  const timing = request.type === 'MARKET' ? { timeInForce } : request;
  if (isBadTiming(timing)) return true;
  if (!hasField(request.type, 'units')) {
    return request.tradeID !== undefined && !/^\d+$/.test(request.tradeID);
  }
  const { instrument, positionFill } = request;
  if (instrument !== undefined && !isKnown(world, instrument)) return true;
  if (positionFill !== undefined && !POSITION_FILLS.includes(positionFill)) return true;
  return ON_FILL.some(({ key, fields }) => {
    const details = request[key];
    return details !== undefined && isBadDetails(details, fields);
  });
}

/** The same for an object of `PUT trades/{t}/orders`. */
export function isBadDetails(
  details: DependentDetails,
  fields: readonly ('price' | 'distance')[],
): boolean {
  return fields.some(field => isBadNumber(details[field])) || isBadTiming(details);
}

/** Whether the market has the instrument. */
export function isKnown(world: World, name: string): boolean {
  return world.markets.some(({ instrument }) => instrument.name === name);
}

function isBadNumber(text: string | undefined): boolean {
  return text !== undefined && !isDecimal(text);
}

function isBadTiming(from: {
  timeInForce?: string | undefined;
  gtdTime?: string;
  triggerCondition?: string;
}): boolean {
  const { timeInForce, gtdTime, triggerCondition } = from;
  if (timeInForce !== undefined && !TIMES_IN_FORCE.includes(timeInForce)) return true;
  if (gtdTime !== undefined && parseInstant(gtdTime) === undefined) return true;
  return triggerCondition !== undefined && !TRIGGER_CONDITIONS.includes(triggerCondition);
}

/** Instant of a gtdTime that parsed before. */
export function gtdInstant(text: string): number {
  const parsed = parseInstant(text);
  if (parsed === undefined) throw new Error(`not a time: ${text}`);
  return parsed.at;
}

/** Client extensions in the order id, tag, comment; absent stays absent. */
export function extensionsBody(extensions: ClientExtensions | undefined): Wire | undefined {
  if (extensions === undefined) return undefined;
  return withoutAbsent({ id: extensions.id, tag: extensions.tag, comment: extensions.comment });
}

/** A price or distance padded to the instrument's precision; with no instrument the raw text. */
function padded(text: string | undefined, instrument: Instrument | undefined): string | undefined {
  if (text === undefined || instrument === undefined) return text;
  return decimal(text).fixed(instrument.displayPrecision);
}

/** gtdTime of an accepted GTD order; rejects echo whatever was sent. */
function gtdText(
  text: string | undefined,
  timeInForce: string,
  instrument: Instrument | undefined,
): string | undefined {
  if (text === undefined || instrument === undefined) return text;
  return timeInForce === 'GTD' ? formatRfc3339(gtdInstant(text) as never) : undefined;
}

/** On-fill objects of a transaction: padded when an instrument is given, raw in rejects. */
export function onFillBody(onFill: OnFillDetails, instrument?: Instrument): Wire {
  const body: Wire = {};
  for (const { key, fields } of ON_FILL) {
    const details = onFill[key];
    if (details === undefined) continue;
    const timeInForce = details.timeInForce ?? 'GTC';
    const field = (name: 'price' | 'distance') =>
      fields.some(known => known === name) ? padded(details[name], instrument) : undefined;
    body[key] = withoutAbsent({
      price: field('price'),
      distance: field('distance'),
      timeInForce,
      gtdTime: gtdText(details.gtdTime, timeInForce, instrument),
      triggerCondition: details.triggerCondition,
      clientExtensions: extensionsBody(details.clientExtensions),
      guaranteed: details.guaranteed,
    });
  }
  return body;
}

/** Fields of a reject transaction: the request's own text, defaults filled in (E5). */
export function rejectBody(request: OrderRequest): Wire {
  const { type } = request;
  const own = (field: keyof OrderRequest) => (hasField(type, field) ? request[field] : undefined);
  const entry = isEntry(type);
  const lead = {
    instrument: own('instrument'),
    units: own('units'),
    tradeID: own('tradeID'),
    clientTradeID: own('clientTradeID'),
    price: own('price'),
  };
  const timeInForce = request.timeInForce ?? (type === 'MARKET' ? 'FOK' : 'GTC');
  const onFill = entry ? onFillBody(request) : {};
  const tail = {
    ...onFill,
    tradeClientExtensions: entry ? extensionsBody(request.tradeClientExtensions) : undefined,
    clientExtensions: extensionsBody(request.clientExtensions),
  };
  const positionFill = entry ? (request.positionFill ?? 'DEFAULT') : undefined;
  if (type === 'MARKET') {
    return { ...lead, timeInForce, priceBound: own('priceBound'), positionFill, ...tail };
  }
  return {
    ...lead,
    distance: own('distance'),
    priceBound: own('priceBound'),
    timeInForce,
    gtdTime: request.gtdTime,
    positionFill,
    triggerCondition: request.triggerCondition ?? 'DEFAULT',
    partialFill: entry ? 'DEFAULT' : undefined,
    ...tail,
  };
}

/** Fields of the transaction that accepts an order, up to clientExtensions (E5). */
export function orderBody(order: Order, instrument: Instrument): Wire {
  const price = (value: Order['price']) => value?.fixed(instrument.displayPrecision);
  const entry = order.trade === undefined;
  const gtdTime =
    order.gtdTime === undefined ? undefined : gtdText(order.gtdTime, 'GTD', instrument);
  const tail = {
    ...(entry ? onFillBody(order.onFill, instrument) : {}),
    tradeClientExtensions: entry ? extensionsBody(order.tradeClientExtensions) : undefined,
    clientExtensions: extensionsBody(order.clientExtensions),
  };
  const { timeInForce, positionFill, triggerCondition, type } = order;
  const sized = { instrument: order.instrument, units: order.units.trimmed(15) };
  if (type === 'MARKET') {
    return { ...sized, timeInForce, priceBound: price(order.bound), positionFill, ...tail };
  }
  if (entry) {
    return {
      ...sized,
      price: price(order.price),
      priceBound: price(order.bound),
      timeInForce,
      gtdTime,
      positionFill,
      triggerCondition,
      partialFill: 'DEFAULT',
      ...tail,
    };
  }
  const premium = instrument.guaranteedStopLossOrderExecutionPremium;
  return {
    tradeID: String(order.trade?.id),
    clientTradeID: order.trade?.clientExtensions?.id,
    price: price(order.price),
    distance: price(order.distance),
    timeInForce,
    gtdTime,
    triggerCondition,
    triggerMode: type === 'STOP_LOSS' ? 'TOP_OF_BOOK' : undefined,
    guaranteedExecutionPremium: type === 'GUARANTEED_STOP_LOSS' ? (premium ?? '0') : undefined,
    ...tail,
  };
}
