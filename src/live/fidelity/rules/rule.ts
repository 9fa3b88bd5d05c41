/**
 * A relation between numbers of recorded bodies, with the sentence that says it. A relation computes
 * with the functions that this broker computes with, so that it holds the broker to the recording.
 */

import { type Decimal, decimal } from '../../../core/base/decimal.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { parseInstant } from '../../../core/time/instant.js';
import type { Json } from '../recording/json.js';

/** How often each order of the same keys is met, by the keys in alphabetical order. */
export type KeyOrders = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A number that a relation gives, beside the recorded one. */
export interface RelationCheck {
  /** The field within the object. */
  readonly field: string;
  readonly expected: string;
  readonly found: string;
  readonly isSame: boolean;
}

/** What the bodies of one file say of each other. */
export interface BodyFacts {
  /** Prices at which trades were opened, by account and trade id; the account may be unknown. */
  readonly openPrices: ReadonlyMap<string, string>;
  /** Every transaction, by account and id. */
  readonly transactions: ReadonlyMap<string, Json>;
  /** Transactions by batch, and by id. */
  readonly batches: ReadonlyMap<string, readonly Json[]>;
  readonly byID: ReadonlyMap<string, Json>;
  /** The account and the user of most transactions, by field. */
  readonly owners: ReadonlyMap<string, string>;
  /** The orders of keys in the file. */
  readonly keyOrders: KeyOrders;
}

/** A named relation. */
export interface Relation {
  readonly name: string;
  /** What it says. */
  readonly sentence: string;
  /** Where it comes from. */
  readonly source: string;
  /** The checks of one object; none when the relation is not about it. */
  readonly check: (object: Json, facts: BodyFacts) => readonly RelationCheck[];
}

/** Whether an object is a transaction. */
export function isTransaction(object: Json): boolean {
  return 'batchID' in object && 'id' in object && typeof object['type'] === 'string';
}

/** The name under which facts keep the transaction `id` of the account of `beside`. */
export function keyOf(beside: Json, id: unknown): string {
  return `${beside['accountID']} ${id}`;
}

/** The price at which a trade of the account of `beside` was opened; undefined when it is unknown. */
export function openPriceOf(beside: Json, tradeID: unknown, { openPrices }: BodyFacts) {
  return openPrices.get(keyOf(beside, tradeID)) ?? openPrices.get(keyOf({}, tradeID));
}

/** The transaction before `transaction` in its account; undefined when it was not recorded. */
export function transactionBefore(
  transaction: Json,
  { transactions }: BodyFacts,
): Json | undefined {
  return transactions.get(keyOf(transaction, Number(transaction['id']) - 1));
}

/** A number as text, or as JSON writes it. */
export const NUMBER = /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/;

/** The number of a field, written as text or as a JSON number; undefined when it is none. */
export function number(object: Json, field: string): Decimal | undefined {
  const value = object[field];
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && NUMBER.test(text) ? decimal(text) : undefined;
}

/** Compares a number with that of a field; nothing when the field has none. */
export function compared(object: Json, field: string, expected: Decimal): RelationCheck[] {
  const found = number(object, field);
  if (found === undefined) return [];
  const isSame = found.eq(expected);
  return [{ field, expected: expected.toFixed(), found: found.toFixed(), isSame }];
}

/** Compares a field with a value that is the same fact; a number as a number, a time as a time. */
export function sameAs(object: Json, field: string, expected: unknown): RelationCheck[] {
  const [one, other] = [String(object[field]), String(expected)];
  const isNumber = NUMBER.test(one) && NUMBER.test(other) && !one.includes('e');
  const isTime = /time$/i.test(field);
  const isSame =
    one === other ||
    (isTime && parseInstant(one)?.at === parseInstant(other)?.at) ||
    (isNumber && decimal(one).eq(other));
  return [{ field, expected: other, found: one, isSame }];
}

/** Decimals of a price of the instrument; undefined when it is unknown. */
export function precisionOf(instrument: unknown): number | undefined {
  return instrumentTable().get(String(instrument))?.displayPrecision;
}
