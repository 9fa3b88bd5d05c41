/**
 * Prices with an account and without one, and the lines of price streams.
 * Source: v20 semantics 1.2, 2.5, 8.1, 8.2.
 */

import { type Static, Type } from '@sinclair/typebox';
import { defineObject, ref } from '../../http/read/define.js';
import {
  Currency,
  DateTime,
  DecimalNumber,
  InstrumentName,
  oneOf,
  PriceValue,
} from './primitives.js';

const PriceBucket = defineObject('PriceBucket', { price: PriceValue, liquidity: Type.Integer() });

const sides = {
  bids: Type.Array(ref(PriceBucket), { description: 'best first' }),
  asks: Type.Array(ref(PriceBucket), { description: 'best first' }),
};

const QuoteHomeConversionFactors = defineObject('QuoteHomeConversionFactors', {
  positiveUnits: DecimalNumber,
  negativeUnits: DecimalNumber,
});

const UnitsAvailableDetails = defineObject('UnitsAvailableDetails', {
  long: DecimalNumber,
  short: DecimalNumber,
});

export const UnitsAvailable = defineObject('UnitsAvailable', {
  default: ref(UnitsAvailableDetails),
  reduceFirst: ref(UnitsAvailableDetails),
  reduceOnly: ref(UnitsAvailableDetails),
  openOnly: ref(UnitsAvailableDetails),
});

export const ClientPrice = defineObject('ClientPrice', {
  type: Type.Literal('PRICE'),
  time: Type.Optional(DateTime),
  ...sides,
  closeoutBid: Type.Optional(PriceValue),
  closeoutAsk: Type.Optional(PriceValue),
  status: oneOf(
    ['tradeable', 'non-tradeable', 'invalid'],
    'invalid: there has been no price yet, and time and closeout prices are missing',
  ),
  tradeable: Type.Boolean(),
  unitsAvailable: Type.Optional(ref(UnitsAvailable)),
  quoteHomeConversionFactors: Type.Optional(ref(QuoteHomeConversionFactors)),
  instrument: InstrumentName,
});
export type ClientPrice = Static<typeof ClientPrice>;

export const HomeConversions = defineObject('HomeConversions', {
  currency: Currency,
  accountGain: DecimalNumber,
  accountLoss: DecimalNumber,
  positionValue: DecimalNumber,
});

const PricingHeartbeat = defineObject('PricingHeartbeat', {
  type: Type.Literal('HEARTBEAT'),
  time: DateTime,
});

export const Price = defineObject('Price', {
  instrument: InstrumentName,
  tradeable: Type.Boolean(),
  timestamp: DateTime,
  baseBid: PriceValue,
  baseAsk: PriceValue,
  ...sides,
  closeoutBid: PriceValue,
  closeoutAsk: PriceValue,
});

export const PricesResponse = Type.Object({
  prices: Type.Array(ref(ClientPrice)),
  homeConversions: Type.Optional(Type.Array(ref(HomeConversions))),
  time: DateTime,
});
export const BasePriceResponse = Type.Object({ price: ref(Price) });
export const BasePricesResponse = Type.Object({ prices: Type.Array(ref(Price)) });

/** A line of the price stream. */
export const PricingStreamLine = Type.Union([
  ref(ClientPrice),
  ref(PricingHeartbeat),
  Type.Object({ homeConversions: Type.Array(ref(HomeConversions)) }),
]);
