/**
 * What an explanation says: the answer of `orrery explain` and of `/_sim/.../explain/{id}`. Prices,
 * units and money are decimal texts, times RFC 3339. Decision 0030.
 */

import type { TriggerSide } from '../order/trigger.js';

/** The tick that a decision was made at. */
export interface ExplainedTick {
  readonly instrument: string;
  readonly time: string;
  readonly bid: string;
  readonly ask: string;
  /** The points of a bar between which the quote lies: "the bar's open and its low"; absent for a tick. */
  readonly between?: string;
}

/** One pair on the way to home currency. */
export interface ConversionStep {
  readonly pair: string;
  readonly bid: string;
  readonly ask: string;
  /** `divide` when the pair is quoted home currency first. */
  readonly operation: 'multiply' | 'divide';
}

/** An amount that was turned into home currency. */
export interface ExplainedConversion {
  /** The field of the transaction that the amount became: `realizedPL`. */
  readonly what: string;
  /** The trade that the amount belongs to; absent when it belongs to none. */
  readonly tradeID?: string;
  readonly currency: string;
  readonly amount: string;
  /** Which of the factors applies: that of gains, of losses, or of mid prices. */
  readonly kind: 'gain' | 'loss' | 'mid';
  /** Home currency per unit of `currency`, 14 decimals. */
  readonly factor: string;
  /** The amount in home currency, as the ledger writes it: 4 decimals. */
  readonly home: string;
  /** The pairs in order; none when the currency is the home currency. */
  readonly path: readonly ConversionStep[];
}

/** What would have been needed, or what was needed and came. */
export interface Requirement {
  readonly sentence: string;
  /** What is compared: `ask`, `units`, `distance`; absent where the rule compares nothing. */
  readonly what?: string;
  readonly limit?: 'atMost' | 'atLeast';
  /** The value that the rule asks for. */
  readonly value?: string;
  /** The value that there was; of a price that was waited for, the closest one. */
  readonly found?: string;
  /** When `found` was the price. */
  readonly at?: string;
}

/** Why a transaction came about, or why an order has not filled. */
export interface Explanation {
  /** The id that was asked for. */
  readonly id: string;
  readonly accountID: string;
  /** The transaction that decided; absent for an order that is still pending. */
  readonly transactionID?: string;
  /** Type of that transaction; of a pending order that of its creation. */
  readonly type: string;
  /** The reason field of that transaction: of a fill, a cancel or a reject. */
  readonly reason?: string;
  readonly time: string;
  readonly sentence: string;
  /** Absent where no instrument is involved, or it had no price. */
  readonly tick?: ExplainedTick;
  /** The side of the book that counted; absent where no side did. */
  readonly side?: TriggerSide;
  /** The rule in words, and its place. */
  readonly rule: string;
  readonly section: string;
  /** The numbers put in, by name. */
  readonly values: Readonly<Record<string, string>>;
  readonly conversion?: readonly ExplainedConversion[];
  readonly needed?: Requirement;
}
