import { describe, expect, it } from 'vitest';
import { dayChange, spreadPips } from '../../../../src/dashboard/watch/day-change.js';

const quote = { instrument: 'EUR_USD', time: '', bid: '1.08412', ask: '1.08424', tradeable: true };

describe('a line of the watch list', () => {
  it('has the spread in pips', () => {
    expect(spreadPips(quote, -4)).toBe('1.2');
  });

  it('has the change of the mid price since the day began, with its sign', () => {
    expect(dayChange(quote, '1.08190')).toBe('+0.21');
    expect(dayChange(quote, '1.08500')).toBe('-0.08');
    expect(dayChange(quote, '1.08418')).toBe('0.00');
  });
});
