import { describe, expect, it } from 'vitest';
import { atOnceText } from '../../../../src/dashboard/state/at-once.js';
import type { Quote } from '../../../../src/dashboard/wire/types.js';

const QUOTE: Quote = {
  instrument: 'EUR_USD',
  time: '2024-03-04T08:00:00Z',
  bid: '1.08000',
  ask: '1.08020',
  tradeable: true,
};

function said(type: string, side: 'buy' | 'sell', price: string, triggerCondition?: string) {
  return atOnceText({ type, side, price, triggerCondition }, QUOTE);
}

describe('an order at the wrong side of the market', () => {
  it.each([
    ['LIMIT', 'buy', '1.08020', 'The ask is 1.08020: an order at 1.08020 fills at once.'],
    ['LIMIT', 'sell', '1.08000', 'The bid is 1.08000: an order at 1.08000 fills at once.'],
    ['STOP', 'buy', '1.08020', 'The ask is 1.08020: an order at 1.08020 fills at once.'],
    [
      'STOP_LOSS',
      'sell',
      '1.08000',
      'The bid is 1.08000: an order at 1.08000 closes the trade at once.',
    ],
    [
      'TAKE_PROFIT',
      'buy',
      '1.09',
      'The ask is 1.08020: an order at 1.09 closes the trade at once.',
    ],
  ] as const)('is told: %s, %s at %s', (type, side, price, sentence) => {
    expect(said(type, side, price)).toBe(sentence);
  });

  it.each([
    ['LIMIT', 'buy', '1.08019'],
    ['LIMIT', 'sell', '1.08001'],
    ['STOP', 'buy', '1.08021'],
    ['STOP_LOSS', 'sell', '1.07999'],
    ['GUARANTEED_STOP_LOSS', 'buy', '1.08021'],
    ['MARKET_IF_TOUCHED', 'buy', '1.08020'],
    ['MARKET', 'buy', ''],
  ] as const)('is not told of one that waits: %s, %s at %s', (type, side, price) => {
    expect(said(type, side, price)).toBeUndefined();
  });

  it('is measured at the price that triggers it', () => {
    expect(said('STOP_LOSS', 'sell', '1.08010', 'ASK')).toBeUndefined();
    expect(said('STOP_LOSS', 'sell', '1.08020', 'INVERSE')).toMatch(/^The ask is 1.08020/);
    expect(said('STOP_LOSS', 'sell', '1.08010', 'MID')).toMatch(/^The mid price is 1.0801:/);
  });
});
