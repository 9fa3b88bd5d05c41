/** A scenario of a synthetic market with one account. */

import { IDEAL_EXECUTION } from '../../../core/engine/state/execution-model.js';
import { PLAIN_ACCOUNT } from '../../../core/ledger/account-config.js';
import type { Scenario } from '../../../core/run/scenario.js';
import type { Market } from './market.js';

export const ACCOUNT = '101-001-1000001-001';

/** The scenario of a market. */
export function oneAccount({ instruments, windows, from, to }: Market): Scenario {
  return {
    name: 'bench',
    seed: 1,
    from,
    to,
    market: instruments.map((instrument, slot) => ({
      instrument,
      halts: [],
      ticks: { instrument: instrument.name, digest: '', windows: windows[slot] ?? [] },
    })),
    accounts: [{ ...PLAIN_ACCOUNT, id: ACCOUNT, currency: 'USD', balance: '1000000' }],
    execution: IDEAL_EXECUTION,
    timeline: [],
    expect: { accounts: new Map(), transactions: new Map() },
  };
}
