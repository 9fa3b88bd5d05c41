/** What the situation of a batch is read from, and the parts of which it is made. */

import type { MarketQuote, OpenOrder } from '../host/market.js';
import type { Json } from '../recording/json.js';
import type { BodyFacts } from '../rules/rule.js';
import type { BodyReading } from './reading.js';

/** The transactions of a batch, with what is known around them. */
export interface BatchScene {
  readonly reading: BodyReading;
  /** The transactions of the batch, and the fills among them. */
  readonly made: readonly Json[];
  readonly fills: readonly Json[];
  readonly facts: BodyFacts;
  /** How many transactions the answer says that there were; undefined: it does not. */
  readonly related: number | undefined;
  /** The home currency. */
  readonly currency: string;
}

/** A quote whose time the market decides. */
export type UntimedQuote = Omit<MarketQuote, 'at'>;

/** A resting order. */
export interface RestingOrderFill extends OpenOrder {
  /** The fill of the batch that is its own; absent: the batch does not fill it. */
  readonly fill?: Json;
}
