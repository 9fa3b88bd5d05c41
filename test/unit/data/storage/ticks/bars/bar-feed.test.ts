import { describe, expect, it } from 'vitest';
import type { InputError } from '../../../../../../src/core/base/input-error.js';
import { instant } from '../../../../../../src/core/time/instant.js';
import { BarFeed, type BarPrices } from '../../../../../../src/data/storage/ticks/bars/bar-feed.js';
import { madeFromBars } from '../../../../../../src/data/storage/ticks/bars/bar-options.js';
import {
  type BarWishes,
  settleBars,
} from '../../../../../../src/data/storage/ticks/bars/settle-bars.js';
import {
  TickBuilder,
  type TickPolicy,
} from '../../../../../../src/data/storage/ticks/columns/tick-builder.js';
import { rowsOf } from '../../../../../support/files/tick-files.js';
import { at, pair } from '../../../../../support/market/fixtures.js';

const SOURCE = { path: 'x', sides: 'one', hasSpread: true, snap: false } as const;
const WISHES: BarWishes = { price: 'bid', spread: '0.00010', granularity: 'M1' };
const PRICES: BarPrices = ['1.10000', '1.10030', '1.09990', '1.10010'];

/** Feeds bars `[start, spread]` of the same prices. */
function feed(
  bars: readonly (readonly [string, (string | undefined)?])[],
  wishes: BarWishes = {},
  policy: Partial<TickPolicy> = {},
) {
  const builder = new TickBuilder('x', pair('EUR_USD'), policy);
  const fed = new BarFeed(builder, settleBars(SOURCE, { ...WISHES, ...wishes }, 5));
  bars.forEach(([time, spread], index) => {
    const start = { at: instant(at(time)), cut: false };
    fed.add(index + 1, () => ({
      start,
      prices: PRICES,
      ...(spread === undefined ? {} : { spread }),
    }));
  });
  const { columns, books } = builder.finish();
  const legs = [...(columns.leg ?? [])];
  return { rows: rowsOf(columns), bids: [...columns.bid], legs, facts: fed.facts(), books };
}

const faultOf = (...given: Parameters<typeof feed>): string => {
  try {
    feed(...given);
  } catch (error) {
    return (error as InputError).message;
  }
  throw new Error('the bars were accepted');
};

