/**
 * What a strategy has asked its context for and is pushed from then on, before each hook: completed
 * candles, units held, quotes. Only what is new of candles crosses.
 */

import type { CandlePrice } from '../../../../core/candle/candle-columns.js';
import { CANDLES_MAX } from '../../../../core/candle/candle-columns.js';
import type { StrategyCandles, StrategyContext } from '../../../../core/strategy/strategy.js';
import { type HookFrame, PUSHES } from './hook-frame.js';
import { microsOf } from './micros.js';

/** Candles of one kind that are pushed. */
interface PushedCandles {
  readonly instrument: string;
  readonly granularity: string;
  readonly price: CandlePrice;
  /** Start of the last candle that has crossed, microseconds; before any: less than each. */
  last: number;
}

/**
 * Owns what one strategy in one run is sent before each hook. Calls of the strategy add kinds;
 * `write` sends what is new of each.
 */
export class StrategyPushes {
  readonly #candles: PushedCandles[] = [];
  readonly #units: string[] = [];
  readonly #quotes: string[] = [];

  /** Candles from now on. @returns all that there are now, at most `count`, as columns. */
  candles(
    context: StrategyContext,
    { instrument, granularity, price }: Omit<PushedCandles, 'last'>,
    count: number,
  ): StrategyCandles {
    const found = context.candles(instrument, granularity, count, { price });
    const kind = this.#candles.find(
      each =>
        each.instrument === instrument && each.granularity === granularity && each.price === price,
    );
    const last = found.time.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (kind === undefined) this.#candles.push({ instrument, granularity, price, last });
    else kind.last = last;
    return found;
  }

  /** Units of an instrument from now on. @returns those of now. */
  units({ account }: StrategyContext, instrument: string): number {
    const units = account.unitsOf(instrument);
    if (!this.#units.includes(instrument)) this.#units.push(instrument);
    return units;
  }

  /** The quote of an instrument from now on. @returns that of now; undefined before the first. */
  quote(context: StrategyContext, instrument: string) {
    const quote = context.quote(instrument);
    if (!this.#quotes.includes(instrument)) this.#quotes.push(instrument);
    return quote;
  }

  /** Adds what is pushed to a frame. */
  write(frame: HookFrame, context: StrategyContext): void {
    for (const [place, kind] of this.#candles.entries()) writeCandles(frame, context, place, kind);
    for (const [place, instrument] of this.#units.entries()) {
      frame.push(PUSHES.units, place, 1);
      frame.number(context.account.unitsOf(instrument));
    }
    for (const [place, instrument] of this.#quotes.entries()) {
      const quote = context.quote(instrument);
      if (quote === undefined) continue;
      frame.push(PUSHES.quote, place, 1);
      frame.number(microsOf(quote.time));
      frame.number(Number(quote.bid));
      frame.number(Number(quote.ask));
    }
  }
}

/** Adds the candles that were completed since the last hook. */
function writeCandles(
  frame: HookFrame,
  context: StrategyContext,
  place: number,
  kind: PushedCandles,
): void {
  const { instrument, granularity, price } = kind;
  let found = context.candles(instrument, granularity, 1, { price });
  if (found.length === 0 || found.time[0] === kind.last) return;
  // Mostly one is new; more when hooks are rarer than candles.
  for (
    let count = 2;
    (found.time[0] as number) > kind.last;
    count = Math.min(CANDLES_MAX, 2 * count)
  ) {
    const more = context.candles(instrument, granularity, count, { price });
    if (more.length === found.length) break;
    found = more;
  }
  const first = found.time.findIndex(time => time > kind.last);
  frame.push(PUSHES.candles, place, found.length - first);
  for (let row = first; row < found.length; row += 1) writeRow(frame, found, row);
  kind.last = found.time.at(-1) as number;
}

function writeRow(
  frame: HookFrame,
  { time, volume, open, high, low, close }: StrategyCandles,
  row: number,
): void {
  for (const column of [time, volume, open, high, low, close]) frame.number(column[row] as number);
}
