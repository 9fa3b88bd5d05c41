/** A scenario of a synthetic market with one account, and an engine of such a market. */

import { Engine } from '../../../core/engine/engine.js';
import { IDEAL_EXECUTION } from '../../../core/engine/state/execution-model.js';
import type { Outputs } from '../../../core/engine/state/outputs.js';
import { PLAIN_ACCOUNT } from '../../../core/ledger/account-config.js';
import type { Scenario } from '../../../core/run/scenario.js';
import type { Market } from './market.js';

export const ACCOUNT = '101-001-1000001-001';
const CONFIG = { ...PLAIN_ACCOUNT, id: ACCOUNT, currency: 'USD', balance: '100000000' };

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
    accounts: [{ ...CONFIG, balance: '1000000' }],
    execution: IDEAL_EXECUTION,
    timeline: [],
    expect: { accounts: new Map(), transactions: new Map() },
  };
}

/** An engine of a market, before its first tick. */
export function engineOver({ instruments, from }: Market, outputs: Outputs = {}): Engine {
  return Engine.create({
    market: instruments.map(instrument => ({ instrument, halts: [] })),
    accounts: [CONFIG],
    model: IDEAL_EXECUTION,
    seed: 1,
    from,
    outputs,
  });
}
