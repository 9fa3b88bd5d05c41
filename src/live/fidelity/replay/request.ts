/** The request behind a batch: the recorded body, or what the transaction that it made repeats of it. */

import { isObject, type Json, objectsIn } from '../recording/json.js';
import type { Recording } from '../recording/recorded-bodies.js';
import type { BodyReading } from './reading.js';

/** A request, below the account. Ids are those of the recording. */
export interface ReplayRequest {
  readonly method: string;
  /** A place of the path that stands for an id of the recording is given apart. */
  readonly path: (id: (recorded: string) => string) => string;
  readonly body?: Json;
}

/** Fields of a transaction that no request has. */
const NOT_ASKED = new Set([
  ...['id', 'accountID', 'userID', 'batchID', 'requestID', 'time', 'type', 'reason'],
  ...['rejectReason', 'partialFill', 'triggerMode', 'replacesOrderID', 'cancellingTransactionID'],
  ...['tradeClose', 'longPositionCloseout', 'shortPositionCloseout', 'guaranteed'],
  ...['intendedReplacesOrderID', 'orderFillTransactionID', 'guaranteedExecutionPremium'],
]);

/** The request that made `made`, the transactions of a batch; a text says why there is none. */
export function requestOf(
  reading: BodyReading,
  recording: Recording,
  made: readonly Json[],
): ReplayRequest | string {
  const [first] = made;
  if (first === undefined) return 'no transaction begins the batch';
  const type = String(first['type']);
  const answer = recording.value;
  const given = isObject(recording.body) ? (worded(recording.body) as Json) : undefined;
  if (type.startsWith('CLIENT_CONFIGURE')) {
    const fields = pick(reading, first, ['alias', 'marginRate']);
    return { method: 'PATCH', path: () => '/configuration', body: given ?? fields };
  }
  if (/^(ORDER|TRADE)_CLIENT_EXTENSIONS_MODIFY/.test(type))
    return extensions(reading, first, given);
  if (type === 'ORDER_CANCEL_REJECT' || (type === 'ORDER_CANCEL' && made.length === 1)) {
    if (first['reason'] !== 'CLIENT_REQUEST' && type === 'ORDER_CANCEL') return event(first);
    const id = reading.text(first, 'orderID') ?? '';
    return { method: 'PUT', path: own => `/orders/${own(id)}/cancel` };
  }
  const trade = Object.keys(answer).some(key =>
    /^(takeProfit|stopLoss|trailingStop).*Transaction$/.test(key),
  );
  if (trade) return tradeOrders(reading, made, given);
  const order = made.find(each => /_ORDER(_REJECT)?$/.test(String(each['type'])));
  if (order === undefined) return event(first);
  return orderRequest(reading, order, made, given);
}

function event({ type, reason }: Json): string {
  return `${reason ?? type} comes without a request`;
}

function orderRequest(
  reading: BodyReading,
  order: Json,
  made: readonly Json[],
  given: Json | undefined,
): ReplayRequest | string {
  const reason = String(order['reason']);
  if (reason === 'TRADE_CLOSE') {
    const close = order['tradeClose'] as Json;
    if (!isObject(close)) return 'the order does not name its trade';
    const trade = reading.text(close, 'tradeID') ?? '';
    const body = given ?? { units: reading.text(close, 'units') ?? 'ALL' };
    return { method: 'PUT', path: own => `/trades/${own(trade)}/close`, body };
  }
  if (reason === 'POSITION_CLOSEOUT') {
    const body: Record<string, unknown> = {};
    for (const each of made) {
      for (const side of ['long', 'short'] as const) {
        const closeout = each[`${side}PositionCloseout`];
        if (isObject(closeout)) body[`${side}Units`] = reading.text(closeout, 'units');
      }
    }
    // A refusal that stands second in its batch shows that the other side was named too.
    const isSecond = String(made[0]?.['id']) !== String(made[0]?.['batchID']);
    const sides = isSecond ? { longUnits: 'ALL', shortUnits: 'ALL' } : {};
    const name = reading.text(order, 'instrument');
    return {
      method: 'PUT',
      path: () => `/positions/${name}/close`,
      body: given ?? { ...sides, ...body },
    };
  }
  if (reason !== 'CLIENT_ORDER' && reason !== 'REPLACEMENT') return event(order);
  const replaced = order['replacesOrderID'] ?? order['intendedReplacesOrderID'];
  const body = given ?? { order: asked(reading, order) };
  if (replaced === undefined) return { method: 'POST', path: () => '/orders', body };
  reading.text(order, 'replacesOrderID');
  return { method: 'PUT', path: own => `/orders/${own(String(replaced))}`, body };
}

