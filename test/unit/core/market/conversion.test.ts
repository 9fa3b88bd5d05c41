import { describe, expect, it } from 'vitest';
import { Conversion, factorValue } from '../../../../src/core/market/conversion.js';
import { QuoteBoard } from '../../../../src/core/market/quote.js';
import { pair } from '../../../support/market/fixtures.js';

/** The pairs with their quotes in points; undefined for one without prices. */
const QUOTES: readonly (readonly [string, (readonly [number, number])?])[] = [
  ['EUR_USD', [108_511, 108_527]],
  ['USD_JPY', [15_012_300, 15_013_100]],
  ['EUR_GBP', [85_440, 85_461]],
  ['AUD_USD'],
];

function board(): QuoteBoard {
  const quotes = new QuoteBoard(QUOTES.map(([name]) => pair(name)));
  QUOTES.forEach(([, quote], slot) => {
    if (quote === undefined) return;
    quotes.time[slot] = 1;
    [quotes.bid[slot], quotes.ask[slot]] = quote;
  });
  return quotes;
}

describe('the factor at mid prices as a float', () => {
  const conversion = new Conversion(board(), 'USD', '0');

  it.each(['USD', 'EUR', 'JPY', 'GBP'])('is that of the exact factors: %s', currency => {
    const factors = conversion.factors(currency);
    const exact = factors && factorValue(factors.mid).toNumber();
    expect(exact).toBeGreaterThan(0);
    expect(conversion.midFloat(currency)).toBeCloseTo(exact ?? 0, 12);
  });

  it.each(['AUD', 'CHF'])('is unknown where the exact factors are: %s', currency => {
    expect(conversion.factors(currency)).toBeUndefined();
    expect(conversion.midFloat(currency)).toBeUndefined();
  });
});
