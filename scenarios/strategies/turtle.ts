/**
 * A strategy as a class: the turtles' channel breakout with units by volatility. It adds to a trade
 * that gains, and leaves at the opposite end of a shorter channel. All that it knows is in the
 * candles and the account, so it begins as soon as there are enough candles.
 */

import type {
  CandleInterest,
  ParameterSchema,
  ParameterValues,
  Strategy,
  StrategyCandles,
  StrategyContext,
} from 'orrery-fx/strategy';

export const parameters = {
  instrument: { type: 'string', default: 'USD_JPY', describe: 'instrument to trade' },
  granularity: { type: 'string', default: 'H1', describe: 'granularity of the candles' },
  entry: { type: 'integer', default: 20, min: 2, describe: 'candles of the channel to enter' },
  exit: { type: 'integer', default: 10, min: 2, describe: 'candles of the channel to leave' },
  most: { type: 'integer', default: 3, min: 1, describe: 'trades at one time' },
} as const satisfies ParameterSchema;

type Params = ParameterValues<typeof parameters>;

/** What the candles say: the last close, the mean true range, and both channels before the last. */
interface View {
  readonly close: number;
  readonly range: number;
  readonly entry: Channel;
  readonly exit: Channel;
}

interface Channel {
  readonly upper: number;
  readonly lower: number;
}

class Turtle implements Strategy {
  readonly candles: readonly CandleInterest[];
  readonly warmUp: Readonly<Record<string, number>>;
  readonly #params: Params;
  /** Candles of a view: those of the longer channel, and the last. */
  readonly #length: number;

  constructor(params: Params) {
    this.#params = params;
    this.#length = Math.max(params.entry, params.exit) + 1;
    this.candles = [params];
    this.warmUp = { [params.granularity]: this.#length };
  }

  onCandle(context: StrategyContext): void {
    const { instrument, granularity, entry, exit } = this.#params;
    const candles = context.candles(instrument, granularity, this.#length);
    const view: View = {
      close: candles.close.at(-1) ?? 0,
      range: meanTrueRange(candles),
      entry: channelOf(candles, entry),
      exit: channelOf(candles, exit),
    };
    context.plot('entry high', view.entry.upper, { style: 'steps' });
    context.plot('entry low', view.entry.lower, { style: 'steps' });
    context.plot('N', view.range, { pane: 'average true range', style: 'bars' });
    const side = Math.sign(context.account.unitsOf(instrument));
    if (side === 0) this.#enter(context, view);
    else if (sideOf(view.close, view.exit) === -side) this.#leave(context, side);
    else this.#add(context, view, side);
  }

  #enter(context: StrategyContext, { close, entry, range }: View): void {
    const side = sideOf(close, entry);
    if (side !== 0) this.#open(context, side, range);
  }

  /** Adds a trade for each half of the range that the price has gained since the last. */
  #add(context: StrategyContext, { close, range }: View, side: number): void {
    const trades = context.account.openTrades();
    const gained = side * (close - Number(trades.at(-1)?.price));
    if (trades.length < this.#params.most && gained > range / 2) this.#open(context, side, range);
  }

  #leave(context: StrategyContext, side: number): void {
    const { instrument } = this.#params;
    const units =
      side > 0
        ? { longUnits: 'ALL', shortUnits: 'NONE' }
        : { longUnits: 'NONE', shortUnits: 'ALL' };
    context.submit({ type: 'ClosePosition', instrument, ...units });
    context.mark('channel left');
  }

  #open(context: StrategyContext, side: number, range: number): void {
    const { instrument } = this.#params;
    const stopDistance = context.price(instrument, 2 * range);
    const units = context.unitsFor({ instrument, risk: '0.5%', stopDistance });
    if (units === '0') return;
    context.createOrder({
      type: 'MARKET',
      instrument,
      units: side > 0 ? units : `-${units}`,
      stopLossOnFill: { distance: stopDistance },
      tag: `trade ${context.account.openTrades().length + 1}`,
    });
  }
}

/** Highest and lowest price of the `length` candles before the last. */
function channelOf({ high, low }: StrategyCandles, length: number): Channel {
  return {
    upper: Math.max(...high.slice(-length - 1, -1)),
    lower: Math.min(...low.slice(-length - 1, -1)),
  };
}

/** 1 above the channel, -1 below it, 0 inside. */
function sideOf(price: number, { upper, lower }: Channel): number {
  return price > upper ? 1 : price < lower ? -1 : 0;
}

function meanTrueRange({ high, low, close }: StrategyCandles): number {
  let sum = 0;
  for (let at = 1; at < close.length; at++) {
    const before = close[at - 1] as number;
    sum += Math.max(high[at] as number, before) - Math.min(low[at] as number, before);
  }
  return sum / (close.length - 1);
}

export const strategy = (params: Params): Strategy => new Turtle(params);
