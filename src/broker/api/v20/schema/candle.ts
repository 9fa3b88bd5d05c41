/**
 * Candles. Source: v20 semantics 7.1, 7.3.
 */

import { type Static, Type } from '@sinclair/typebox';
import { GRANULARITIES, type Granularity } from '../../../../core/candle/granularity.js';
import { define, defineObject, ref } from '../../http/read/define.js';
import { DateTime, InstrumentName, oneOf, PriceValue } from './primitives.js';

const CandlestickGranularity = define(
  'CandlestickGranularity',
  oneOf(Object.keys(GRANULARITIES) as readonly Granularity[]),
);

const CandlestickData = defineObject('CandlestickData', {
  o: PriceValue,
  h: PriceValue,
  l: PriceValue,
  c: PriceValue,
});

export const Candlestick = defineObject('Candlestick', {
  complete: Type.Boolean(),
  volume: Type.Integer({ minimum: 0 }),
  time: DateTime,
  bid: Type.Optional(ref(CandlestickData)),
  mid: Type.Optional(ref(CandlestickData)),
  ask: Type.Optional(ref(CandlestickData)),
});

export const CandlestickResponse = defineObject('CandlestickResponse', {
  instrument: InstrumentName,
  granularity: ref(CandlestickGranularity),
  candles: Type.Array(ref(Candlestick)),
});
export type CandlestickResponse = Static<typeof CandlestickResponse>;

export const LatestCandlesResponse = Type.Object({
  latestCandles: Type.Array(ref(CandlestickResponse)),
});
