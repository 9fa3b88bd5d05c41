/**
 * Fields that a body has only together with others, such as the time of a price with its book. A body that has
 * the one and lacks the other is incomplete. Source: v20 semantics 4.9, 8.1, 9.3.
 */

import { type Json, objectOf, objectsIn } from '../recording/json.js';
import type { Relation, RelationCheck } from './rule.js';

/** What the dependent orders of an order must have, one of the fields. */
const OF_ON_FILL: Readonly<Record<string, readonly string[]>> = {
  takeProfitOnFill: ['price'],
  stopLossOnFill: ['price', 'distance'],
  guaranteedStopLossOnFill: ['price', 'distance'],
  trailingStopLossOnFill: ['distance'],
};
const OF_PRICE = ['time', 'closeoutBid', 'closeoutAsk'];
const OF_CONFIGURATION = ['alias', 'marginRate'];

/** Checks that `object` has one of `fields`; `path` leads to it. */
function oneOf(object: Json, fields: readonly string[], path = ''): RelationCheck {
  const [first = ''] = fields;
  const held = fields.find(field => object[field] !== undefined);
  const expected = `with ${fields.join(' or ')}`;
  const found = held === undefined ? 'absent' : `with ${held}`;
  return { field: `${path}${first}`, expected, found, isSame: held !== undefined };
}

/** The fields that belong beside others. */
export const COMPANIONS: Relation = {
  name: 'companions',
  sentence:
    'A price with a book has its time and closeout prices, a listed open trade its profit, an order on fill a price or a distance, a configuration what it sets.',
  source: 'v20 semantics 4.9, 8.1, 9.3',
  check: object => [
    ...(Array.isArray(object['bids']) && 'instrument' in object
      ? OF_PRICE.map(field => oneOf(object, [field]))
      : []),
    ...objectsIn(object['trades']).flatMap((trade, index) =>
      trade['state'] === 'OPEN' && 'initialUnits' in trade
        ? [oneOf(trade, ['unrealizedPL'], `trades[${index}].`)]
        : [],
    ),
    ...Object.entries(OF_ON_FILL).flatMap(([key, fields]) =>
      object[key] === undefined || object[key] === null
        ? []
        : [oneOf(objectOf(object[key]), fields, `${key}.`)],
    ),
    ...(object['type'] === 'CLIENT_CONFIGURE' ? [oneOf(object, OF_CONFIGURATION)] : []),
  ],
};
