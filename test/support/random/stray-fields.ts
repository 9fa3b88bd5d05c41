/** Fields that an order or a dependent order does not have: every engine ignores them. */

import type { Prng } from '../../../src/core/base/prng.js';
import type { ReadCommand as Command } from '../../../src/core/engine/state/command.js';
import type { OrderRequest } from '../../../src/core/order/order.js';

/** Fields that a kind of order does not have, some of them impossible: to be ignored by all. */
const STRAYS: Readonly<Partial<Record<OrderRequest['type'], object>>> = {
  MARKET: { price: 'high', triggerCondition: 'LAST', gtdTime: 'soon' },
  LIMIT: { priceBound: '1', distance: '0.01', tradeID: '5' },
  STOP: { distance: 'far', clientTradeID: 't' },
  MARKET_IF_TOUCHED: { distance: '0.01' },
  TAKE_PROFIT: { distance: '0.01', priceBound: '1', stopLossOnFill: { price: '0' } },
  STOP_LOSS: { units: 'many', positionFill: 'NET' },
  GUARANTEED_STOP_LOSS: { instrument: 'EUR_USD', tradeClientExtensions: { id: 't' } },
  TRAILING_STOP_LOSS: { price: '1', positionFill: 'REDUCE_ONLY' },
};

/** The command, now and then with fields that its order does not have. */
export function withStrays(strays: Prng, command: Command): Command {
  if (strays.nextInt(0, 4) > 0) return command;
  if (command.type === 'SetTradeOrders') {
    const { takeProfit, trailingStopLoss } = command;
    return {
      ...command,
      ...(takeProfit ? { takeProfit: { ...takeProfit, distance: 'far' } } : {}),
      ...(trailingStopLoss ? { trailingStopLoss: { ...trailingStopLoss, price: '1' } } : {}),
    };
  }
  if (command.type !== 'CreateOrder' && command.type !== 'ReplaceOrder') return command;
  const { order } = command;
  const { takeProfitOnFill } = order;
  const details = takeProfitOnFill && { ...takeProfitOnFill, distance: '0.01' };
  const onFill = details === undefined ? {} : { takeProfitOnFill: details };
  return { ...command, order: { ...order, ...STRAYS[order.type], ...onFill } };
}
