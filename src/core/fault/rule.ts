/**
 * Rules of faults: what goes wrong, for which requests, when and how often.
 * docs/reference/faults.md describes every field. A rule is JSON as it was given, and is read when
 * it is used.
 */

import type { GivenFields, ReadFields } from './fields.js';
import type { ERROR_FIELDS, MARKET_FIELDS, RULE_FIELDS, STREAM_FIELDS } from './rule-fields.js';
import type { Weekly } from './weekly.js';

type Rows = typeof RULE_FIELDS;
/** `T`, in which the fields `K` must be given. */
type WithFields<T, K extends keyof T> = T & { readonly [P in K]-?: NonNullable<T[P]> };

/** A rule as clients write it. */
export type FaultFields = GivenFields<Omit<Rows, 'id' | 'error' | 'market' | 'weekly'>> & {
  readonly [K in 'error']?: WithFields<GivenFields<typeof ERROR_FIELDS>, 'status'>;
} & { readonly [K in 'market']?: WithFields<GivenFields<typeof MARKET_FIELDS>, 'instrument'> } & {
  readonly [K in 'weekly']?: Required<NonNullable<Rows[K]['given']>>;
};

/** A rule as it was given, checked, with the id that it was given under. */
export type GivenRule = Readonly<Record<string, unknown>> & { readonly id: string };

/** The answer that a client gets instead of its own. */
export type ErrorAnswer = WithFields<ReadFields<typeof ERROR_FIELDS>, 'status'>;

/** What goes wrong with a stream. Times are wall microseconds, sizes are bytes of the answer's body. */
export type StreamFault = ReadFields<typeof STREAM_FIELDS>;

/** What goes wrong with the market of one instrument. Prices in points. */
export type MarketFault = WithFields<ReadFields<typeof MARKET_FIELDS>, 'instrument'>;

/** Fields whose parts are checked after they were read. */
interface CheckedFields {
  readonly id: string;
  readonly weekly: Weekly | undefined;
  readonly error: ErrorAnswer | undefined;
  readonly market: MarketFault | undefined;
}

/** Fields that do something to one request. */
export type RequestEffect = {
  [K in keyof Rows]: Rows[K] extends { readonly of: readonly ['request']; readonly isEffect: true }
    ? K
    : never;
}[keyof Rows];

type Value<K extends keyof Rows> = NonNullable<ReadFields<Rows>[K]>;

/** A rule that has been read: fields that were not given have the fallback of their row. */
export type FaultRule = CheckedFields & {
  readonly [K in Exclude<keyof Rows, keyof CheckedFields>]: Rows[K] extends {
    readonly fallback: unknown;
  }
    ? Value<K>
    : Value<K> | undefined;
};
