/**
 * Carry with financing: holds the side that is paid for being held. It begins long, and learns from
 * each DAILY_FINANCING whether it earns or pays: if it pays, it goes over to the other side. A
 * trailing stop keeps a move against it from costing more than the carry can bring; after one it
 * waits before it goes in again.
 */

import type {
  ParameterSchema,
  ParameterValues,
  Strategy,
  StrategyContext,
} from 'orrery-fx/strategy';

export const parameters = {
  instrument: { type: 'string', default: 'USD_JPY', describe: 'instrument to hold' },
  units: { type: 'integer', default: 20_000, min: 1, describe: 'units to hold' },
  stop: { type: 'number', default: 100, min: 5, describe: 'trailing stop, in pips' },
  rest: { type: 'string', default: '24h', describe: 'time without a trade after a stop' },
} as const satisfies ParameterSchema;

const FIRST_ENTRY = '1h';

export function strategy(params: ParameterValues<typeof parameters>): Strategy {
  const { instrument, units, stop, rest } = params;
  let side = 1;

  function enter(context: StrategyContext): void {
    const { pipLocation, displayPrecision } = context.instrument(instrument);
    const wanted = side * units - context.account.unitsOf(instrument);
    if (wanted === 0) return;
    const distance = (stop * Number(`1e${pipLocation}`)).toFixed(displayPrecision);
    context.createOrder({
      type: 'MARKET',
      instrument,
      units: String(wanted),
      trailingStopLossOnFill: { distance },
    });
  }

  return {
    onStart(context) {
      context.setTimer('enter', { after: FIRST_ENTRY });
    },
    onTimer: enter,
    onTransaction(context, transaction) {
      if (transaction.type === 'DAILY_FINANCING' && Number(transaction.financing) < 0) {
        side = -side;
        // Later, since markets are thin around the rollover at which financing is booked.
        context.setTimer('enter', { after: FIRST_ENTRY });
      }
      if (transaction.type === 'ORDER_FILL' && transaction.reason === 'TRAILING_STOP_LOSS_ORDER') {
        context.setTimer('enter', { after: rest });
      }
      // An order that found no price comes to nothing; it is tried again.
      if (transaction.type === 'ORDER_CANCEL' && transaction.reason === 'MARKET_HALTED') {
        context.setTimer('enter', { after: FIRST_ENTRY });
      }
    },
  };
}
