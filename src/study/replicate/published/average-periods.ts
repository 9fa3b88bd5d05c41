/** The three periods in which rules of moving averages are tried, with their prices. */

import { daysFromCivil } from '../../../core/time/instant.js';
import type { PackagePlace } from '../packages/open-package.js';
import type { UsedData } from '../results/replicated.js';
import { between, type PriceSeries } from '../series/price-series.js';
import type { ReferenceRates } from '../series/reference-rates.js';
import { openDailyDollar, openReferenceRates } from './inputs.js';

/** A period with a series for each currency. */
export interface Period {
  /** Its years, `1980 to 1987`. */
  readonly name: string;
  readonly series: readonly PriceSeries[];
  /** Whether the source says that returns were genuine then. */
  readonly isSaidGenuine: boolean;
}

/** The first year of the second period, and of the third one. */
const SECOND = 1999;
const THIRD = 2009;
/** The last year of the reference rates that the published figures have. */
const LAST = 2026;

/** Opens both packages. @throws InputError (data) */
export async function openPeriods(place: PackagePlace): Promise<{
  readonly periods: readonly Period[];
  readonly rates: ReferenceRates;
  readonly data: readonly UsedData[];
}> {
  const daily = await openDailyDollar(place);
  const fixings = await openReferenceRates(place);
  const dollars = fixings.rates.inDollars();
  const years = (from: number, to: number): Period => ({
    name: `${from} to ${to}`,
    isSaidGenuine: false,
    series: dollars.map(series =>
      between(series, daysFromCivil(from, 1, 1), daysFromCivil(to, 12, 31)),
    ),
  });
  return {
    periods: [
      { name: '1980 to 1987', isSaidGenuine: true, series: daily.series },
      years(SECOND, THIRD - 1),
      years(THIRD, LAST),
    ],
    rates: fixings.rates,
    data: [daily.used, fixings.used],
  };
}
