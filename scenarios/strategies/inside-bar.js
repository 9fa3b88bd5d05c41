/**
 * A strategy in JavaScript, typed by comments: after a candle that lies inside the one before it, go
 * with the first close outside of that, with a bracket as high as the outer candle.
 */

/** @satisfies {import('orrery-fx/strategy').ParameterSchema} */
export const parameters = {
  instrument: { type: 'string', default: 'EUR_USD', describe: 'instrument to trade' },
  granularity: { type: 'string', default: 'H1', describe: 'granularity of the candles' },
  units: { type: 'integer', default: 10_000, min: 1, describe: 'units of each trade' },
};

/**
 * @param {{ instrument: string, granularity: string, units: number }} params
 * @returns {import('orrery-fx/strategy').Strategy}
 */
export function strategy({ instrument, granularity, units }) {
  /** @type {{ high: number, low: number } | undefined} */
  let outer;
  let hasInside = false;

  return {
    candles: [{ instrument, granularity }],
    onCandle(context, { mid }) {
      const [high, low, close] = [Number(mid?.h), Number(mid?.l), Number(mid?.c)];
      if (outer !== undefined && high <= outer.high && low >= outer.low) {
        hasInside = true;
        context.mark('inside');
        return;
      }
      const side = outer === undefined ? 0 : close > outer.high ? 1 : close < outer.low ? -1 : 0;
      const height = outer === undefined ? 0 : outer.high - outer.low;
      const isBreak = hasInside && side !== 0 && context.account.unitsOf(instrument) === 0;
      outer = { high, low };
      hasInside = false;
      if (!isBreak) return;
      context.createOrder({
        type: 'MARKET',
        instrument,
        units: String(side * units),
        stopLossOnFill: { distance: context.price(instrument, height) },
        takeProfitOnFill: { price: context.price(instrument, close + side * height) },
        tag: side > 0 ? 'up' : 'down',
      });
    },
  };
}
