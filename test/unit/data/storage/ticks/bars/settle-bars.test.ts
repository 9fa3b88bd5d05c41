import { describe, expect, it } from 'vitest';
import { barLength } from '../../../../../../src/data/storage/ticks/bars/bar-length.js';
import type { BarOptions } from '../../../../../../src/data/storage/ticks/bars/bar-options.js';
import {
  type BarSource,
  type BarWishes,
  settleBars,
} from '../../../../../../src/data/storage/ticks/bars/settle-bars.js';
import { at } from '../../../../../support/market/fixtures.js';

const SOURCE: BarSource = { path: 'EURUSD.csv', sides: 'one', hasSpread: false, snap: false };
const WISHES: BarWishes = { price: 'bid', spread: '0.00010', granularity: 'M1' };
const settle = (source: Partial<BarSource>, wishes: BarWishes = WISHES) =>
  settleBars({ ...SOURCE, ...source }, wishes, 5);
const hours = (count: number) => ({ hours: Array.from({ length: count }, () => '0.0001') });

describe('what is not said of bars', () => {
  it.each([
    ['eurusd-m1-bid-2024-01-01-2024-02-01.csv', 'M1', 'bid'],
    ['USD_JPY_M5_ask.csv', 'M5', 'ask'],
    ['EUR_USD_mid_D.csv', 'D', 'mid'],
    ['EURUSD60_bid.csv', 'H1', 'bid'],
    ['EURUSD1440_bid.csv', 'D', 'bid'],
    ['EURUSD_Weekly_bid.csv', 'W', 'bid'],
  ])('is taken from the name %s', (path, granularity, price) => {
    const { length, price: found } = settle({ path }, { spread: '0.00010' });
    expect([length.name, found]).toEqual([granularity, price]);
  });

  it('is taken from the layout before the name, and from the person before both', () => {
    const source = { path: 'EURUSD_M5_ask.csv', price: 'bid', granularity: 'M1' } as const;
    const own = settle(source, { spread: '0.00010' });
    expect([own.length.name, own.price]).toEqual(['M1', 'bid']);
    const said = settle(source, { price: 'mid', granularity: 'H1', spread: '0.00010' });
    expect([said.length.name, said.price, said.path]).toEqual(['H1', 'mid', 'nearest-first']);
  });

  it('is a spread from the column where there is one', () => {
    expect(settle({ hasSpread: true }, { price: 'bid', granularity: 'M1' }).spread).toBe('column');
  });
});

describe('bars are refused', () => {
  const both: Partial<BarSource> = { sides: 'both' };
  const bars = (more: BarOptions): BarWishes => ({ granularity: 'M1', ...more });

  it.each<[string, Partial<BarSource>, BarWishes, RegExp]>([
    ['without a granularity', {}, { price: 'bid', spread: '0.0001' }, /granularity: is missing/],
    ['with a length that is none', {}, { ...WISHES, granularity: 'M7' }, /a granularity of v20/],
    ['without a price', {}, bars({ spread: '0.0001' }), /price: is missing: say whether/],
    ['without a spread', {}, bars({ price: 'mid' }), /spread: is missing: mid prices have no/],
    ['with one price as two', {}, bars({ price: 'bid-ask' }), /price: cannot be bid-ask/],
    ['with two prices as one', both, bars({ price: 'bid' }), /price: must be bid-ask/],
    ['with two prices and a spread', both, bars({ spread: '0.0001' }), /spread: cannot be given/],
    ['with no column of spreads', {}, bars({ price: 'bid', spread: 'column' }), /no column/],
    ['with a spread that is none', {}, bars({ price: 'bid', spread: 'wide' }), /plain decimal/],
    ['with a spread too fine', {}, bars({ price: 'bid', spread: '0.000001' }), /more than 5/],
    ['with 23 hours', {}, bars({ price: 'bid', spread: hours(23) }), /must have 24 hours, was 23/],
  ])('%s', (_, source, wishes, message) => {
    expect(() => settle(source, wishes)).toThrow(message);
  });
});

describe('the length of a bar', () => {
  it.each([
    ['H4', '2024-03-05T10:00:00Z', '2024-03-05T14:00:00Z'],
    ['H4', '2024-03-05T08:00:00Z', '2024-03-05T12:00:00Z'],
    ['D', '2024-03-09T22:00:00Z', '2024-03-10T21:00:00Z'],
    ['D1', '2024-03-09T00:00:00Z', '2024-03-10T00:00:00Z'],
    ['S1', '2024-03-05T10:00:00Z', '2024-03-05T10:00:01Z'],
    ['m3', '2024-03-05T10:00:00Z', '2024-03-05T10:03:00Z'],
  ])('%s from %s ends at %s', (name, from, to) => {
    expect(barLength(name)?.end(at(from))).toBe(at(to));
  });

  it.each(['M7', 'S0', 'H5', 'X1', '', 'toString'])('%j is none', name => {
    expect(barLength(name)).toBeUndefined();
  });
});
