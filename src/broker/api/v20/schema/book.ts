/**
 * Order book and position book of an instrument. Source: v20 semantics 1.2.
 */

import { type TSchema, Type } from '@sinclair/typebox';
import { define, ref, textOf } from '../../http/read/define.js';
import { DateTime, DecimalNumber, InstrumentName, PriceValue } from './primitives.js';

const bucket = Type.Object({
  price: PriceValue,
  longCountPercent: DecimalNumber,
  shortCountPercent: DecimalNumber,
});
const book = <Bucket extends TSchema>(each: Bucket) =>
  Type.Object({
    instrument: InstrumentName,
    time: DateTime,
    unixTime: textOf('the same in UNIX seconds'),
    price: PriceValue,
    bucketWidth: PriceValue,
    buckets: Type.Array(ref(each)),
  });

const OrderBookBucket = define('OrderBookBucket', bucket);
export const OrderBook = define('OrderBook', book(OrderBookBucket));
const PositionBookBucket = define('PositionBookBucket', bucket);
export const PositionBook = define('PositionBook', book(PositionBookBucket));

export const OrderBookResponse = Type.Object({ orderBook: ref(OrderBook) });
export const PositionBookResponse = Type.Object({ positionBook: ref(PositionBook) });