/** An order as a request has it: what its transaction repeats, in today's spelling. */
export function asked(reading: BodyReading, transaction: Json): Json {
  const type = String(transaction['type']).replace(/_ORDER(_REJECT)?$/, '');
  const fields = Object.keys(transaction).filter(key => !NOT_ASKED.has(key));
  return { type, ...pick(reading, transaction, fields) };
}

function pick(reading: BodyReading, transaction: Json, fields: readonly string[]): Json {
  const own = fields.filter(key => transaction[key] !== undefined);
  return Object.fromEntries(own.map(key => [key, worded(reading.whole(transaction, key))]));
}

function extensions(reading: BodyReading, first: Json, given: Json | undefined): ReplayRequest {
  const isTrade = String(first['type']).startsWith('TRADE');
  const id = reading.text(first, isTrade ? 'tradeID' : 'orderID') ?? '';
  const names = { clientExtensions: 'clientExtensionsModify' } as const;
  const modified = worded(
    reading.whole(first, isTrade ? 'tradeClientExtensionsModify' : names.clientExtensions),
  );
  const others = isTrade ? undefined : worded(reading.whole(first, 'tradeClientExtensionsModify'));
  const body = {
    ...(modified === undefined ? {} : { clientExtensions: modified }),
    ...(others === undefined ? {} : { tradeClientExtensions: others }),
  };
  const room = isTrade ? 'trades' : 'orders';
  return {
    method: 'PUT',
    path: own => `/${room}/${own(id)}/clientExtensions`,
    body: given ?? body,
  };
}

const FIELD_OF_TYPE: Readonly<Record<string, string>> = {
  TAKE_PROFIT_ORDER: 'takeProfit',
  STOP_LOSS_ORDER: 'stopLoss',
  TRAILING_STOP_LOSS_ORDER: 'trailingStopLoss',
};

function tradeOrders(
  reading: BodyReading,
  made: readonly Json[],
  given: Json | undefined,
): ReplayRequest {
  const body: Record<string, unknown> = {};
  let trade = '';
  for (const each of made) {
    const field = FIELD_OF_TYPE[String(each['type'])];
    if (field === undefined) continue;
    trade = reading.text(each, 'tradeID') ?? trade;
    const { type, tradeID, triggerCondition, ...order } = asked(reading, each);
    body[field] = order;
  }
  return { method: 'PUT', path: own => `/trades/${own(trade)}/orders`, body: given ?? body };
}

const ORDER_OF_FILL = /^(MARKET|LIMIT|STOP|MARKET_IF_TOUCHED)_ORDER$/;

/** The request of a fill whose order was not recorded; undefined where the order had rested. */
export function requestOfFill(
  reading: BodyReading,
  made: readonly Json[],
): ReplayRequest | string | undefined {
  const [fill = {}] = made;
  const reason = String(fill['reason']);
  if (String(fill['orderID']) !== String(fill['batchID'])) return undefined;
  const [closed] = [...objectsIn(fill['tradesClosed']), ...objectsIn([fill['tradeReduced']])];
  if (reason === 'MARKET_ORDER_TRADE_CLOSE' && closed !== undefined) {
    const trade = reading.text(closed, 'tradeID') ?? '';
    const units = String(closed['units']).replace('-', '');
    return { method: 'PUT', path: own => `/trades/${own(trade)}/close`, body: { units } };
  }
  if (!ORDER_OF_FILL.test(reason)) return `${reason} without its order`;
  const type = reason.replace(/_ORDER$/, '');
  const order = {
    type,
    instrument: reading.text(fill, 'instrument'),
    units: reading.text(fill, 'requestedUnits') ?? reading.text(fill, 'units'),
    ...(type === 'MARKET' ? {} : { price: reading.text(fill, 'price') }),
    ...onFillOf(reading, made),
  };
  return { method: 'POST', path: () => '/orders', body: { order } };
}

/** The orders on fill that a fill has made, as its order asked for them. */
export function onFillOf(reading: BodyReading, made: readonly Json[]): Json {
  const fields = made.flatMap(each => {
    const field = FIELD_OF_TYPE[String(each['type'])];
    if (field === undefined || each['reason'] !== 'ON_FILL') return [];
    const { type, tradeID, triggerCondition, ...order } = asked(reading, each);
    return [[`${field}OnFill`, order] as const];
  });
  return Object.fromEntries(fields);
}

/** The value with numbers as texts, and enums as they are spelt today. */
export function worded(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.replace(/^(TRIGGER|POSITION)_(?=[A-Z_]+$)/, '');
  if (Array.isArray(value)) return value.map(worded);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'guaranteed')
      .map(([key, each]) => [key, worded(each)]),
  );
}
