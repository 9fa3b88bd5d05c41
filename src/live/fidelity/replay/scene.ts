/** What the situation of a batch is read from, and the parts of which it is made. */

import type { MarketQuote, RestingOrder } from '../host/market.js';
import type { Json } from '../recording/json.js';
import type { Facts } from '../rules/rule.js';
import type { Reading } from './reading.js';

/** The transactions of a batch, with what is known around them. */
export interface Scene {
  readonly reading: Reading;
  /** The transactions of the batch, and the fills among them. */
  readonly made: readonly Json[];
  readonly fills: readonly Json[];
  readonly facts: Facts;
  /** How many transactions the answer says that there were; undefined: it does not. */
  readonly related: number | undefined;
  /** The home currency. */
  readonly currency: string;
}

/** A quote whose time the market decides. */
export type Quote = Omit<MarketQuote, 'at'>;

/** A resting order. */
export interface Resting extends RestingOrder {
  /** The fill of the batch that is its own; absent: the batch does not fill it. */
  readonly fill?: Json;
}
