/**
 * The strategy of the records of 0.1: while it has no position, a limit below the close of each hour,
 * with a profit and a stop.
 */

export const parameters = {
  units: { type: 'integer', default: 10_000, describe: 'units of each trade' },
  pips: { type: 'integer', default: 10, describe: 'pips to the limit, the profit and the stop' },
};

export function strategy({ units, pips }) {
  let waiting;
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
    onCandle(context, { mid }) {
      if (context.account.unitsOf('EUR_USD') !== 0) return;
      if (waiting !== undefined) context.submit({ type: 'CancelOrder', orderSpecifier: waiting });
      const limit = Number(mid.c) - pips / 10_000;
      context.createOrder({
        type: 'LIMIT',
        instrument: 'EUR_USD',
        units: String(units),
        price: context.price('EUR_USD', limit),
        takeProfitOnFill: { price: context.price('EUR_USD', limit + pips / 10_000) },
        stopLossOnFill: { price: context.price('EUR_USD', limit - pips / 10_000) },
      });
    },
    onTransaction(_, { type, id }) {
      if (type === 'LIMIT_ORDER') waiting = id;
      if (type === 'ORDER_FILL') waiting = undefined;
    },
  };
}
