/**
 * Prices: those of an account now, and base prices at any time up to now. An instrument that was not
 * quoted yet is left out. A past price is that of the latest tick at that time, tradeable or not; a
 * time in the future is refused.
 * Source: v20 semantics 1.2, 1.6, 8.1, 8.2.
 */

import { Type } from '@sinclair/typebox';
import type { CandleSeries } from '../../../../core/candle/series.js';
import type { MarketEntry } from '../../../../core/engine/state/market-entry.js';
import { TradingTimes, tradingAt } from '../../../../core/engine/state/sessions.js';
import { formatRfc3339, type Instant, instant } from '../../../../core/time/instant.js';
import {
  basePrice,
  clientPrice,
  conversionTime,
  currenciesOf,
  homeConversions,
} from '../../../../core/view/pricing.js';
import { unitsAvailable } from '../../../../core/view/units-available.js';
import type { Simulation } from '../../../runtime/simulation/simulation.js';
import { invalidParameter, notFound } from '../../http/request-errors.js';
import { accountMarket, pricedMarket, quoteAt, slotNamed, slotsNamed } from '../market.js';
import {
  type AccountCall,
  type Answer,
  type Call,
  type Operation,
  ok,
  operation,
} from '../operation.js';
import {
  BasePriceResponse,
  BasePricesResponse,
  PricesResponse,
  PricingStreamLine,
} from '../schema/pricing.js';
import { defaulted, InstrumentName, instantOf, listOf } from '../schema/primitives.js';

/** Prices of a range in one answer; a link leads to the rest. */
const PRICES_MAX = 500;

const instruments = listOf(InstrumentName, 'instruments; each is once in the answer');
const timeQuery = Type.Object({
  time: Type.Optional(instantOf('when the price was in effect; default: now')),
});
const range = {
  from: instantOf('start of the range, inclusive'),
  to: Type.Optional(instantOf('end of the range, inclusive; default: now')),
};

export const PRICING_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'getPrices',
    isPoll: true,
    method: 'GET',
    path: '/v3/accounts/:accountID/pricing',
    summary: 'Current prices, and how many units the account may order at them',
    tag: 'pricing',
    query: Type.Object({
      instruments,
      since: Type.Optional(instantOf('only prices and conversions newer than this')),
      includeUnitsAvailable: defaulted(Type.Boolean({ default: true })),
      includeHomeConversions: defaulted(Type.Boolean({ default: false })),
    }),
    responses: { 200: PricesResponse },
    handle: prices,
  }),
  {
    operationId: 'streamPricing',
    method: 'GET',
    path: '/v3/accounts/:accountID/pricing/stream',
    summary: 'Prices as they change, one JSON object a line, with heartbeats',
    tag: 'pricing',
    query: Type.Object({
      instruments,
      snapshot: defaulted(Type.Boolean({ default: true })),
      includeHomeConversions: defaulted(Type.Boolean({ default: false })),
    }),
    responses: { 200: PricingStreamLine },
  },
  operation({
    operationId: 'getInstrumentPrice',
    isPoll: true,
    method: 'GET',
    path: '/v3/instruments/:instrument/price',
    summary: 'The price of an instrument at a time',
    tag: 'pricing',
    query: timeQuery,
    responses: { 200: BasePriceResponse },
    handle: ({ simulation, params, query: { time } }) => {
      const slot = slotNamed(simulation, params['instrument'] ?? '', 'instrument');
      const price = priceAt(simulation, slot, pastOrNow(simulation, 'time', time));
      if (price === undefined) throw notFound();
      return ok({ price });
    },
  }),
  operation({
    operationId: 'getInstrumentPriceRange',
    method: 'GET',
    path: '/v3/instruments/:instrument/price/range',
    summary: 'The prices of an instrument in a range of time, page by page',
    tag: 'pricing',
    query: Type.Object(range),
    responseHeaders: ['Link'],
    responses: { 200: BasePricesResponse },
    handle: call => {
      const name = call.params['instrument'] ?? '';
      return priceRange(call, name, `/v3/instruments/${name}/price/range?`);
    },
  }),
  operation({
    operationId: 'getBasePrices',
    isPoll: true,
    method: 'GET',
    path: '/v3/pricing',
    summary: 'The prices of all instruments at a time',
    tag: 'pricing',
    query: timeQuery,
    responses: { 200: BasePricesResponse },
    handle: ({ simulation, query: { time } }) => {
      const at = pastOrNow(simulation, 'time', time);
      const all = simulation.engine.state.market.map((_, slot) => priceAt(simulation, slot, at));
      return ok({ prices: all.filter(price => price !== undefined) });
    },
  }),
  operation({
    operationId: 'getPriceRange',
    method: 'GET',
    path: '/v3/pricing/range',
    summary: 'The prices of an instrument in a range of time, page by page',
    tag: 'pricing',
    query: Type.Object({ instrument: InstrumentName, ...range }),
    responseHeaders: ['Link'],
    responses: { 200: BasePricesResponse },
    handle: call => {
      const name = call.query.instrument;
      return priceRange(call, name, `/v3/pricing/range?instrument=${name}&`);
    },
  }),
];

