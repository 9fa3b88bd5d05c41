/**
 * What a reader of the feed sends. Source: docs/reference/feed.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineObject, oneOf, ref } from '../../http/read/define.js';
import { FeedCandles, SimulationID } from './parts.js';

/** Instruments whose prices one subscription may have. */
const PRICES_MAX = 200;
/** Kinds of candles that one subscription may have. */
const CANDLES_MAX = 100;

/** Subscribes to a simulation; replaces the subscription of the connection to it. */
export const FeedSubscribe = defineObject(
  'FeedSubscribe',
  {
    type: oneOf(['SUBSCRIBE']),
    simulation: SimulationID,
    account: Type.Optional(
      Type.String({
        pattern: '^\\d{3}-\\d{3}-\\d{1,12}-\\d{3}$',
        description: 'its values and transactions are sent; absent: transactions of all accounts',
      }),
    ),
    prices: Type.Optional(
      Type.Array(Type.String({ maxLength: 11 }), {
        maxItems: PRICES_MAX,
        description: 'names of instruments',
      }),
    ),
    candles: Type.Optional(Type.Array(ref(FeedCandles), { maxItems: CANDLES_MAX })),
    requests: Type.Optional(Type.Boolean({ description: 'send requests and streams of clients' })),
    after: Type.Optional(
      Type.Object(
        { feed: Type.String({ maxLength: 64 }), sequence: Type.Integer({ minimum: 0 }) },
        { additionalProperties: false, description: 'the last kept event that the reader has' },
      ),
    ),
  },
  { additionalProperties: false },
);
/** A subscription, as a value. */
export type FeedSubscribe = Static<typeof FeedSubscribe>;

/** Ends the subscription to a simulation. */
export const FeedUnsubscribe = defineObject(
  'FeedUnsubscribe',
  { type: oneOf(['UNSUBSCRIBE']), simulation: SimulationID },
  { additionalProperties: false },
);
/** The end of a subscription, as a value. */
export type FeedUnsubscribe = Static<typeof FeedUnsubscribe>;

/** What a reader sends. */
export type FeedCommand = FeedSubscribe | FeedUnsubscribe;

/** Every named schema of commands. */
export const FEED_COMMANDS: readonly TSchema[] = [FeedSubscribe, FeedUnsubscribe];
