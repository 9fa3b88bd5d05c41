/**
 * What `orrery demo` prints: three things to try, each of them as it is pasted into a terminal.
 */

import type { RunningServer } from '../../../broker/api/server.js';
import { inShell } from './in-shell.js';

/** What there is to try. */
export interface Demo {
  readonly server: Pick<RunningServer, 'url' | 'pageUrl' | 'loginCode' | 'accounts'>;
  /** The built program, absolute. */
  readonly program: string;
  /** The scenario whose market is served, absolute. */
  readonly scenario: string;
  /** Whether the terminal is one of Windows. */
  readonly isWindows: boolean;
}

const ORDER = '{"order":{"type":"MARKET","instrument":"EUR_USD","units":"1000"}}';

/** The message; the code of the page follows a `#`, which browsers send to no server. */
export function demoText({ server, program, scenario, isWindows }: Demo): string {
  const { url, pageUrl, loginCode, accounts } = server;
  const [{ id, token } = { id: '', token: '' }] = accounts;
  const orders = `${url}/v3/accounts/${id}/orders`;
  const buy = isWindows
    ? `Invoke-RestMethod -Method Post -Headers @{Authorization='Bearer ${token}'} -ContentType application/json -Body '${ORDER}' ${orders}`
    : `curl -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${ORDER}' ${orders}`;
  return `A market of two days of EUR_USD is being served, a minute each second. Three things to try:

1. Watch it: open this address in a browser. It logs in once.
   ${pageUrl}#code=${loginCode}

2. Trade in it: in another terminal, buy 1,000 EUR_USD. The page shows the trade.
   ${buy}

3. Backtest the same two days. The hash of the ledger is the same on every machine.
   node ${inShell(program)} run ${inShell(scenario)}

Ctrl-C stops it. A project of your own: orrery init my-strategy
`;
}
