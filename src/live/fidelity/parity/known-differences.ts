/**
 * The differences that are known, each with its reason. Some come from the service, in another year
 * or another division; others from whoever recorded the body and changed it, and say nothing of the
 * service: the score leaves those out. A list of patterns of files, so that the bodies of others are
 * held to everything.
 */

import type { Dimension, Finding } from './finding.js';
import { matcher } from './pattern.js';

/** A known difference, or several with one reason. */
export interface KnownDifference {
  readonly reason: string;
  /** Who makes the difference: the service, or the person or program that recorded it. */
  readonly by: 'service' | 'recorder';
  /** Pattern of the files; absent: any. */
  readonly files?: string;
  readonly dimensions: readonly Dimension[];
  /** Pattern of `path rule`, without the numbers of lists: `account.trades[].price form`. */
  readonly at: string;
}

/** Recordings of 2016 to 2019, whose transactions have their fields before their head. */
const OLD_ORDER =
  '{mab05k+oanda-client/*,nepdave/*,msilb+scalandav20/*,Sombre-Osmoze+OandaAPI/*,unattributed/*_201*,tezzytezzy+*}';

/** What the service does, or did. */
const OF_THE_SERVICE: readonly KnownDifference[] = [
  {
    reason: 'the service sends the field since a later year',
    by: 'service',
    files: '{hootnot+*,jamespeterschinner+*,mab05k+*,Sombre-Osmoze+*,msilb+*}',
    dimensions: ['fields'],
    at: '* missing',
  },
  {
    reason: 'accounts of the Japan division have no margin call',
    by: 'service',
    files: 'unattributed/account_summary_jpy_home_2024.json',
    dimensions: ['fields'],
    at: 'account.marginCall{MarginUsed,Percent} missing',
  },
  {
    reason:
      'until 2019 a transaction had its own fields before its head, and some fields elsewhere',
    by: 'service',
    files: OLD_ORDER,
    dimensions: ['order'],
    at: '* order',
  },
  {
    reason: 'the service writes triggerMode before the price',
    by: 'service',
    files: 'kobusjoubert+oanda_api_v20/transactions_stream.ndjson',
    dimensions: ['order'],
    at: 'price order',
  },
  {
    reason: 'in 2016 amounts had 5 decimals',
    by: 'service',
    files: 'hootnot+oanda-api-v20/positions/v3_accounts_accountID_position_close.json',
    dimensions: ['formats'],
    at: '* form',
  },
  {
    reason: 'two fills cost as if the spread were a tenth of a pip smaller; why is not known',
    by: 'service',
    files: 'jamespeterschinner+async_v20/json_data/example_transaction_array.json',
    dimensions: ['arithmetic'],
    at: '*halfSpreadCost half spread cost',
  },
];

/** What those who recorded have changed. */
const OF_RECORDERS: readonly KnownDifference[] = [
  {
    reason: 'written out again by a client: ids as numbers, 1.0 for 1, keys in its own order',
    by: 'recorder',
    files: 'jamespeterschinner+async_v20/*',
    dimensions: ['formats', 'order'],
    at: '*',
  },
  {
    reason: 'arguments of a client’s constructor, with its own names',
    by: 'recorder',
    files:
      'jamespeterschinner+async_v20/json_data/{example_transaction,account_changes_chnages_response}.json',
    dimensions: ['fields'],
    at: '* unknown',
  },
  {
    reason: 'printed by a client whose dictionaries have no order',
    by: 'recorder',
    files: 'hootnot+oanda-api-v20/*',
    dimensions: ['order'],
    at: '*',
  },
  {
    reason: 'account, user or instrument masked or made up by the author',
    by: 'recorder',
    files: '{hootnot+*,Sombre-Osmoze+*,kobusjoubert+*}',
    dimensions: ['formats'],
    at: '*{accountID,userID,instrument,id} form',
  },
  {
    reason: 'partly zeroed or renumbered by its author',
    by: 'recorder',
    files: 'mab05k+oanda-client/{account/account,account/account_summary,order/market_order}.json',
    dimensions: ['formats', 'arithmetic'],
    at: '*',
  },
  {
    reason: 'the author left positions and trades out',
    by: 'recorder',
    files: 'unattributed/daily_financing_usd_jpy_jpy_home_2024_abridged.json',
    dimensions: ['arithmetic'],
    at: 'transaction.financing financing',
  },
  {
    reason: 'the author left trades out',
    by: 'recorder',
    files: 'unattributed/daily_financing_usd_jpy_jpy_home_2024_abridged.json',
    dimensions: ['arithmetic'],
    at: 'transaction.positionFinancings.financing financing',
  },
];

/** Every known difference. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [...OF_RECORDERS, ...OF_THE_SERVICE];

interface Compiled {
  readonly difference: KnownDifference;
  readonly files: RegExp;
  readonly at: RegExp;
}

const COMPILED: readonly Compiled[] = KNOWN_DIFFERENCES.map(difference => ({
  difference,
  files: matcher(difference.files ?? '*'),
  at: matcher(difference.at),
}));

/** The known difference that a finding is; undefined when it is unexpected. */
export function knownDifference(file: string, finding: Finding): KnownDifference | undefined {
  const { dimension, path, rule } = finding;
  const place = `${path.replace(/\[\d+\]/g, '[]')} ${rule}`;
  const found = COMPILED.find(
    ({ difference, files, at }) =>
      difference.dimensions.includes(dimension) && files.test(file) && at.test(place),
  );
  return found?.difference;
}
