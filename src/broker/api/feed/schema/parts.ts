/**
 * What the messages of the feed share. Source: docs/reference/feed.md.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { GRANULARITIES, type Granularity } from '../../../../core/candle/granularity.js';
import { defineObject, oneOf, optionalText, ref, textOf } from '../../http/read/define.js';
import { Candlestick } from '../../v20/schema/candle.js';
import { DateTime, InstrumentName, PriceValue } from '../../v20/schema/primitives.js';

/** The id of a simulation. */
export const SimulationID = Type.String({
  pattern: '^[a-z][a-z0-9]{0,15}$',
  description: 'the id of a simulation: `main`, or as in the answer when it was made',
});

/** The number of an event that is kept for readers that come back. */
export const Sequence = Type.Integer({
  minimum: 0,
  description: 'rises by one with each kept event of the simulation',
});

/** Which candles are wanted. */
export const FeedCandles = defineObject(
  'FeedCandles',
  {
    instrument: Type.String({ maxLength: 11, description: 'name of the instrument' }),
    granularity: Type.Unsafe<Granularity>(
      oneOf(Object.keys(GRANULARITIES) as readonly Granularity[]),
    ),
    price: Type.String({ pattern: '^[MBA]{1,3}$', description: 'letters of M, B and A' }),
  },
  { additionalProperties: false },
);
/** Which candles are wanted, as a value. */
export type FeedCandles = Static<typeof FeedCandles>;

/** The price of an instrument. */
export const FeedQuote = defineObject('FeedQuote', {
  instrument: InstrumentName,
  time: DateTime,
  bid: PriceValue,
  ask: PriceValue,
  tradeable: Type.Boolean(),
});
/** The price of an instrument, as a value. */
export type FeedQuote = Static<typeof FeedQuote>;

/** A candle with its kind. */
export const FeedCandlestick = defineObject('FeedCandlestick', {
  instrument: InstrumentName,
  granularity: oneOf(Object.keys(GRANULARITIES) as readonly Granularity[]),
  price: textOf('letters of M, B and A, as subscribed'),
  candle: ref(Candlestick),
});
/** A candle with its kind, as a value. */
export type FeedCandlestick = Static<typeof FeedCandlestick>;

/** An open stream of a client. */
export const FeedStream = defineObject('FeedStream', {
  id: textOf('the RequestID of its answer'),
  kind: oneOf(['pricing', 'transactions']),
  account: textOf('id of its account'),
  openedAt: textOf('wall time, RFC 3339'),
  pendingBytes: Type.Integer({ description: 'written, but not taken by the network yet' }),
  conflated: Type.Integer({ description: 'how often prices waited for the reader' }),
  lastSent: optionalText('wall time of its last line, RFC 3339'),
});
/** An open stream, as a value. */
export type FeedStream = Static<typeof FeedStream>;

/** Every named schema of these parts. */
export const FEED_PARTS: readonly TSchema[] = [FeedCandles, FeedQuote, FeedCandlestick, FeedStream];
