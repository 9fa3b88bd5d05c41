/** The first prices of the trading day, for the change of the day. */

import type { Candle } from './types.js';
import { type AccountPlace, accountCall } from './v20.js';

interface Answer {
  readonly latestCandles: readonly {
    readonly instrument: string;
    readonly candles: readonly Candle[];
  }[];
}

/** The mid price at which the day of each instrument began; one without a candle is left out. */
export async function readDayOpens(
  place: AccountPlace,
  instruments: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const specifications = instruments.map(name => `${name}:D:M`).join(',');
  const path = `/candles/latest?candleSpecifications=${encodeURIComponent(specifications)}`;
  const { latestCandles } = await accountCall<Answer>(place, path);
  return new Map(
    latestCandles.flatMap(({ instrument, candles }) => {
      const open = candles.at(-1)?.mid?.o;
      return open === undefined ? [] : [[instrument, open] as const];
    }),
  );
}
