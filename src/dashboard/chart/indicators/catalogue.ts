/**
 * The indicators that can be put on a chart: their names, parameters, lines and where they stand. How they
 * are computed is loaded when the first is shown.
 */

/** A parameter with its default and its limits, both included. */
export interface IndicatorParameter {
  readonly name: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/** One line of an indicator. */
export interface IndicatorLine {
  readonly name: string;
  readonly style: 'line' | 'bars' | 'dots';
  /** Candles by which it is drawn later (above zero) or earlier, from the parameters. */
  readonly shift?: (values: readonly number[]) => number;
}

/** One kind of indicator. */
export interface IndicatorRow {
  /** The name in a few letters, for the chart. */
  readonly name: string;
  /** The title in words, for the list. */
  readonly title: string;
  /** Over the candles, or in a pane of its own below. */
  readonly place: 'price' | 'below';
  readonly parameters: readonly IndicatorParameter[];
  readonly lines: readonly IndicatorLine[];
  /** The lines between which the room is shaded, by their indices. */
  readonly band?: readonly [number, number];
  /** Levels that are marked in its pane. */
  readonly levels?: readonly number[];
}

const LENGTH_MAX = 500;
const length = (value: number, name = 'Length'): IndicatorParameter => ({
  name,
  value,
  min: 2,
  max: LENGTH_MAX,
});
const factor = (value: number, name = 'Multiplier'): IndicatorParameter => ({
  name,
  value,
  min: 0.1,
  max: 20,
});
const line = (name: string): IndicatorLine => ({ name, style: 'line' });
const CHANNEL = [line('upper'), line('middle'), line('lower')];

function average(name: string, title: string, value: number): IndicatorRow {
  return { name, title, place: 'price', parameters: [length(value)], lines: [line(name)] };
}

function oscillator(
  name: string,
  title: string,
  value: number,
  levels: readonly number[],
): IndicatorRow {
  return { name, title, place: 'below', parameters: [length(value)], lines: [line(name)], levels };
}

/** Every indicator, in the order of the list. */
export const INDICATORS = {
  sma: average('SMA', 'Simple moving average', 20),
  ema: average('EMA', 'Exponential moving average', 20),
  wma: average('WMA', 'Weighted moving average', 20),
  hma: average('HMA', 'Hull moving average', 16),
  vwap: {
    name: 'VWAP',
    title: 'Volume-weighted average price',
    place: 'price',
    parameters: [],
    lines: [line('VWAP')],
  },
  bollinger: {
    name: 'BB',
    title: 'Bollinger bands',
    place: 'price',
    parameters: [length(20), factor(2, 'Deviations')],
    lines: CHANNEL,
    band: [0, 2],
  },
  keltner: {
    name: 'KC',
    title: 'Keltner channels',
    place: 'price',
    parameters: [length(20), length(10, 'ATR length'), factor(2)],
    lines: CHANNEL,
    band: [0, 2],
  },
  donchian: {
    name: 'DC',
    title: 'Donchian channels',
    place: 'price',
    parameters: [length(20)],
    lines: CHANNEL,
    band: [0, 2],
  },
  ichimoku: {
    name: 'Ichimoku',
    title: 'Ichimoku cloud',
    place: 'price',
    parameters: [length(9, 'Conversion'), length(26, 'Base'), length(52, 'Span B')],
    lines: [
      line('conversion'),
      line('base'),
      { name: 'span A', style: 'line', shift: ([, base = 0]) => base },
      { name: 'span B', style: 'line', shift: ([, base = 0]) => base },
      { name: 'lagging', style: 'line', shift: ([, base = 0]) => -base },
    ],
    band: [2, 3],
  },
  psar: {
    name: 'SAR',
    title: 'Parabolic SAR',
    place: 'price',
    parameters: [
      { name: 'Step', value: 0.02, min: 0.001, max: 0.5 },
      { name: 'Maximum', value: 0.2, min: 0.01, max: 1 },
    ],
    lines: [{ name: 'SAR', style: 'dots' }],
  },
  supertrend: {
    name: 'SuperTrend',
    title: 'SuperTrend',
    place: 'price',
    parameters: [length(10), factor(3)],
    lines: [line('SuperTrend')],
  },
  rsi: oscillator('RSI', 'Relative strength index', 14, [30, 70]),
  stochastic: {
    name: 'Stoch',
    title: 'Stochastic oscillator',
    place: 'below',
    parameters: [length(14, '%K'), { ...length(3, 'Slowing'), min: 1 }, length(3, '%D')],
    lines: [line('%K'), line('%D')],
    levels: [20, 80],
  },
  stochrsi: {
    name: 'StochRSI',
    title: 'Stochastic RSI',
    place: 'below',
    parameters: [length(14), length(3, '%K'), length(3, '%D')],
    lines: [line('%K'), line('%D')],
    levels: [20, 80],
  },
  macd: {
    name: 'MACD',
    title: 'Moving average convergence divergence',
    place: 'below',
    parameters: [length(12, 'Fast'), length(26, 'Slow'), length(9, 'Signal')],
    lines: [line('MACD'), line('signal'), { name: 'histogram', style: 'bars' }],
    levels: [0],
  },
  atr: oscillator('ATR', 'Average true range', 14, []),
  adx: {
    name: 'ADX',
    title: 'Average directional index',
    place: 'below',
    parameters: [length(14)],
    lines: [line('ADX'), line('+DI'), line('−DI')],
    levels: [25],
  },
  cci: oscillator('CCI', 'Commodity channel index', 20, [-100, 100]),
  roc: oscillator('ROC', 'Rate of change, %', 10, [0]),
  momentum: oscillator('Mom', 'Momentum', 10, [0]),
  williams: oscillator('%R', 'Williams %R', 14, [-80, -20]),
  volume: {
    name: 'Vol',
    title: 'Volume (ticks)',
    place: 'below',
    parameters: [],
    lines: [{ name: 'volume', style: 'bars' }],
  },
} as const satisfies Readonly<Record<string, IndicatorRow>>;

export type IndicatorKind = keyof typeof INDICATORS;

/** An indicator on a chart, with the values of its parameters. */
export interface IndicatorSetup {
  readonly id: string;
  readonly kind: IndicatorKind;
  readonly values: readonly number[];
}

/** The row of a kind. */
export function indicatorRow(kind: IndicatorKind): IndicatorRow {
  return INDICATORS[kind];
}

/** A value with about six significant digits, as prices have. */
export function valueText(value: number): string {
  const digits = Math.max(1, Math.ceil(Math.log10(Math.abs(value) + 1)));
  return value.toFixed(Math.max(0, Math.min(5, 6 - digits)));
}

/** A new one with the defaults. @param taken - the ids that are in use. */
export function newIndicator(kind: IndicatorKind, taken: readonly string[]): IndicatorSetup {
  const free = (number: number): string =>
    taken.includes(`${kind}${number}`) ? free(number + 1) : `${kind}${number}`;
  const values = indicatorRow(kind).parameters.map(({ value }) => value);
  return { id: free(1), kind, values };
}

/** `EMA 20`, `MACD 12 26 9`. */
export function indicatorText({ kind, values }: IndicatorSetup): string {
  return [indicatorRow(kind).name, ...values].join(' ');
}

/** Whether something that was kept is still an indicator with parameters inside of their limits. */
export function isIndicator(value: unknown): value is IndicatorSetup {
  const { id, kind, values } = (value ?? {}) as Partial<Record<keyof IndicatorSetup, unknown>>;
  if (typeof id !== 'string' || !Object.hasOwn(INDICATORS, String(kind))) return false;
  const { parameters } = indicatorRow(kind as IndicatorKind);
  return (
    Array.isArray(values) &&
    values.length === parameters.length &&
    parameters.every(({ min, max }, index) => values[index] >= min && values[index] <= max)
  );
}
