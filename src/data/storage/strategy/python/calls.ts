/**
 * The calls that a strategy in Python makes during a hook: each is a method of the context of
 * `core/strategy`, so that no rule of the market stands anywhere else.
 */

import type { CandlePrice } from '../../../../core/candle/candle-columns.js';
import type { StrategyAccount, StrategyContext } from '../../../../core/strategy/strategy.js';
import type { StrategyPushes } from './pushed.js';

/** What a call has: the context of the running hook and what is pushed from then on. */
export interface CallHost {
  readonly context: StrategyContext;
  readonly pushed: StrategyPushes;
}

/** Columns of candles that are to cross as numbers. */
export class CrossingCandles {
  readonly columns: readonly Float64Array[];

  constructor(host: CallHost, [instrument, granularity, price, count]: readonly unknown[]) {
    const kind = {
      instrument: instrument as string,
      granularity: granularity as string,
      price: price as CandlePrice,
    };
    const found = host.pushed.candles(host.context, kind, count as number);
    const { time, volume, open, high, low, close } = found;
    this.columns = [time, volume, open, high, low, close];
  }
}

type Call = (host: CallHost, given: readonly unknown[]) => unknown;

/** Methods that are the same on both sides: their names are those of the context. */
const SAME = [
  'createOrder',
  'submit',
  'setTimer',
  'clearTimer',
  'price',
  'unitsFor',
  'session',
  'oco',
  'buy',
  'sell',
  'close',
  'flat',
  'cancelAll',
  'closeAfter',
  'plot',
  'mark',
] as const satisfies readonly (keyof StrategyContext)[];

/** Amounts of the account. */
const AMOUNTS = [
  'balance',
  'NAV',
  'unrealizedPL',
  'marginUsed',
  'marginAvailable',
] as const satisfies readonly (keyof StrategyAccount)[];

/** Every call by its name. */
export const CALLS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ...SAME.map((name): [string, Call] => [
    name,
    // Each is checked by its method, as the call of a strategy in TypeScript is.
    ({ context }, given) => (context[name] as (...given: readonly unknown[]) => unknown)(...given),
  ]),
  ...AMOUNTS.map((name): [string, Call] => [name, ({ context }) => context.account[name]]),
  ['openTrades', ({ context }) => context.account.openTrades()],
  ['pendingOrders', ({ context }) => context.account.pendingOrders()],
  ['nextUnit', ({ context }) => context.random.nextUnit()],
  [
    'nextInt',
    ({ context }, [minimum, maximum]) =>
      context.random.nextInt(minimum as number, maximum as number),
  ],
  ['candles', (host, given) => new CrossingCandles(host, given)],
  ['units', ({ context, pushed }, [instrument]) => pushed.units(context, instrument as string)],
  ['quote', ({ context, pushed }, [instrument]) => pushed.quote(context, instrument as string)],
]);
