import { describe, expect, it } from 'vitest';
import {
  barVolume,
  pricesOfTick,
} from '../../../../../../src/data/storage/ticks/bars/bar-volume.js';

describe('the volume of a bar', () => {
  it.each([
    ['9', 9],
    ['0', 0],
    ['123.0', 123],
    ['123.5', 124],
    ['0.4', 0],
    ['1.5e3', 1_500],
    ['1e+10', 10_000_000_000],
    [' 7 ', 7],
    ['', undefined],
    ['-', undefined],
    ['nan', undefined],
    ['NaN', undefined],
    ['null', undefined],
  ])('reads %j as %j', (cell, volume) => {
    expect(barVolume(cell)).toBe(volume);
  });

  it.each(['-1', '1,000', '12K', 'x', '1e99', '99999999999999999'])('refuses %j', cell => {
    expect(() => barVolume(cell)).toThrow(/^volume: (must be a number or empty|is too large), was/);
  });

  it.each([
    [0, [0, 0, 0, 0]],
    [1, [1, 0, 0, 0]],
    [7, [4, 1, 1, 1]],
    [8, [2, 2, 2, 2]],
  ])('spreads %d over four ticks', (volume, ticks) => {
    expect([0, 1, 2, 3].map(step => pricesOfTick(volume, step))).toEqual(ticks);
  });
});
