/**
 * A grid: buy limits at equal steps below the market, each with a take profit one step above; when
 * one is taken, its limit is laid again. Knows its orders by their client ids, `level-3`.
 */

import type {
  ParameterSchema,
  ParameterValues,
  Strategy,
  StrategyContext,
} from 'orrery-fx/strategy';

export const parameters = {
  instrument: { type: 'string', default: 'EUR_USD', describe: 'instrument to trade' },
  levels: {
    type: 'integer',
    default: 8,
    min: 1,
    max: 50,
    describe: 'number of limits below the market',
  },
  step: { type: 'number', default: 10, min: 1, describe: 'distance of two levels, in pips' },
  units: { type: 'integer', default: 2_000, min: 1, describe: 'units of each level' },
  delay: { type: 'string', default: '1h', describe: 'time from the start to the first orders' },
} as const satisfies ParameterSchema;

export function strategy(params: ParameterValues<typeof parameters>): Strategy {
  const { instrument, levels, step, units, delay } = params;
  /** The level of each open trade. */
  const levelOf = new Map<string, number>();
  let top = 0;

  function lay(context: StrategyContext, level: number): void {
    const { pipLocation, displayPrecision } = context.instrument(instrument);
    const pip = Number(`1e${pipLocation}`);
    const price = (steps: number) => (top - steps * step * pip).toFixed(displayPrecision);
    context.createOrder({
      type: 'LIMIT',
      instrument,
      units: String(units),
      price: price(level),
      timeInForce: 'GTC',
      takeProfitOnFill: { price: price(level - 1) },
      clientExtensions: { id: `level-${level}` },
    });
  }

  return {
    onStart(context) {
      context.setTimer('lay', { after: delay });
    },
    onTimer(context) {
      const quote = context.quote(instrument);
      if (quote === undefined) {
        context.setTimer('lay', { after: delay });
        return;
      }
      top = Number(quote.bid);
      for (let level = 1; level <= levels; level++) lay(context, level);
    },
    onTransaction(context, transaction) {
      if (transaction.type !== 'ORDER_FILL') return;
      const { tradeOpened, tradesClosed = [], clientOrderID } = transaction;
      if (tradeOpened !== undefined && clientOrderID !== undefined) {
        levelOf.set(tradeOpened.tradeID, Number(clientOrderID.slice('level-'.length)));
      }
      for (const { tradeID } of tradesClosed) {
        const level = levelOf.get(tradeID);
        if (level !== undefined) lay(context, level);
      }
    },
  };
}
