/** The twin of momentum.py: the mean of 500 closes, own state, and orders that the market rejects. */

import type { Strategy } from 'orrery-fx/strategy';

const LENGTH = 500;

export function strategy(): Strategy {
  let rejects = 0;
  let fills = 0;
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'M1' }],
    warmUp: { M1: LENGTH },
    onCandle(context) {
      const { close } = context.candles('EUR_USD', 'M1', LENGTH);
      const points = close.map(price => Math.round(price * 100_000));
      const sum = points.reduce((total, each) => total + each, 0);
      const last = points.at(-1) as number;
      const side = last * LENGTH > sum ? 1 : -1;
      const held = context.account.unitsOf('EUR_USD');
      if (Math.sign(held) === side) return;
      // Each third order is larger than the margin, and is rejected.
      const size = (fills + rejects) % 3 === 2 ? 2_000_000 : 1_000 + 10 * rejects;
      context.createOrder({
        type: 'MARKET',
        instrument: 'EUR_USD',
        units: String(side * size - held),
      });
    },
    onTransaction(context, transaction) {
      if (transaction.type === 'ORDER_FILL') {
        fills += 1;
        if (fills % 10 === 0) context.closeAfter('EUR_USD', '45m');
      } else if (
        transaction.type === 'ORDER_CANCEL' &&
        transaction.reason === 'INSUFFICIENT_MARGIN'
      ) {
        rejects += 1;
      }
    },
  };
}
