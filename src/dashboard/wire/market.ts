/**
 * The facts of the market that v20 gives beside quotes: factors to home money, and where the day
 * began.
 */

import type { Candle } from './types.js';
import { type AccountPlace, accountCall } from './v20.js';

/** Home money of one unit of the quote currency; decimal texts. */
export interface HomeFactors {
  readonly gain: string;
  readonly loss: string;
}

interface PricingAnswer {
  readonly homeConversions?: readonly {
    readonly currency: string;
    readonly accountGain: string;
    readonly accountLoss: string;
  }[];
}

/** The factors of the quote currency of `instrument`; undefined while a price on the way is unknown. */
export async function readHomeFactors(
  place: AccountPlace,
  instrument: string,
): Promise<HomeFactors | undefined> {
  const path = `/pricing?instruments=${instrument}&includeHomeConversions=true`;
  const { homeConversions = [] } = await accountCall<PricingAnswer>(place, path);
  const quote = instrument.slice(instrument.indexOf('_') + 1);
  const found = homeConversions.find(({ currency }) => currency === quote);
  return found && { gain: found.accountGain, loss: found.accountLoss };
}

interface LatestAnswer {
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
  const { latestCandles } = await accountCall<LatestAnswer>(place, path);
  return new Map(
    latestCandles.flatMap(({ instrument, candles }) => {
      const open = candles.at(-1)?.mid?.o;
      return open === undefined ? [] : [[instrument, open] as const];
    }),
  );
}
