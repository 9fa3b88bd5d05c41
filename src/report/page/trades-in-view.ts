/** Which trades a stretch of the candle chart shows, and what they come to where they are too many to tell apart. */

import type { TradeMark } from './page-data.js';

/** Trades are drawn one by one while each has this many pixels of the chart's width. */
const LEAST_ROOM = 18;

/** Candles, from the first to before the last; parts of candles too. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Trades closed in a stretch of candles. */
export interface Bucket extends Stretch {
  readonly won: number;
  readonly lost: number;
}

/** The last candle of a trade: of its closes and of its orders. */
export function lastCandle({ open, closes, brackets }: TradeMark): number {
  const ends = [...closes.map(([candle]) => candle), ...brackets.map(({ to }) => to)];
  return ends.reduce((one, other) => Math.max(one, other), open[0]);
}

/** The trades of which a part lies between two candles, in their order. */
export function tradesBetween(
  trades: readonly TradeMark[],
  from: number,
  to: number,
): readonly TradeMark[] {
  return trades.filter(trade => trade.open[0] <= to && lastCandle(trade) >= from);
}

/**
 * Closed trades won and lost by equal stretches of candles; a trade counts where its last part closed.
 * @param count - of stretches, at least 1
 */
export function bucketsOf(
  trades: readonly TradeMark[],
  [from, to]: readonly [number, number],
  count: number,
): readonly Bucket[] {
  const width = (to - from) / count;
  const won = new Array<number>(count).fill(0);
  const lost = new Array<number>(count).fill(0);
  for (const { closes, result } of trades) {
    const close = closes.at(-1)?.[0];
    if (close === undefined || result === 0) continue;
    const at = Math.floor((close - from) / width);
    const side = result > 0 ? won : lost;
    if (side[at] !== undefined) side[at] += 1;
  }
  return won.map((each, index) => ({
    from: from + index * width,
    to: from + (index + 1) * width,
    won: each,
    lost: lost[index] ?? 0,
  }));
}

/** Owns the trades of the stretch that was asked about last: all that is drawn in a frame asks about one. */
export class TradesInView {
  readonly all: readonly TradeMark[];
  #last: { readonly from: number; readonly to: number; readonly trades: readonly TradeMark[] } = {
    from: Number.NaN,
    to: Number.NaN,
    trades: [],
  };

  constructor(all: readonly TradeMark[]) {
    this.all = all;
  }

  /** As `tradesBetween`. */
  between(from: number, to: number): readonly TradeMark[] {
    const { from: first, to: last } = this.#last;
    if (first !== from || last !== to) {
      this.#last = { from, to, trades: tradesBetween(this.all, from, to) };
    }
    return this.#last.trades;
  }

  /** Whether the trades between two candles are too many for a chart of this width, in pixels. */
  isCrowded({ from, to }: Stretch, width: number): boolean {
    return this.between(from, to).length * LEAST_ROOM > width;
  }
}
