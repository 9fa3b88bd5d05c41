/**
 * Mean reversion in two instruments: the ratio of their prices is taken to come back to its own
 * average. When it leaves its Bollinger band, the dear one is sold and the cheap one bought, for the
 * same money; when it is back at the middle, both are closed.
 */

import type {
  ParameterSchema,
  ParameterValues,
  Strategy,
  StrategyContext,
} from 'orrery-fx/strategy';
import { BollingerBands } from 'trading-signals';

export const parameters = {
  first: { type: 'string', default: 'EUR_USD', describe: 'numerator of the ratio' },
  second: {
    type: 'string',
    default: 'GBP_USD',
    describe: 'denominator, with the same quote currency',
  },
  granularity: { type: 'string', default: 'M15', describe: 'granularity of the candles' },
  interval: { type: 'integer', default: 48, min: 2, describe: 'number of candles in the band' },
  width: {
    type: 'number',
    default: 2,
    min: 0.1,
    describe: 'width of the band, in standard deviations',
  },
  units: { type: 'integer', default: 10_000, min: 1, describe: 'units of the first instrument' },
} as const satisfies ParameterSchema;

export function strategy(params: ParameterValues<typeof parameters>): Strategy {
  const { first, second, granularity, interval, width, units } = params;
  if (first === second) throw new Error(`first and second must differ, both were ${first}`);
  const band = new BollingerBands(interval, width);
  const latest = new Map<string, { readonly time: string; readonly close: number }>();
  /** 1: long the first and short the second; -1: the other way round. */
  let side = 0;

  function close(context: StrategyContext): void {
    for (const instrument of [first, second]) {
      const held = context.account.unitsOf(instrument);
      if (held === 0) continue;
      // v20 closes both sides unless told otherwise, and refuses when one of them is not there.
      const which =
        held > 0
          ? { longUnits: 'ALL', shortUnits: 'NONE' }
          : { longUnits: 'NONE', shortUnits: 'ALL' };
      context.submit({ type: 'ClosePosition', instrument, ...which });
    }
  }

  return {
    candles: [
      { instrument: first, granularity },
      { instrument: second, granularity },
    ],
    onCandle(context, { instrument, time, mid }) {
      latest.set(instrument, { time, close: Number(mid?.c) });
      const [a, b] = [latest.get(first), latest.get(second)];
      // Only candles of one time make a ratio.
      if (a === undefined || b === undefined || a.time !== b.time) return;
      const ratio = a.close / b.close;
      const bounds = band.add(ratio);
      if (bounds === null) return;
      if (side !== 0) {
        if ((ratio - bounds.middle) * side < 0) return;
        side = 0;
        close(context);
        return;
      }
      side = ratio > bounds.upper ? -1 : ratio < bounds.lower ? 1 : 0;
      if (side === 0) return;
      const other = Math.round(units * ratio);
      context.createOrder({ type: 'MARKET', instrument: first, units: String(side * units) });
      context.createOrder({ type: 'MARKET', instrument: second, units: String(-side * other) });
    },
  };
}
