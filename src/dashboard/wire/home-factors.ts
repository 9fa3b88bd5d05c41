/** The factors that convert money of an instrument to home money, as v20 tells them with prices. */

import { type AccountPlace, accountCall } from './v20.js';

/** Home money of one unit of the quote currency; decimal texts. */
export interface HomeFactors {
  readonly gain: string;
  readonly loss: string;
}

interface Answer {
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
  const { homeConversions = [] } = await accountCall<Answer>(place, path);
  const quote = instrument.slice(instrument.indexOf('_') + 1);
  const found = homeConversions.find(({ currency }) => currency === quote);
  return found && { gain: found.accountGain, loss: found.accountLoss };
}
