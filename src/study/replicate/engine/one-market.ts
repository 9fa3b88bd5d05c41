/** A scenario of one instrument whose ticks are at hand, with an account for each strategy. */

import { ensureDefined } from '../../../core/base/assert.js';
import { present } from '../../../core/base/present.js';
import { IDEAL_EXECUTION } from '../../../core/engine/state/execution-model.js';
import { type AccountConfig, PLAIN_ACCOUNT } from '../../../core/ledger/account-config.js';
import { accountIDOf } from '../../../core/ledger/account-id.js';
import { type Instrument, quoteCurrency } from '../../../core/market/instrument.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { residentWindows, type TickColumns } from '../../../core/market/tick.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { type Instant, instant } from '../../../core/time/instant.js';

/** Far more than any position needs: no order is refused, and no position closed, for want of money. */
export const OPENING_BALANCE = 1_000_000_000;

/** A market of one instrument. */
export interface OneMarket {
  readonly name: string;
  readonly instrument: Instrument;
  readonly ticks: TickColumns;
  /** End of the window; default: just after the last tick. */
  readonly to?: Instant;
  /** Default: no financing. */
  readonly financing?: AccountConfig['financing'];
  /** Number of accounts, each with a strategy of its own; default: 1. */
  readonly accounts?: number;
}

/** The ids of `count` accounts. */
export function accountIDs(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) =>
    accountIDOf({ site: 101, division: 1, user: 1_000_001, number: index + 1 }),
  );
}

/** The scenario; its accounts are in the quote currency, so that no amount is converted from it. */
export function oneMarket(market: OneMarket): Scenario {
  const { name, instrument, ticks, to, financing = 'NO_FINANCING' } = market;
  const ids = accountIDs(market.accounts ?? 1);
  const [first, ...others] = ids.map(accountID => ({ use: name, params: {}, accountID }));
  const { time, length } = ticks;
  const last = ensureDefined(time[length - 1], 'last tick of', name);
  return {
    name,
    seed: 1,
    from: instant(time[0] as number),
    to: to ?? instant(last + 1),
    market: [
      {
        instrument,
        halts: [],
        ticks: { instrument: instrument.name, digest: '', windows: residentWindows(ticks) },
      },
    ],
    accounts: ids.map(id => ({
      ...PLAIN_ACCOUNT,
      id,
      currency: quoteCurrency(instrument),
      balance: String(OPENING_BALANCE),
      financing,
    })),
    execution: IDEAL_EXECUTION,
    timeline: [],
    ...present({ strategy: first }),
    others,
    expect: { accounts: new Map(), transactions: new Map() },
  };
}

/**
 * An instrument like EUR_USD for a pair that is not in the table, or that needs more decimals.
 * @param precision - decimals of a price.
 */
export function pairLikeEuro(base: string, quote: string, precision: number): Instrument {
  const euro = ensureDefined(instrumentTable().get('EUR_USD'), 'instrument', 'EUR_USD');
  return {
    ...euro,
    name: `${base}_${quote}`,
    displayName: `${base}/${quote}`,
    displayPrecision: precision,
  };
}
