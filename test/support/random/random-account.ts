/** The accounts of a random run: one to three, with terms that differ. */

import type { Prng } from '../../../src/core/base/prng.js';
import type { AccountConfig } from '../../../src/core/ledger/account-config.js';
import { account } from '../market/fixtures.js';
import { pick } from './draw.js';

const CURRENCIES = ['USD', 'EUR', 'JPY', 'AUD'] as const;

/** Draws the accounts of a run; their ids end in 001, 002 and 003. */
export function makeAccounts(random: Prng): AccountConfig[] {
  const count = random.nextInt(1, 3);
  return Array.from({ length: count }, (_, index) => {
    const currency = pick(random, CURRENCIES);
    const fifo = random.nextInt(0, 5) === 0;
    return account({
      id: `101-004-1000001-00${index + 1}`,
      currency,
      balance: currency === 'JPY' ? '1000000' : pick(random, ['10000', '2000']),
      hedging: !fifo && random.nextInt(0, 2) === 0,
      fifo,
      conversionMarkup: pick(random, ['0', '0', '0.005']),
      financing: pick(random, ['DAILY', 'DAILY', 'SECOND_BY_SECOND', 'NO_FINANCING'] as const),
      guaranteedStopLossOrderMode: pick(random, ['DISABLED', 'ALLOWED', 'REQUIRED'] as const),
      maximumPendingOrders: pick(random, [1000, 4]),
      maximumOpenTrades: pick(random, [1000, 5]),
      ...(random.nextInt(0, 3) === 0 ? { marginRate: pick(random, ['0.05', '0.01']) } : {}),
      ...(random.nextInt(0, 3) === 0
        ? { commission: { commission: '3', unitsTraded: '100000', minimumCommission: '0.1' } }
        : {}),
    });
  });
}
