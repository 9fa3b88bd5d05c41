import { describe, expect, it } from 'vitest';
import { baseCurrency, quoteCurrency } from '../../../../src/core/market/instrument.js';
import { QuoteBoard } from '../../../../src/core/market/quote.js';
import { pair } from '../../../support/market/fixtures.js';

describe('names of instruments', () => {
  it('give the same slot and currencies however they are asked for in turn', () => {
    const names = ['EUR_USD', 'USD_JPY', 'EUR_JPY'];
    const board = new QuoteBoard(names.map(name => pair(name)));
    const asked = ['', 'EUR_JPY', 'EUR_JPY', 'EUR_USD', 'GBP_USD', 'USD_JPY', 'EUR_USD', 'GBP_USD'];
    expect(asked.map(name => board.slot(name))).toEqual([
      undefined,
      2,
      2,
      0,
      undefined,
      1,
      0,
      undefined,
    ]);
    const pairs = asked
      .slice(1)
      .map(name => `${baseCurrency({ name })}_${quoteCurrency({ name })}`);
    expect(pairs).toEqual(asked.slice(1));
  });
});
