import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INDICATORS,
  type IndicatorKind,
  indicatorRow,
  indicatorText,
  isIndicator,
  newIndicator,
} from '../../../../../src/dashboard/chart/indicators/catalogue.js';
import {
  type IndicatorInput,
  startIndicator,
} from '../../../../../src/dashboard/chart/indicators/running.js';

const KINDS = Object.keys(INDICATORS) as IndicatorKind[];
const COUNT = 130;

/** Prices near 1.08 that wander by pips, as ticks of an instrument do. */
function inputs(seed: number, count = COUNT): readonly IndicatorInput[] {
  let state = seed + 1;
  const draw = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647 - 0.5;
  };
  let price = 1.08;
  return Array.from({ length: count }, (_, index) => {
    const open = price;
    const close = open + draw() / 500;
    price = close;
    const high = Math.max(open, close) + Math.abs(draw()) / 1000;
    const low = Math.min(open, close) - Math.abs(draw()) / 1000;
    return {
      time: index * 3600,
      open,
      high,
      low,
      close,
      volume: 1 + Math.round(40 * (draw() + 0.5)),
    };
  });
}

function defaults(kind: IndicatorKind): readonly number[] {
  return newIndicator(kind, []).values;
}

/** The values at the last candle of what an indicator has read. */
function last(kind: IndicatorKind, candles: readonly IndicatorInput[], values = defaults(kind)) {
  const running = startIndicator(kind, values);
  return candles.map(candle => running.update(candle, false)).at(-1) ?? [];
}

const closes = (candles: readonly IndicatorInput[]) => candles.map(({ close }) => close);
const mean = (values: readonly number[]) =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

describe('indicators', () => {
  it.each(KINDS)('%s: has a finite value for each of its lines once it has read enough', kind => {
    const values = last(kind, inputs(3));
    expect(values).toHaveLength(indicatorRow(kind).lines.length);
    for (const value of values) expect(Number.isFinite(value)).toBe(true);
  });

  it.each(KINDS)('%s: read again and again while a candle forms is as read once', kind => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.array(fc.nat(4), { minLength: COUNT, maxLength: COUNT }),
        (seed, again) => {
          const candles = inputs(seed);
          const others = inputs(seed + 7);
          const once = startIndicator(kind, defaults(kind));
          const often = startIndicator(kind, defaults(kind));
          for (const [index, candle] of candles.entries()) {
            const forms = others.slice(index, index + (again[index] ?? 0));
            forms.forEach(
              (form, turn) => void often.update({ ...form, time: candle.time }, turn > 0),
            );
            const found = often.update(candle, forms.length > 0);
            const expected = once.update(candle, false);
            expect(found).toHaveLength(expected.length);
            found.forEach((value, place) => {
              expect(value ?? 0).toBeCloseTo(expected[place] ?? 0, 6);
            });
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  it.each(KINDS)('%s: has no value that a later candle would change', kind => {
    const candles = inputs(11);
    const other = [...candles.slice(0, 100), ...inputs(12).slice(100)];
    const upTo = (read: readonly IndicatorInput[]) => last(kind, read.slice(0, 100));
    expect(upTo(candles)).toEqual(upTo(other));
  });

  it('have the values of their formulas', () => {
    const candles = inputs(5);
    const prices = closes(candles);
    const of20 = prices.slice(-20);
    const middle = mean(of20);
    const deviation = Math.sqrt(mean(of20.map(price => (price - middle) ** 2)));
    const [upper, average, lower] = last('bollinger', candles);
    expect(last('sma', candles)[0]).toBeCloseTo(middle, 10);
    expect([upper, average, lower].map(value => value?.toFixed(9))).toEqual(
      [middle + 2 * deviation, middle, middle - 2 * deviation].map(value => value.toFixed(9)),
    );
    const highest = Math.max(...candles.slice(-14).map(({ high }) => high));
    const lowest = Math.min(...candles.slice(-14).map(({ low }) => low));
    const close = prices.at(-1) ?? 0;
    expect(last('williams', candles)[0]).toBeCloseTo(
      (-100 * (highest - close)) / (highest - lowest),
      8,
    );
    expect(last('roc', candles)[0]).toBeCloseTo(100 * (close / (prices.at(-11) ?? 1) - 1), 8);
    expect(last('momentum', candles)[0]).toBeCloseTo(close - (prices.at(-11) ?? 0), 10);
    const today = candles.filter(
      ({ time }) => Math.floor(time / 86_400) === Math.floor((candles.at(-1)?.time ?? 0) / 86_400),
    );
    const volume = today.reduce((sum, each) => sum + each.volume, 0);
    const value = today.reduce(
      (sum, each) => sum + ((each.high + each.low + each.close) / 3) * each.volume,
      0,
    );
    expect(last('vwap', candles)[0]).toBeCloseTo(value / volume, 10);
  });

  it('have the RSI of Wilder: 70.46 for the prices of the published example', () => {
    const text =
      '44.34 44.09 44.15 43.61 44.33 44.83 45.10 45.42 45.84 46.08 45.89 46.03 45.61 46.28 46.28';
    const candles = text.split(' ').map((price, index) => {
      const close = Number(price);
      return { time: index, open: close, high: close, low: close, close, volume: 1 };
    });
    expect(last('rsi', candles)[0]).toBeCloseTo(70.46, 1);
  });

  it('have a parabolic SAR that stays on one side until it is touched, and turns to the extreme', () => {
    const rising = Array.from({ length: 12 }, (_, index) => 1 + index / 1000);
    const prices = [...rising, 0.99, 0.985];
    const candles = prices.map((close, index) => {
      return {
        time: index,
        open: close,
        high: close + 0.0005,
        low: close - 0.0005,
        close,
        volume: 1,
      };
    });
    const running = startIndicator('psar', [0.02, 0.2]);
    const values = candles.map(candle => running.update(candle, false)[0]);
    for (const [index, value] of values.slice(1, 12).entries()) {
      expect(value).toBeLessThan(candles[index + 1]?.low ?? 0);
    }
    expect(values[12]).toBeCloseTo(1.011 + 0.0005, 8);
  });
});

describe('the list of indicators', () => {
  it('has the twenty that everybody uses and two more, each with a name of its own', () => {
    expect(KINDS).toHaveLength(22);
    expect(new Set(KINDS.map(kind => indicatorRow(kind).name)).size).toBe(22);
  });

  it('numbers those of one kind, and says their parameters', () => {
    expect(newIndicator('ema', ['ema1', 'ema3']).id).toBe('ema2');
    expect(indicatorText({ id: 'a', kind: 'macd', values: [12, 26, 9] })).toBe('MACD 12 26 9');
  });

  it('takes from the storage only its own fields, inside of their limits', () => {
    expect(isIndicator(newIndicator('macd', []))).toBe(true);
    expect(isIndicator({ id: 'x', kind: 'macd', values: [12, 26] })).toBe(false);
    expect(isIndicator({ id: 'x', kind: 'sma', values: [100_000] })).toBe(false);
    expect(isIndicator({ id: 'x', kind: 'toString', values: [] })).toBe(false);
    expect(isIndicator(null)).toBe(false);
  });
});
