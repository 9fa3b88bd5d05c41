/**
 * A strategy against a v20 host: opened, run by one of two clocks, and ended, always with `onStop`.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Strategy } from '../core/engine/strategy.js';
import type { StrategyAccount } from '../core/engine/strategy-account.js';
import { CandleWatch } from './candle-watch.js';
import { CommandSender } from './command-sender.js';
import type { ManualClock } from './manual-clock.js';
import { ManualRun } from './manual-run.js';
import { RemoteMarket } from './remote-market.js';
import { Trader } from './trader.js';
import { Stopped, type V20Client } from './v20-client.js';
import { WallRun, type WallRunParts } from './wall-run.js';

export interface TradeOptions {
  readonly client: V20Client;
  readonly accountID: string;
  readonly strategy: Strategy;
  /** Seed of the strategy's draws. */
  readonly seed: number;
  /** The clock of a sandbox, to its end; or the host's own time, until the signal. */
  readonly clock: ManualClock | Pick<WallRunParts, 'streams' | 'stepMs' | 'notify'>;
  /** Ends the run early; the strategy is let stop. */
  readonly signal: AbortSignal;
}

/** Wall milliseconds for the last look at the account. */
const LAST_LOOK_MS = 3_000;

/**
 * Runs the strategy until its clock ends. @returns the account as it stood then.
 * @throws StrategyError as a backtest reports it, InputError for a host that does not play along.
 */
export async function trade(options: TradeOptions): Promise<StrategyAccount> {
  const { client, accountID, strategy, seed, clock, signal } = options;
  const manual = 'turn' in clock ? clock : undefined;
  const market = new RemoteMarket(client, accountID);
  const at = await manual?.look();
  await market.open();
  const sender = new CommandSender({
    client,
    accountID,
    ...(manual === undefined
      ? {}
      : { mayBeOver: true, acceptance: isAnswered => manual.acceptance(isAnswered) }),
  });
  const trader = new Trader(strategy, market, sender, seed);
  const candles = new CandleWatch(client, strategy.candles ?? [], market.instruments, market.time);
  const parts = { strategy, market, candles, trader, sender, signal };
  trader.start();
  const run =
    manual === undefined || at === undefined
      ? new WallRun({ ...parts, ...(clock as Exclude<typeof clock, ManualClock>) })
      : new ManualRun({ ...parts, clock: manual }, at);
  await run.run().catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  });
  await sender.settle();
  // The account of the last step will do where the host is not there any more.
  const look = market.lastLook().catch(() => undefined);
  await Promise.race([look, sleep(LAST_LOOK_MS, undefined, { ref: false })]);
  trader.stop();
  return market.account;
}
