/** The orders that rest before a batch: those that it fills, cancels or replaces and did not make. */

import { decimal } from '../../../core/base/decimal.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import { keyOf } from '../rules/rule.js';
import { asked, onFillOf, worded } from './request.js';
import type { BatchScene, RestingOrderFill, UntimedQuote } from './scene.js';

const NAMES_ORDER = /^(ORDER_CANCEL|ORDER_FILL|ORDER_CLIENT_EXTENSIONS_MODIFY)$/;
/** Distance of a trailing stop of which none is recorded. */
const SOME_DISTANCE = '0.05';

/** The orders. @param quote - the quote of the batch */
export function restingOrders(
  scene: BatchScene,
  quote: UntimedQuote | undefined,
): RestingOrderFill[] {
  const { reading, made, facts } = scene;
  const own = new Set(made.map(({ id }) => String(id)));
  const ended = new Set(made.map(({ orderID }) => String(orderID)));
  const unnamed = unnamedOrders(scene, quote);
  const named = made.flatMap((each): RestingOrderFill[] => {
    const replaced = each['replacesOrderID'];
    if (replaced !== undefined && !ended.has(String(replaced))) {
      return [{ id: String(replaced), request: asked(reading, each) }];
    }
    const id = String(each['orderID']);
    const isNamed = each['orderID'] !== undefined && NAMES_ORDER.test(String(each['type']));
    if (!isNamed || own.has(id) || id === String(each['batchID'])) return [];
    const known = facts.transactions.get(keyOf(each, id));
    const request =
      known === undefined ? withClientID(implied(scene, each, quote), each) : asked(reading, known);
    return [{ id, request, ...(each['type'] === 'ORDER_FILL' ? { fill: each } : {}) }];
  });
  return [...named, ...unnamed];
}

/** Orders of a closed trade whose cancels an answer names by their ids alone. */
function unnamedOrders(
  { made, fills, related }: BatchScene,
  quote: UntimedQuote | undefined,
): RestingOrderFill[] {
  const [fill] = fills;
  const [closed] = objectsIn(fill?.['tradesClosed']);
  const onFill = made.flatMap(each => Object.keys(each).filter(key => key.endsWith('OnFill')));
  const count = (related ?? 0) - made.length - onFill.length;
  if (closed === undefined || count <= 0) return [];
  const tradeID = String(closed['tradeID']);
  const isLong = String(closed['units']).startsWith('-');
  const types = ['TAKE_PROFIT', 'STOP_LOSS', 'TRAILING_STOP_LOSS'].slice(0, count);
  return types.map(type => {
    const price = farFrom(quote, (type === 'TAKE_PROFIT') === isLong ? '1.5' : '0.5');
    const terms = type === 'TRAILING_STOP_LOSS' ? { distance: SOME_DISTANCE } : { price };
    return { id: '', request: { type, tradeID, ...terms } };
  });
}

/** The price of a quote, times a factor. */
function farFrom(quote: UntimedQuote | undefined, times: string): string {
  const precision = instrumentTable().get(quote?.instrument ?? '')?.displayPrecision ?? 5;
  const price = decimal(quote?.bids[0]?.price ?? '1.1').times(times);
  return price.round(precision, 'nearest').toFixed();
}

/** The order with the client's id that a transaction repeats. */
function withClientID(order: Json, { clientOrderID }: Json): Json {
  if (clientOrderID === undefined) return order;
  const extensions = { ...objectOf(order['clientExtensions']), id: String(clientOrderID) };
  return { ...order, clientExtensions: extensions };
}

/** An order that is only named. */
function implied(scene: BatchScene, each: Json, quote: UntimedQuote | undefined): Json {
  if (each['type'] === 'ORDER_FILL') return filled(scene, each);
  const { reading, made } = scene;
  const replacement = made.find(({ replacesOrderID }) => replacesOrderID === each['orderID']);
  if (replacement !== undefined) return worded(asked(reading, replacement)) as Json;
  const at = (times: string) => farFrom(quote, times);
  const trade = each['closedTradeID'] ?? each['tradeID'];
  if (trade === undefined) {
    const instrument = quote?.instrument ?? 'EUR_USD';
    return { type: 'LIMIT', instrument, units: '1', price: at('0.5') };
  }
  // Of the orders of a closed trade the take profit is the first.
  const isLong = made.some(({ units }) => String(units).startsWith('-'));
  const isFirst = made.find(({ type }) => type === 'ORDER_CANCEL') === each;
  const type = isFirst ? 'TAKE_PROFIT' : 'STOP_LOSS';
  return { type, tradeID: String(trade), price: at(isFirst === isLong ? '1.5' : '0.5') };
}

/** The order that a fill names: it fills at the price of the fill. */
function filled({ reading, made }: BatchScene, fill: Json): Json {
  const type = String(fill['reason']).replace(/_ORDER$/, '');
  const [part] = [...objectsIn(fill['tradesClosed']), ...objectsIn([fill['tradeReduced']])];
  const tradeID = String(part?.['tradeID']);
  if (type === 'TRAILING_STOP_LOSS') return { type, tradeID, distance: SOME_DISTANCE };
  const price = reading.text(fill, 'price');
  if (/^(TAKE_PROFIT|STOP_LOSS)$/.test(type)) return { type, tradeID, price };
  const { instrument } = fill;
  const units = reading.text(fill, 'units');
  return { type, instrument, units, price, ...onFillOf(reading, made) };
}
