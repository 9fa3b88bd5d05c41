/**
 * A logarithmic scale of money: equal ratios are equally high. uPlot's own is made for whole powers
 * of ten; an account that moves by one per cent would be a line in the middle of an empty plot.
 */

import type uPlot from 'uplot';

/** Room above and below, as a part of the range. */
const ROOM = 0.05;
/** The room around a single value, as a ratio. */
const LEAST_RATIO = 1.001;
/** Where the range is wider, numbers on the axis are 1, 2 and 5 times powers of ten. */
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

/** What stands on its axis. */
export const LOG_AXIS: Pick<uPlot.Axis, 'splits' | 'filter'> = {
  filter: (_chart, splits) => splits,
  splits: (_chart, _axis, lowest, highest, increment) =>
    highest / lowest > WIDE ? powers(lowest, highest) : evenly(lowest, highest, increment),
};

/** The values as far as the scale can show them. */
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
