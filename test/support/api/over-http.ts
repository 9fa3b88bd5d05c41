/** A strategy against a served scenario with the clock in hand, in one process. */

import { startServer } from '../../../src/broker/api/server.js';
import { present } from '../../../src/core/base/present.js';
import type { Scenario } from '../../../src/core/run/scenario.js';
import type { Strategy } from '../../../src/core/strategy/strategy.js';
import { ManualClock } from '../../../src/live/remote/market/manual-clock.js';
import { trade } from '../../../src/live/remote/remote-strategy.js';
import { V20Client } from '../../../src/live/remote/wire/v20-client.js';

/** How tests serve a scenario whose clock they turn. */
export const MANUAL_SERVER = {
  port: 0,
  host: '127.0.0.1',
  mode: 'manual',
  speed: 1,
  dialect: 'current',
  logLevel: 'silent',
} as const;

/**
 * Serves the scenario, runs the strategy over HTTP.
 * @param onWait - hears that the strategy waits for candles.
 * @returns the hash of the server's ledger.
 */
export async function overHttp(
  scenario: Scenario,
  strategy: Strategy,
  onWait?: (line: string) => void,
): Promise<string> {
  const server = await startServer(scenario, MANUAL_SERVER);
  try {
    const [account] = server.accounts;
    const control = new V20Client(server.url, server.controlToken);
    const token = account?.token ?? '';
    await trade({
      client: new V20Client(server.url, token),
      accountID: account?.id ?? '',
      strategy,
      onWait,
      seed: scenario.seed,
      clock: {
        clock: new ManualClock(control),
        prices: { url: server.url, token },
        notify: () => undefined,
      },
      ...present({ events: scenario.events }),
      signal: new AbortController().signal,
    });
    const { sha256 } = await control.get('/_sim/ledger');
    return sha256 as string;
  } finally {
    await server.close();
  }
}
