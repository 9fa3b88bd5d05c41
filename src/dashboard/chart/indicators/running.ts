/**
 * Indicators that run along candles: each candle once, and the last one again whenever it changes. Most
 * are of the package `trading-signals`; written here is what it does not have as traders know it. Floats,
 * because they become pixels.
 */

import {
  ATR,
  BollingerBands,
  CCI,
  DonchianChannels,
  EMA,
  HMA,
  IchimokuCloud,
  KeltnerChannels,
  MACD,
  MOM,
  ROC,
  RSI,
  SMA,
  StochasticOscillator,
  SuperTrend,
  WilliamsR,
  WMA,
  WSMA,
} from 'trading-signals';
import type { IndicatorKind } from './catalogue.js';
import { sarStep, vwapStep } from './own-steps.js';

/** A candle, as an indicator reads it. */
export interface IndicatorInput {
  /** Start of its bucket, UNIX seconds. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The values of the lines at a candle; undefined before there are enough candles. */
export type LineValues = readonly (number | undefined)[];

/** An indicator that has read candles. */
export interface RunningIndicator {
  /** Reads the next candle, or the last one again with other prices. */
  update(input: IndicatorInput, isAgain: boolean): LineValues;
}

type Source = IndicatorInput | number;
/** What all indicators of the package have. */
interface PackageIndicator<In extends Source, Result> {
  readonly isStable: boolean;
  update(input: In, replace: boolean): Result | null;
}

/** An indicator of closing prices. */
function ofCloses<Result>(
  packaged: PackageIndicator<number, Result>,
  linesOf: (result: Result) => LineValues,
): RunningIndicator {
  return ofCandles(
    {
      get isStable() {
        return packaged.isStable;
      },
      update: ({ close }, replace) => packaged.update(close, replace),
    },
    linesOf,
  );
}

function ofCandles<Result>(
  packaged: PackageIndicator<IndicatorInput, Result>,
  linesOf: (result: Result) => LineValues,
): RunningIndicator {
  return {
    update(input, isAgain) {
      const result = packaged.update(input, isAgain);
      return result === null || !packaged.isStable ? [] : linesOf(result);
    },
  };
}

/** An indicator as a step from one state to the next, which is taken again from the state before. */
function stepped<State>(
  initial: State,
  step: (state: State, input: IndicatorInput) => readonly [State, LineValues],
): RunningIndicator {
  let before = initial;
  let now = initial;
  return {
    update(input, isAgain) {
      if (!isAgain) before = now;
      const [after, values] = step(before, input);
      now = after;
      return values;
    },
  };
}

const one = (value: number): LineValues => [value];
const channel = (bands: { upper: number; middle: number; lower: number }): LineValues => [
  bands.upper,
  bands.middle,
  bands.lower,
];

/** The RSI, then where it stands in its range of the same length, smoothed twice; in percent. */
function stochasticRsi(length: number, k: number, d: number): RunningIndicator {
  const rsi = new RSI(length);
  const range = new DonchianChannels(length);
  const smoothK = new SMA(k);
  const smoothD = new SMA(d);
  return {
    update({ close }, isAgain) {
      const value = rsi.update(close, isAgain);
      if (value === null) return [];
      const bounds = range.update({ high: value, low: value }, isAgain);
      if (bounds === null) return [];
      const height = bounds.upper - bounds.lower;
      const place = height === 0 ? 50 : (100 * (value - bounds.lower)) / height;
      const ofK = smoothK.update(place, isAgain);
      const ofD = ofK === null ? null : smoothD.update(ofK, isAgain);
      return [ofK ?? undefined, ofD ?? undefined];
    },
  };
}

/**
 * Wilder's directional movement; the package's forgets the candle before when the last one comes again.
 * The lines are ADX, +DI and −DI.
 */
function adx(length: number): RunningIndicator {
  const [up, down, index] = [new WSMA(length), new WSMA(length), new WSMA(length)];
  const range = new ATR(length);
  let before: IndicatorInput | undefined;
  let now: IndicatorInput | undefined;
  return {
    update(input, isAgain) {
      if (!isAgain) before = now;
      now = input;
      const trueRange = range.update(input, isAgain);
      if (before === undefined) return [];
      const rise = input.high - before.high;
      const fall = before.low - input.low;
      const rises = up.update(rise > fall && rise > 0 ? rise : 0, isAgain);
      const falls = down.update(fall > rise && fall > 0 ? fall : 0, isAgain);
      if (rises === null || falls === null || trueRange === null || trueRange === 0) return [];
      const sum = rises + falls;
      const part = sum === 0 ? 0 : (100 * Math.abs(rises - falls)) / sum;
      const value = index.update(part, isAgain);
      return [value ?? undefined, (100 * rises) / trueRange, (100 * falls) / trueRange];
    },
  };
}

function ichimoku(conversion: number, base: number, spanB: number): RunningIndicator {
  const cloud = new IchimokuCloud({
    conversionInterval: conversion,
    baseInterval: base,
    spanBInterval: spanB,
  });
  return {
    update(input, isAgain) {
      const at = cloud.update(input, isAgain);
      return [at?.conversion, at?.base, at?.spanA, at?.spanB, input.close];
    },
  };
}

type Maker = (a: number, b: number, c: number) => RunningIndicator;

const MAKERS: Readonly<Record<IndicatorKind, Maker>> = {
  sma: length => ofCloses(new SMA(length), one),
  ema: length => ofCloses(new EMA(length), one),
  wma: length => ofCloses(new WMA(length), one),
  hma: length => ofCloses(new HMA(length), one),
  vwap: () => stepped({ day: -1, value: 0, volume: 0 }, vwapStep),
  bollinger: (length, deviations) => ofCloses(new BollingerBands(length, deviations), channel),
  keltner: (emaInterval, atrInterval, multiplier) =>
    ofCandles(new KeltnerChannels({ emaInterval, atrInterval, multiplier }), channel),
  donchian: length => ofCandles(new DonchianChannels(length), channel),
  ichimoku,
  psar: (step, most) => stepped(undefined, sarStep(step, most)),
  supertrend: (interval, multiplier) =>
    ofCandles(new SuperTrend({ interval, multiplier }), ({ supertrend }) => [supertrend]),
  rsi: length => ofCloses(new RSI(length), one),
  stochastic: (kPeriod, kSlowingPeriod, dPeriod) =>
    ofCandles(
      new StochasticOscillator({ kPeriod, kSlowingPeriod, dPeriod }),
      ({ stochK, stochD }) => [stochK, stochD],
    ),
  stochrsi: stochasticRsi,
  macd: (fast, slow, signal) =>
    ofCloses(new MACD(new EMA(fast), new EMA(slow), new EMA(signal)), at => [
      at.macd,
      at.signal,
      at.histogram,
    ]),
  atr: length => ofCandles(new ATR(length), one),
  adx,
  cci: length => ofCandles(new CCI(length), one),
  roc: length => ofCloses(new ROC(length), part => [100 * part]),
  momentum: length => ofCloses(new MOM(length), one),
  williams: length => ofCandles(new WilliamsR(length), one),
  volume: () => stepped(undefined, (state, { volume }) => [state, [volume]]),
};

/** A new indicator that has read nothing. @param values - of its parameters. */
export function startIndicator(
  kind: IndicatorKind,
  [a = 0, b = 0, c = 0]: readonly number[],
): RunningIndicator {
  return MAKERS[kind](a, b, c);
}
