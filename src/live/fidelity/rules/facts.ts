/** What the bodies of one file say of each other. */

import { type Json, objectsIn, objectsWithin } from '../recording/json.js';
import { batchFacts } from './heads.js';
import { keyOrdersOf } from './key-order.js';
import { type BodyFacts, isTransaction, keyOf } from './rule.js';

/** Gathers what `bodies`, those of one file, say of each other. */
export function factsOf(bodies: readonly object[]): BodyFacts {
  const openPrices = new Map<string, string>();
  const transactions = new Map<string, Json>();
  const all: Json[] = [];
  const note = (key: string, price: unknown) => {
    // Two accounts of one file may have trades of one id: then the list of trades says nothing.
    const known = openPrices.get(key) ?? String(price);
    openPrices.set(key, known === String(price) ? known : '');
  };
  for (const { object } of bodies.flatMap(body => [...objectsWithin(body)])) {
    const [opened] = objectsIn([object['tradeOpened']]);
    if (opened !== undefined) {
      note(keyOf(object, opened['tradeID']), opened['price'] ?? object['price']);
    }
    if ('initialUnits' in object && 'id' in object) note(keyOf({}, object['id']), object['price']);
    if (!isTransaction(object)) continue;
    transactions.set(keyOf(object, object['id']), object);
    all.push(object);
  }
  return { openPrices, transactions, ...batchFacts(all), keyOrders: keyOrdersOf(bodies) };
}