describe('a bar', () => {
  it.each([
    ['nearest-first', [110_000, 109_990, 110_030, 110_010]],
    ['low-first', [110_000, 109_990, 110_030, 110_010]],
    ['high-first', [110_000, 110_030, 109_990, 110_010]],
  ] as const)('goes its way %s', (path, bids) => {
    expect(feed([['2024-03-05T10:00:00Z']], { path }).bids).toEqual(bids);
  });

  it('goes from point to point in legs; its open is a jump', () => {
    expect(feed([['2024-03-05T10:00:00Z'], ['2024-03-05T10:01:00Z']]).legs).toEqual([
      ...[0, 1, 1, 1],
      ...[0, 1, 1, 1],
    ]);
  });

  it('loses the legs into which another row was sorted', () => {
    const bars = [['2024-03-05T10:00:00Z'], ['2024-03-05T09:59:30Z']] as const;
    const { legs } = feed(bars, {}, { order: 'sort' });
    // From 10:00:00 to 10:00:30 the points of the two bars alternate.
    expect(legs).toEqual([0, 1, 0, 0, 0, 0, 0, 1]);
  });

  it('has the spread of the hour of each tick, by the clock of New York or by UTC', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => (hour === 17 ? '0.00100' : '0.00010'));
    const wishes = { granularity: 'H2', spread: { hours } };
    const spreads = (more: BarWishes) =>
      feed([['2024-07-03T20:00:00Z']], more).rows.map(row => row.slice(11, 16) + row.slice(27));
    expect(spreads(wishes)).toEqual([
      '20:00 110000 110010',
      '20:30 109990 110000',
      '21:00 110030 110130',
      '21:30 110010 110110',
    ]);
    const utc = { ...wishes, spread: { hours, clock: 'UTC' } } as const;
    expect(spreads(utc)[2]).toBe('21:00 110030 110040');
  });

  it.each([
    ['0.00020', '110000 110020'],
    ['7', '110000 110007'],
    ['0', '110000 110000'],
    ['0.0', '110000 110000'],
  ])('has the spread %s of its column', (spread, quote) => {
    const { rows } = feed([['2024-03-05T10:00:00Z', spread]], { spread: 'column' });
    expect(rows[0]?.slice(28)).toBe(quote);
  });

  it.each([
    [undefined, /spread: must be given/],
    ['', /spread: must be given/],
    ['wide', /spread: must be whole points or a decimal/],
    ['0.2', /spread: must be below a tenth of the price/],
    ['0.000001', /spread: has more than 5 decimals/],
    ['14.0', /spread: may count points or units of the price: say which \(spread: column:0.00001/],
  ])('is refused with the spread %s in its column', (spread, message) => {
    expect(faultOf([['2024-03-05T10:00:00Z', spread]], { spread: 'column' })).toMatch(message);
  });

  it.each([
    ['column:0.00001', '14', '110000 110014'],
    ['column:0.00001', '14.0', '110000 110014'],
    ['column:0.0001', '1.4', '110000 110014'],
    ['column:1', '0.00014', '110000 110014'],
    ['column:0.01', '0', '110000 110000'],
  ])('has with %s the spread %s of its column', (spread, cell, quote) => {
    const { rows } = feed([['2024-03-05T10:00:00Z', cell]], { spread });
    expect(rows[0]?.slice(28)).toBe(quote);
  });

  it.each([
    [
      'column:0.00001',
      '1.4',
      /spread: is finer than the instrument's prices, was 1.4 times 0.00001/,
    ],
    ['column:1', '9999999', /spread: is too large/],
    ['column:1', '-1', /spread: must be a decimal number/],
    ['column:0.0', '1', /spread: must have a decimal after column:, the size of its unit/],
    ['column:', '1', /spread: must have a decimal after column:/],
    ['columns', '1', /spread: must be a plain decimal number/],
  ])('is refused with %s and the spread %s in its column', (spread, cell, message) => {
    expect(faultOf([['2024-03-05T10:00:00Z', cell]], { spread })).toMatch(message);
  });

  it.each([
    ['at the time of the bar before', '2024-03-05T10:00:00Z', /must not be the time of the bar/],
    ['inside the bar before', '2024-03-05T10:00:30Z', /must be M1 after the bar before/],
    ['at its last tick', '2024-03-05T10:00:45Z', /must be M1 after the bar before/],
    ['before it', '2024-03-05T09:59:00Z', /time: must not go back/],
  ])('is refused %s', (_, time, message) => {
    expect(faultOf([['2024-03-05T10:00:00Z'], [time]])).toMatch(message);
  });

  it('is left out or sorted by the policies of rows', () => {
    const bars = [
      ['2024-03-05T10:01:00Z'],
      ['2024-03-05T10:00:00Z'],
      ['2024-03-05T10:00:00Z'],
    ] as const;
    const { rows, facts, books } = feed(bars, {}, { badRows: 'skip', order: 'sort' });
    expect(rows.map(row => row.slice(14, 19))).toEqual([
      ...['00:00', '00:15', '00:30', '00:45'],
      ...['01:00', '01:15', '01:30', '01:45'],
    ]);
    expect([facts.bars, books.rows, books.skipped[0]?.count]).toEqual([2, 3, 1]);
  });
});

describe('what is said of the ticks', () => {
  it('names granularity, price, path and spread, and what is not exact', () => {
    const bars = [['2024-03-05T10:00:00Z']] as const;
    expect(feed(bars).facts.words).toBe(
      'made from M1 bid bars on the path nearest-first, spread 0.00010',
    );
    const hours = { hours: Array.from({ length: 24 }, () => '0.0001') };
    expect(feed(bars, { price: 'ask', spread: hours, path: 'low-first' }).facts.words).toBe(
      'made from M1 ask bars on the path low-first, spread by the hour of America/New_York',
    );
    const { facts } = feed(bars, { price: 'mid', spread: '0.00011' });
    expect(madeFromBars({ ...facts, inexactMids: 1 })).toBe(
      'made from M1 mid bars on the path nearest-first, spread 0.00011, the mid of 1 of 1 bars is a point off, as the spread is odd',
    );
  });
});
