import { describe, expect, it } from 'vitest';
import { daysFromCivil, formatRfc3339 } from '../../../../../src/core/time/instant.js';
import { dailyDollar } from '../../../../../src/study/replicate/series/daily-dollar.js';
import {
  endOf,
  firstWorkingDay,
  monthlyForwards,
} from '../../../../../src/study/replicate/series/monthly-forwards.js';
import { between, fixingOn } from '../../../../../src/study/replicate/series/price-series.js';
import { ReferenceRates } from '../../../../../src/study/replicate/series/reference-rates.js';
import { madeForwards } from '../../../../support/replicate/made-packages.js';

const GARCH = '"","date","day","dm","ddm","bp","cd","dy","sf"\n';
const RATES = 'Date,USD,GBP,CAD,JPY,CHF,AUD,NZD,SEK,NOK,\n';
const DAY = daysFromCivil(1999, 1, 4);

describe('a series', () => {
  it('is fixed at 14:15 in Frankfurt, in summer and in winter', () => {
    expect(formatRfc3339(fixingOn(DAY))).toBe('1999-01-04T13:15:00.000000000Z');
    expect(formatRfc3339(fixingOn(daysFromCivil(1999, 7, 5)))).toMatch(/T12:15:00/);
  });

  it('of the daily data has prices with 8 decimals', async () => {
    const [mark, , , yen] = await dailyDollar(
      'g.csv',
      `${GARCH}"1",800102,"wednesday",0.5861,NA,2.249,0.8547,.004206,0.6365\n`,
    );
    expect(mark).toMatchObject({ base: 'DEM', quote: 'USD', days: [3653], points: [58_610_000] });
    expect(yen).toMatchObject({ base: 'JPY', points: [420_600] });
  });

  it('of the reference rates is in order, in dollars, and without days that a rate misses', async () => {
    const rates = await ReferenceRates.read(
      'r.csv',
      `${RATES}1999-01-05,1.179,0.7122,2,131,1.6,1.9,2.2,9.4,8.8,\n1999-01-04,1.1789,0.7111,N/A,133.73,1.6,1.9,2.2,9.4,8.8,\n`,
    );
    const [euro, pound, canada] = rates.inDollars();
    expect(euro).toMatchObject({ base: 'EUR', points: [117_890_000, 117_900_000] });
    // 1.1789 / 0.7111 = 1.65785403
    expect(pound?.points[0]).toBe(165_785_403);
    expect(canada).toMatchObject({ days: [DAY + 1], points: [58_950_000] });
    expect(rates.euro().points).toEqual([117_890, 117_900]);
    expect(between(rates.euro(), DAY + 1, DAY + 9)).toMatchObject({
      days: [DAY + 1],
      points: [117_900],
    });
  });

  it('of the forwards makes the pound in euros of two columns, and measures the third', async () => {
    const { series, crossDistance, productDistance } = await monthlyForwards(
      'f.csv',
      madeForwards(3),
    );
    expect(series.map(({ spot }) => `${spot.base}_${spot.quote}`)).toEqual([
      'GBP_USD',
      'EUR_USD',
      'GBP_EUR',
    ]);
    const [pound, euro, cross] = series.map(({ spot }) => spot.points[0] ?? 0);
    expect((cross ?? 0) / 1e8).toBeCloseTo((pound ?? 0) / (euro ?? 1), 7);
    expect(crossDistance).toBeGreaterThan(0.3);
    expect(productDistance).toBeLessThan(1e-12);
  });

  it('of months begins on their first working days', async () => {
    // 1 April 1979 was a Sunday, 1 September 1979 a Saturday.
    expect(firstWorkingDay(3)).toBe(daysFromCivil(1979, 4, 2));
    expect(firstWorkingDay(8)).toBe(daysFromCivil(1979, 9, 3));
    const { series } = await monthlyForwards('f.csv', madeForwards(12));
    expect(series.map(endOf)[0]).toBe(daysFromCivil(1980, 1, 1));
  });

  it.each([
    ['a date', '"1",800230,"x",1,NA,1,1,1,1', 'g.csv:2: date: must be a date such as 800102'],
    ['a price', '"1",800102,"x",1,NA,NA,1,1,1', 'g.csv:2: bp: must be a price above 0, was NA'],
    ['a zero', '"1",800102,"x",1,NA,1,0,1,1', 'g.csv:2: cd: must be a price above 0, was 0'],
  ])('is refused for %s that is wrong', async (_, row, message) => {
    await expect(dailyDollar('g.csv', `${GARCH}${row}\n`)).rejects.toThrow(message);
  });

  it('is refused for a rate that is no number, and a file without its columns', async () => {
    const read = async (text: string) => (await ReferenceRates.read('r.csv', text)).inDollars();
    await expect(read(`${RATES}1999-01-05,1.1,x,1,1,1,1,1,1,1\n`)).rejects.toThrow(
      'r.csv:2: gbp: must be a rate above 0, or N/A, was x',
    );
    await expect(read('Date,USD\n1999-01-05,1.1\n')).rejects.toThrow('must have a column gbp');
    await expect(monthlyForwards('f.csv', '"usdbp"\n1\n')).rejects.toThrow('column usdeuro');
  });
});
