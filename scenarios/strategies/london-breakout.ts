/**
 * London breakout: the highest and lowest price of the quiet hours before London opens are a range.
 * At the opening a stop order waits at either end of it; when one fills, the other is cancelled.
 * What is still open or pending when London closes ends.
 */

import type {
  ParameterSchema,
  ParameterValues,
  Strategy,
  StrategyContext,
} from 'orrery-fx/strategy';

export const parameters = {
  instrument: { type: 'string', default: 'EUR_USD', describe: 'instrument to trade' },
  hours: { type: 'integer', default: 6, min: 1, max: 12, describe: 'hours of the range' },
  beyond: { type: 'number', default: 0.0001, min: 0, describe: 'distance of the orders from it' },
  target: { type: 'number', default: 1.5, min: 0.1, describe: 'take profit, in heights of it' },
  risk: { type: 'string', default: '1%', describe: 'what a stop costs, of the balance' },
} as const satisfies ParameterSchema;

const GRANULARITY = 'M15';
const CANDLES_PER_HOUR = 4;

interface Range {
  readonly high: number;
  readonly low: number;
}

type Params = ParameterValues<typeof parameters>;

/** Two stop orders, beyond either end of the range; a stop loss is at the other end. */
function placeOrders(context: StrategyContext, params: Params, { high, low }: Range): void {
  const { instrument, beyond, target, risk } = params;
  const price = (value: number) => context.price(instrument, value);
  const height = high - low;
  const units = context.unitsFor({ instrument, risk, stopDistance: price(height + beyond) });
  if (units === '0') return;
  const gtdTime = context.session('London').closesAt;
  const order = { type: 'STOP', instrument, timeInForce: 'GTD', gtdTime } as const;
  context.oco(
    {
      ...order,
      units,
      price: price(high + beyond),
      stopLossOnFill: { price: price(low) },
      takeProfitOnFill: { price: price(high + target * height) },
      tag: 'up',
    },
    {
      ...order,
      units: `-${units}`,
      price: price(low - beyond),
      stopLossOnFill: { price: price(high) },
      takeProfitOnFill: { price: price(low - target * height) },
      tag: 'down',
    },
  );
}

/** Closes what is held. */
function close(context: StrategyContext, instrument: string): void {
  const held = context.account.unitsOf(instrument);
  if (held === 0) return;
  const units =
    held > 0 ? { longUnits: 'ALL', shortUnits: 'NONE' } : { longUnits: 'NONE', shortUnits: 'ALL' };
  context.submit({ type: 'ClosePosition', instrument, ...units });
}

export function strategy(params: Params): Strategy {
  const { instrument } = params;
  const length = params.hours * CANDLES_PER_HOUR;
  const recent: Range[] = [];
  let range: Range | undefined;

  return {
    candles: [{ instrument, granularity: GRANULARITY }],
    onStart(context) {
      const { opensAt, closesAt } = context.session('London');
      context.setTimer('opening', { at: opensAt });
      context.setTimer('close', { at: closesAt });
    },
    onCandle(context, { mid }) {
      if (mid === undefined) return;
      recent.push({ high: Number(mid.h), low: Number(mid.l) });
      if (recent.length > length) recent.shift();
      if (range === undefined) return;
      context.plot('range high', range.high, { style: 'steps' });
      context.plot('range low', range.low, { style: 'steps' });
    },
    onTimer(context, { name }) {
      const { opensAt, closesAt } = context.session('London');
      if (name === 'close') {
        context.setTimer('close', { at: closesAt });
        close(context, instrument);
        return;
      }
      context.setTimer('opening', { at: opensAt });
      if (recent.length < length) return;
      range = {
        high: Math.max(...recent.map(({ high }) => high)),
        low: Math.min(...recent.map(({ low }) => low)),
      };
      context.mark('London opens', { instrument });
      placeOrders(context, params, range);
    },
  };
}