interface PricesQuery {
  readonly instruments: readonly string[];
  readonly since?: Instant;
  readonly includeUnitsAvailable: boolean;
  readonly includeHomeConversions: boolean;
}

function prices({ simulation, account, query }: AccountCall<PricesQuery>): Answer {
  const slots = slotsNamed(simulation, query.instruments);
  const market = accountMarket(simulation, account.slot);
  const { quotes } = market;
  const { conversion } = account.market;
  const since = query.since ?? Number.NEGATIVE_INFINITY;
  const body = {
    prices: slots
      .filter(slot => quotes.isPriced(slot) && (quotes.time[slot] as number) > since)
      .map(slot => {
        const units = query.includeUnitsAvailable
          ? unitsAvailable(account, slot, simulation.now)
          : undefined;
        return clientPrice(market, conversion, slot, units);
      }),
    ...(query.includeHomeConversions
      ? {
          homeConversions: homeConversions(
            conversion,
            currenciesOf(quotes, slots).filter(
              currency => conversionTime(quotes, conversion, currency) > since,
            ),
          ),
        }
      : {}),
    time: formatRfc3339(simulation.now),
  };
  return ok(body);
}

/** The instant of a parameter, now if absent. @throws RequestError 400 when it is in the future. */
function pastOrNow({ now }: Simulation, name: string, at: Instant | undefined): Instant {
  if (at === undefined) return now;
  if (at > now) throw invalidParameter(name, 'Time is in the future');
  return at;
}

/** The price in effect at `at`, which is not in the future; undefined before the first. */
function priceAt(
  simulation: Simulation,
  slot: number,
  at: Instant,
): ReturnType<typeof basePrice> | undefined {
  const market = pricedMarket(simulation);
  const quote = quoteAt(simulation, slot, at);
  if (quote === undefined) return undefined;
  const tradeable =
    at === simulation.now
      ? market.quotes.isTradeable(slot)
      : tradesAt(simulation, slot, at, quote.time);
  return basePrice(market, slot, quote, tradeable);
}

/** Whether the instrument traded at `at`, when its last tick was that of `quotedAt`. */
function tradesAt({ engine }: Simulation, slot: number, at: Instant, quotedAt: number): boolean {
  const entry = engine.state.market[slot];
  return entry !== undefined && tradingAt(entry, at, quotedAt).isOpen;
}

interface RangeQuery {
  readonly from: Instant;
  readonly to?: Instant;
}

/** A page of prices. @param path - of the next page, up to its `from`. */
function priceRange({ simulation, query, url }: Call<RangeQuery>, name: string, path: string) {
  const slot = slotNamed(simulation, name, 'instrument');
  const from = pastOrNow(simulation, 'from', query.from);
  const to = pastOrNow(simulation, 'to', query.to);
  if (from > to) throw invalidParameter('from');
  const market = pricedMarket(simulation);
  const { candles, market: entries } = simulation.engine.state;
  const series = candles[slot] as CandleSeries;
  const times = new TradingTimes(entries[slot] as MarketEntry);
  const first = series.rowAtOrAfter(from);
  const end = series.rowAtOrAfter(to + 1, first);
  const stop = pageEnd(first, end, row => series.timeAt(row));
  const rows = Array.from({ length: stop - first }, (_, index) => series.quoteAt(first + index));
  const answer = ok({
    prices: rows.map(quote => basePrice(market, slot, quote, times.at(instant(quote.time)).isOpen)),
  });
  if (stop === end) return answer;
  const rest = `from=${formatRfc3339(instant(series.timeAt(stop)))}&to=${formatRfc3339(to)}`;
  return { ...answer, headers: { link: `<${url(`${path}${rest}`)}>; rel="next"` } };
}

/**
 * Where a page ends: prices of one instant stay together, for the next page begins with an instant;
 * an instant of more prices than a page has is a page by itself.
 */
function pageEnd(first: number, end: number, timeAt: (row: number) => number): number {
  if (end - first <= PRICES_MAX) return end;
  let stop = first + PRICES_MAX;
  while (stop > first && timeAt(stop - 1) === timeAt(stop)) stop -= 1;
  if (stop > first) return stop;
  stop = first + PRICES_MAX;
  while (stop < end && timeAt(stop) === timeAt(first)) stop += 1;
  return stop;
}
