/** What a run of a scenario under another assumption changes against the first. */

import { decimal, formatMoney } from '../../../core/base/decimal.js';
import { differencesOf, type RunComparison, type TradePair } from './trade-differences.js';

export interface RunDifference {
  readonly trades: number;
  /** NAV of each account at the end, and how far it is from that of the first run. */
  readonly accounts: readonly {
    readonly accountID: string;
    readonly currency: string;
    readonly NAV: string;
    readonly difference: string;
  }[];
  /** Trades that open, close or earn differently, or that one of the two runs does not have. */
  readonly differing: number;
  readonly first?: TradePair;
}

/** What `compared.other` changes against `compared.base`. */
export function runDifference(compared: RunComparison): RunDifference {
  const { base, other } = compared;
  const differences = differencesOf(compared);
  const [first] = differences;
  return {
    trades: other.trades.length,
    accounts: other.accounts.map(({ id, currency, NAV }, index) => ({
      accountID: id,
      currency,
      NAV,
      difference: formatMoney(decimal(NAV).minus(decimal(base.accounts[index]?.NAV ?? '0'))),
    })),
    differing: differences.length,
    ...(first === undefined ? {} : { first }),
  };
}
