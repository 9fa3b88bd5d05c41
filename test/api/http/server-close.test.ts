import { describe, expect, it } from 'vitest';
import { startServer } from '../../../src/broker/api/server.js';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import { instant } from '../../../src/core/time/instant.js';
import { MANUAL_SERVER } from '../../support/api/over-http.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

describe('closing a server', () => {
  it('ends as soon as the last request does, though its client keeps the connection', async () => {
    const latency = { minMicros: 50_000, maxMicros: 50_000 };
    const scenario = sandboxScenario({ execution: { ...IDEAL_EXECUTION, latency } });
    const server = await startServer(scenario, MANUAL_SERVER);
    const [account] = server.accounts;
    const { simulation } = server.sandbox;
    const ordered = fetch(`${server.url}/v3/accounts/${account?.id}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account?.token}`, 'content-type': 'application/json' },
      body: '{"order":{"type":"MARKET","instrument":"EUR_USD","units":"1"}}',
    });
    while (simulation.engine.accepted.length === 0) {
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    const closing = server.close();
    await new Promise(resolve => setTimeout(resolve, 20));
    simulation.advanceTo(instant(simulation.now + 50_000));
    await closing;
    expect((await ordered).status).toBe(201);
  });
});
