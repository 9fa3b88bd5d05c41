/** What the service of earlier years sent otherwise: fields that came later, and the old order of keys. */

import { parseInstant } from '../../../core/time/instant.js';
import type { Json } from '../recording/json.js';
import type { ParityFinding } from './finding.js';

/** The last year in which the service did not send a field, by the field, or by its object and itself. */
const ABSENT_UNTIL: Readonly<Record<string, number>> = {
  dividendAdjustment: 2019,
  guaranteedExecutionFees: 2017,
  initialMarginRequired: 2017,
  resettablePLTime: 2017,
  unixTime: 2017,
  tradeable: 2016,
  triggerMode: 2019,
  'account.guaranteedStopLossOrderMode': 2017,
  'account.commission': 2016,
  'account.financing': 2016,
  'trades.marginUsed': 2017,
  'tradesOpened.marginUsed': 2017,
  'positions.marginUsed': 2017,
  'positions.commission': 2016,
  'positions.financing': 2016,
  'position.commission': 2016,
  'position.financing': 2016,
  'long.financing': 2016,
  'short.financing': 2016,
  'prices.type': 2016,
  'state.balance': 2017,
  'state.commission': 2017,
  'state.financing': 2017,
  'state.marginCloseoutPositionValue': 2019,
  'state.pl': 2017,
  'state.resettablePL': 2017,
  'instruments.financing': 2019,
  'instruments.guaranteedStopLossOrderMode': 2019,
  'instruments.tags': 2019,
};

/** The latest year in the times of `objects`; undefined when they have none. */
export function yearOf(objects: readonly Json[]): number | undefined {
  const years = objects.flatMap(object =>
    Object.entries(object).flatMap(([key, value]) => {
      const parsed =
        /time$/i.test(key) || key === 'timestamp' ? parseInstant(String(value)) : undefined;
      return parsed === undefined ? [] : [new Date(parsed.at / 1_000).getUTCFullYear()];
    }),
  );
  return years.length === 0 ? undefined : years.reduce((a, b) => Math.max(a, b));
}

/**
 * Whether a field that a body lacks came in a later year. Of a file without times that is so when no
 * object of the file has the field.
 */
export function isOfLaterYear(
  path: string,
  { year, keys }: { readonly year: number | undefined; readonly keys: ReadonlySet<string> },
): boolean {
  const names = path.split('.').map(each => each.replace(/\[\d+\]$/, ''));
  const field = names.at(-1) ?? '';
  const until = ABSENT_UNTIL[`${names.at(-2) ?? 'instruments'}.${field}`] ?? ABSENT_UNTIL[field];
  if (until === undefined) return false;
  return year === undefined ? !keys.has(field) : year <= until;
}

const LAST_YEAR_OF_OLD_ORDER = 2019;
/** The head of a transaction, which came last. */
const HEAD = ['id', 'accountID', 'userID', 'batchID', 'requestID', 'time'];
/** Pairs of other keys that stood the other way round than they do today. */
const OLD_PAIRS: ReadonlySet<string> = new Set([
  'guaranteedExecutionFees unrealizedPL',
  'short pl',
  'financing unrealizedPL',
  'reason clientExtensions',
  'partialFill positionFill',
  'userID accountID',
  'openOnly reduceFirst',
  'time prices',
  'rejectReason instrument',
  'tradeID units',
  'time accountID',
  'cancelledTime clientExtensions',
  'closeTime averageClosePrice',
  'triggerCondition price',
  'state clientExtensions',
  'guaranteed timeInForce',
]);

/** Whether two keys stand as the service of that time wrote them. */
export function isOldOrder({ found }: ParityFinding, year: number | undefined): boolean {
  if (year !== undefined && year > LAST_YEAR_OF_OLD_ORDER) return false;
  const [before = '', key = ''] = found.split(' before ');
  const [one, other] = [HEAD.indexOf(before), HEAD.indexOf(key)];
  // A key that is none of the head stood before it; within the head the order was the same.
  return (one < 0 && other >= 0) || OLD_PAIRS.has(`${before} ${key}`);
}
