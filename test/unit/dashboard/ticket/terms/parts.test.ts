import { describe, expect, it } from 'vitest';
import { partOf, reversedUnits } from '../../../../../src/dashboard/ticket/terms/parts.js';

describe('a part of a trade', () => {
  it('is in whole steps, rounded down, without a sign', () => {
    expect(partOf('-1001', 25, 0)).toBe('250');
    expect(partOf('0.3', 50, 2)).toBe('0.15');
    expect(partOf('3', 25, 0)).toBe('0');
  });
});

describe('a position that is turned around', () => {
  it('trades twice its net on the other side', () => {
    expect(reversedUnits('1000', '0')).toBe('-2000');
    expect(reversedUnits('300', '-1000')).toBe('1400');
    expect(reversedUnits('500', '-500')).toBe('0');
  });
});
