/**
 * A strategy as a class: the turtles' channel breakout with units by volatility. It adds to a trade
 * that gains, and leaves at the opposite end of a shorter channel.
 */

import type {
  CandleInterest,
  ParameterSchema,
  ParameterValues,
  Strategy,
  StrategyCandle,
  StrategyContext,
  Transaction,
} from 'orrery-fx/strategy';
import { ATR, DonchianChannels } from 'trading-signals';

export const parameters = {
  instrument: { type: 'string', default: 'USD_JPY', describe: 'instrument to trade' },
  granularity: { type: 'string', default: 'H1', describe: 'granularity of the candles' },
  entry: { type: 'integer', default: 20, min: 2, describe: 'candles of the channel to enter' },
  exit: { type: 'integer', default: 10, min: 2, describe: 'candles of the channel to leave' },
  most: { type: 'integer', default: 3, min: 1, describe: 'trades at one time' },
} as const satisfies ParameterSchema;

type Params = ParameterValues<typeof parameters>;

class Turtle implements Strategy {
  readonly candles: readonly CandleInterest[];
  readonly #params: Params;
  readonly #entry: DonchianChannels;
  readonly #exit: DonchianChannels;
  readonly #range = new ATR(20);
  /** Price of the last trade that was opened. */
  #lastPrice = 0;

  constructor(params: Params) {
    this.#params = params;
    this.#entry = new DonchianChannels(params.entry);
    this.#exit = new DonchianChannels(params.exit);
    this.candles = [params];
  }

  onCandle(context: StrategyContext, { mid }: StrategyCandle): void {
    if (mid === undefined) return;
    const candle = { high: Number(mid.h), low: Number(mid.l), close: Number(mid.c) };
    const [entry, exit] = [this.#entry.getResult(), this.#exit.getResult()];
    this.#entry.add(candle);
    this.#exit.add(candle);
    const range = this.#range.add(candle);
    if (entry === null || exit === null || range === null) return;
    context.plot('entry high', entry.upper, { style: 'steps' });
    context.plot('entry low', entry.lower, { style: 'steps' });
    context.plot('N', range, { pane: 'average true range', style: 'bars' });
    const side = Math.sign(context.account.unitsOf(this.#params.instrument));
    const isOver = side > 0 ? candle.close < exit.lower : candle.close > exit.upper;
    if (side === 0) this.#enter(context, { ...entry, close: candle.close, range });
    else if (isOver) this.#leave(context, side);
    else this.#add(context, { side, close: candle.close, range });
  }

  onTransaction(_context: StrategyContext, transaction: Transaction): void {
    if (transaction.type !== 'ORDER_FILL' || transaction.tradeOpened === undefined) return;
    this.#lastPrice = Number(transaction.tradeOpened.price);
  }

  #enter(
    context: StrategyContext,
    at: { upper: number; lower: number; close: number; range: number },
  ): void {
    if (at.close > at.upper) this.#buy(context, 1, at.range);
    else if (at.close < at.lower) this.#buy(context, -1, at.range);
  }

  /** Adds a trade for each half of the range that the price has gained. */
  #add(context: StrategyContext, at: { side: number; close: number; range: number }): void {
    const hasRoom = context.account.openTrades().length < this.#params.most;
    const gained = at.side * (at.close - this.#lastPrice);
    if (hasRoom && gained > at.range / 2) this.#buy(context, at.side, at.range);
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

  #buy(context: StrategyContext, side: number, range: number): void {
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

export const strategy = (params: Params): Strategy => new Turtle(params);
