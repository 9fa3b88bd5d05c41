/** Replays prices: their quotes make a market, and the broker says what else a price has. */

import { instrumentTable } from '../../../core/market/instrument-table.js';
import { parseInstant } from '../../../core/time/instant.js';
import { type MarketQuote, scenarioOf } from '../host/market.js';
import type { ReplayHost } from '../host/replay-host.js';
import { isObject, type Json, objectOf, objectsIn } from '../recording/json.js';
import type { Recording } from '../recording/recorded-bodies.js';
import { FactComparison } from './compare-facts.js';
import { conversionBy, type FillConversion } from './conversion.js';
import { levelsOf } from './quotes.js';
import { BodyReading, under } from './reading.js';
import type { BodyReplay, ReplayRefusal } from './replayed.js';

/** What the broker makes of quotes. */
const WORKED_OUT = [
  'instrument',
  'type',
  'status',
  'tradeable',
  'quoteHomeConversionFactors',
] as const;

/** The prices of a body; none when it has none. */
export function pricesIn({ value }: Recording): Json[] {
  const body = value as Json;
  if (isObject(body) && 'closeoutBid' in body && 'instrument' in body) return [body];
  return objectsIn(body['prices']).filter(each => 'closeoutBid' in each || 'bids' in each);
}

/** Replays the prices of a body. */
export async function replayPrices(
  host: ReplayHost,
  recording: Recording,
): Promise<BodyReplay | ReplayRefusal | undefined> {
  const prices = pricesIn(recording);
  if (prices.length === 0) return undefined;
  const recordings = [recording];
  const reading = new BodyReading([recording.value]);
  const times = prices.map(({ time }) => parseInstant(String(time))?.at);
  const at = times.filter(each => each !== undefined).sort((a, b) => b - a)[0];
  if (at === undefined) return { recordings, why: 'no price has a time' };
  const quotes = prices.flatMap(price => quoteOf(reading, price) ?? []);
  if (quotes.length < prices.length)
    return { recordings, why: 'a price has no quote of a known instrument' };
  const isHalted = prices.every(price => isClosed(reading, price));
  const plain = { hedging: false, closeoutFactor: '0.5', trades: [], orders: [] };
  const { currency, markup, quote: other } = conversionOfPrices(reading, prices);
  const all = other === undefined ? quotes : [...quotes, other];
  const situation = {
    ...plain,
    at,
    currency,
    markup,
    balance: '0',
    before: all,
    quotes: all,
    isHalted,
  };
  const market = host.market(scenarioOf(situation));
  try {
    market.advanceTo(at);
    const names = quotes.map(({ instrument }) => instrument).join(',');
    const { body } = await market.ask('GET', `/pricing?instruments=${names}`);
    const comparison = new FactComparison(new Map(), markup !== '0');
    for (const price of prices) {
      const twin = objectsIn(body['prices']).find(
        each => each['instrument'] === price['instrument'],
      );
      const place = reading.pathOf(price) ?? '';
      for (const field of WORKED_OUT) {
        if (price[field] === undefined || twin?.[field] === undefined) continue;
        comparison.compare(price[field], twin[field], under(place, field));
      }
    }
    const { same, differences, apart } = comparison;
    return { same, differences, apart, recordings, used: reading.used };
  } finally {
    market.close();
  }
}

function quoteOf(reading: BodyReading, price: Json): Omit<MarketQuote, 'at'> | undefined {
  const instrument = reading.text(price, 'instrument') ?? '';
  const [bids, asks] = [levelsOf(price['bids']), levelsOf(price['asks'])];
  if (bids.length === 0 || asks.length === 0 || !instrumentTable().has(instrument))
    return undefined;
  reading.whole(price, 'bids');
  reading.whole(price, 'asks');
  return { instrument, bids, asks };
}

/** A price says twice whether it is tradeable: one makes the market, the other is compared. */
function isClosed(reading: BodyReading, price: Json): boolean {
  if (price['tradeable'] !== undefined) {
    reading.whole(price, 'tradeable');
    return price['tradeable'] === false;
  }
  return reading.text(price, 'status') === 'non-tradeable';
}

/** The conversion that the factors of a price show; prices in dollars where none shows any. */
function conversionOfPrices(reading: BodyReading, prices: readonly Json[]): FillConversion {
  for (const price of prices) {
    const factors = objectOf(price['quoteHomeConversionFactors']);
    const own = new BodyReading([]);
    const [gain, loss] = [
      own.number(factors, 'positiveUnits'),
      own.number(factors, 'negativeUnits'),
    ];
    if (gain === undefined || loss === undefined) continue;
    const found = conversionBy({ gain, loss }, String(price['instrument']), price);
    if (found === undefined) continue;
    if (found.quote !== undefined) reading.whole(price, 'quoteHomeConversionFactors');
    return found;
  }
  return { currency: 'USD', markup: '0' };
}
