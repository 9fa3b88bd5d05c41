/**
 * A logarithmic scale for money: equal ratios have equal height. uPlot's own scale uses whole
 * powers of ten, which would show an account that moves by one per cent as a flat line.
 */

import type uPlot from 'uplot';

/** Room above and below, as a fraction of the range. */
const ROOM = 0.05;
/** The room around a single value, as a ratio. */
const LEAST_RATIO = 1.001;
/** For ranges above this ratio, the axis labels are 1, 2 and 5 times powers of ten. */
const WIDE = 4;
const MANTISSAS = [1, 2, 5];

/** The scale; values are above zero. */
export const LOG_SCALE: uPlot.Scale = {
  distr: 100,
  fwd: Math.log,
  bwd: Math.exp,
  range: (_chart, lowest, highest) => {
    if (lowest === null || highest === null) return [null, null];
    const room = Math.max((highest / lowest) ** ROOM, LEAST_RATIO);
    return [lowest / room, highest * room];
  },
};

/** The labels of its axis. */
export const LOG_AXIS: Pick<uPlot.Axis, 'splits' | 'filter'> = {
  filter: (_chart, splits) => splits,
  splits: (...[, , lowest, highest, increment]) =>
    highest / lowest > WIDE ? powers(lowest, highest) : evenly(lowest, highest, increment),
};

/** The values that the scale can show: those above zero. */
export function aboveZero(values: readonly (number | null)[]): (number | null)[] {
  return values.map(value => (value !== null && value > 0 ? value : null));
}

function evenly(lowest: number, highest: number, increment: number): number[] {
  const splits: number[] = [];
  for (let count = Math.ceil(lowest / increment); count * increment <= highest; count++) {
    splits.push(Number((count * increment).toPrecision(12)));
  }
  return splits;
}

function powers(lowest: number, highest: number): number[] {
  const splits: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(lowest)); power <= highest; power *= 10) {
    for (const mantissa of MANTISSAS) {
      const split = Number((mantissa * power).toPrecision(12));
      if (split >= lowest && split <= highest) splits.push(split);
    }
  }
  return splits;
}
