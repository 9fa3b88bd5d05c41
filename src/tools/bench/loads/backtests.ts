/** The SMA cross as a scenario without a file, and the example strategy as its factory. */

import { fileURLToPath } from 'node:url';
import { IDEAL_EXECUTION } from '../../../core/engine/state/execution-model.js';
import { PLAIN_ACCOUNT } from '../../../core/ledger/account-config.js';
import type { Scenario } from '../../../core/run/scenario.js';
import type { StrategyFactory } from '../../../core/strategy/strategy.js';
import {
  loadStrategyModule,
  makeStrategy,
} from '../../../data/storage/strategy/strategy-module.js';
import type { Market } from './market.js';
import { accountID } from './resting.js';

export const STRATEGY_FILE = fileURLToPath(
  new URL('../../../../scenarios/strategies/sma-cross.ts', import.meta.url),
);

/** One account that trades the SMA 20/50 cross of candles of `granularity`. */
export function smaScenario(market: Market, granularity: string): Scenario {
  const id = accountID(0);
  return {
    name: 'bench',
    seed: 1,
    from: market.from,
    to: market.to,
    market: market.instruments.map((instrument, slot) => ({
      instrument,
      ticks: { instrument: instrument.name, digest: '', windows: market.windows[slot] ?? [] },
      halts: [],
    })),
    accounts: [{ ...PLAIN_ACCOUNT, id, currency: 'USD', balance: '10000' }],
    execution: IDEAL_EXECUTION,
    timeline: [],
    strategy: { use: STRATEGY_FILE, params: { granularity, fast: 20, slow: 50 }, accountID: id },
    expect: { accounts: new Map(), transactions: new Map() },
  };
}

/** The example strategy, loaded once, so that its code is warm from run to run. */
export async function smaFactory(): Promise<StrategyFactory> {
  const module = await loadStrategyModule(STRATEGY_FILE);
  return params => makeStrategy(module, params);
}
