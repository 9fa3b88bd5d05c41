/** The SMA cross as a scenario without a file, and the example strategy as its factory. */

import { fileURLToPath } from 'node:url';
import type { Scenario } from '../../../core/run/scenario.js';
import type { StrategyFactory } from '../../../core/strategy/strategy.js';
import {
  loadStrategyModule,
  makeStrategy,
} from '../../../data/storage/strategy/strategy-module.js';
import type { Market } from './market.js';
import { ACCOUNT, oneAccount } from './one-account.js';

export const STRATEGY_FILE = fileURLToPath(
  new URL('../../../../scenarios/strategies/sma-cross.ts', import.meta.url),
);

/** One account that trades the SMA 20/50 cross of candles of `granularity`. */
export function smaScenario(market: Market, granularity: string): Scenario {
  const params = { granularity, fast: 20, slow: 50 };
  return { ...oneAccount(market), strategy: { use: STRATEGY_FILE, params, accountID: ACCOUNT } };
}

/** The example strategy, loaded once, so that its code is warm from run to run. */
export async function smaFactory(): Promise<StrategyFactory> {
  const module = await loadStrategyModule(STRATEGY_FILE);
  return params => makeStrategy(module, params);
}
