import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../../src/core/base/decimal.js';
import { Conversion } from '../../../../../src/core/market/conversion.js';
import { QuoteBoard } from '../../../../../src/core/market/quote.js';
import { priceText } from '../../../../../src/core/strategy/tools/price-text.js';
import { type UnitsRequest, unitsFor } from '../../../../../src/core/strategy/tools/units-for.js';
import { pair } from '../../../../support/market/fixtures.js';
import { runsOf } from '../../../../support/random/nightly.js';

/** Sizes by risk, and prices as a broker takes them. */

const INSTRUMENTS = [pair('EUR_USD'), pair('USD_JPY'), pair('GBP_USD'), pair('EUR_GBP')];
const BID = [108_500, 150_100, 126_800, 85_500];

/** A market with quotes of two points of spread; an account in `currency` with 10000. */
function host(currency: string, marginAvailable = '1000000', priced: readonly number[] = BID) {
  const quotes = new QuoteBoard(INSTRUMENTS);
  for (const [slot, bid] of priced.entries()) {
    quotes.time[slot] = 0;
    quotes.bid[slot] = bid;
    quotes.ask[slot] = bid + 2;
  }
  return {
    account: { balance: '10000.0000', marginAvailable, unitsOf: () => 0 },
    quotes,
    conversion: new Conversion(quotes, currency, '0'),
    marginRate: ({ marginRate }: { readonly marginRate: string }) => decimal(marginRate),
  };
}

function units(request: UnitsRequest, market = host('USD')): string {
  const instrument = INSTRUMENTS.find(({ name }) => name === request.instrument);
  return unitsFor(request, instrument ?? pair('none'), market);
}

describe('units for a risk', () => {
  it.each([
    // 1 % of 10000 USD at 20 pips of EUR_USD: 100 / 0.0020.
    ['EUR_USD', '1%', '0.0020', 'USD', '50000'],
    ['EUR_USD', 100, 0.002, 'USD', '50000'],
    // A yen costs 1 / 150.100 USD at the bid: 100 x 150.100 / 0.300.
    ['USD_JPY', '1%', '0.300', 'USD', '50033'],
    // A dollar costs 1 / 1.08500 EUR: 50 x 1.08500 / 0.0015.
    ['GBP_USD', '0.5%', '0.0015', 'EUR', '36166'],
    // Over two pairs: GBP to USD at 1.26802, USD to JPY at 150.102.
    ['EUR_GBP', '25000', '0.0040', 'JPY', '32837'],
    ['EUR_USD', '0.001', '0.0020', 'USD', '0'],
  ])('of %s, %s at %s in %s: %s', (...row) => {
    const [instrument, risk, stopDistance, currency, expected] = row;
    expect(units({ instrument, risk, stopDistance }, host(currency))).toBe(expected);
  });

  it('are limited by the margin that is available, and by the size of an order', () => {
    // Margin of 0.02 x 1.08501 a unit; the spread is not charged (5.5).
    const request = { instrument: 'EUR_USD', risk: '1%', stopDistance: '0.0010' };
    expect(units(request, host('USD', '1000'))).toBe('46082');
    expect(units({ ...request, stopDistance: '0.0000001' }, host('USD', '100000000'))).toBe(
      '100000000',
    );
  });

  it('are 0 before the prices are known', () => {
    const request = { instrument: 'EUR_GBP', risk: '1%', stopDistance: '0.0010' };
    expect(units(request, host('USD', '1000', BID.slice(0, 2)))).toBe('0');
  });

  it('never cost more than the risk, and one unit more would', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 100_000 }),
        (points, cents) => {
          const stopDistance = decimal(points).div(100_000);
          const risk = decimal(cents).div(100);
          const request = { instrument: 'EUR_USD', risk: String(risk) };
          const size = units({ ...request, stopDistance: String(stopDistance) }, host('USD'));
          const capped = decimal(size).gte(10_000_000);
          expect(decimal(size).times(stopDistance).lte(risk)).toBe(true);
          expect(capped || decimal(size).plus(1).times(stopDistance).gt(risk)).toBe(true);
        },
      ),
      { numRuns: runsOf(300) },
    );
  });

  it.each([
    [{ risk: '0%', stopDistance: '0.001' }, 'unitsFor: risk must be above 0, was 0'],
    [{ risk: '1%', stopDistance: -0.001 }, 'unitsFor: stopDistance must be above 0, was -0.001'],
    [{ risk: 'much', stopDistance: 1 }, 'unitsFor: risk: must be a number, was much'],
    [{ risk: 1, stopDistance: Number.NaN }, 'unitsFor: stopDistance: must be a number, was NaN'],
  ])('of %j: refused', (request, message) => {
    expect(() => units({ instrument: 'EUR_USD', ...request })).toThrow(message);
  });
});

describe('a price', () => {
  it.each([
    [1.0850049999, 5, '1.08500'],
    [1.085005, 5, '1.08501'],
    ['1.0850050000000000000001', 5, '1.08501'],
    [0.1 + 0.2, 3, '0.300'],
    [1e-7, 5, '0.00000'],
    [-0.000001, 5, '0.00000'],
    [150.1, 0, '150'],
  ])('%s with %s decimals is %s', (value, digits, text) => {
    expect(priceText(value, digits)).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '', ' 1', 'one', null, undefined, {}])(
    'is no %s',
    value => {
      expect(() => priceText(value as never, 5)).toThrow('price: must be a number, was');
    },
  );
});
