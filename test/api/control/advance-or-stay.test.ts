import { beforeEach, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../support/api/api.js';
import { control } from '../../support/api/control.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };

describe('a turn that stays when nothing stops it', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
  });

  async function turn(until: string): Promise<readonly [unknown, unknown]> {
    const before = (await control(api, 'GET', '/clock')).body;
    const asked = { to: before['to'], until, orStay: true };
    const { status, body } = await control(api, 'POST', '/clock/advance', asked);
    expect(status).toBe(200);
    return [before, body];
  }

  it.each(['fill', 'transaction'])('moves nothing when no %s comes', async until => {
    const [before, after] = await turn(until);
    expect(after).toEqual(before);
    expect((await control(api, 'GET', '/clock')).body).toEqual(before);
  });

  it('goes to what comes, as a turn without it does', async () => {
    await api.request('POST', '/v3/accounts/{a}/orders', {
      order: { ...MARKET, stopLossOnFill: { distance: '0.00050' } },
    });
    const { body: plain } = await control(api, 'POST', '/fork', {});
    const id = plain['id'] as string;
    const [, after] = await turn('fill');
    const { to } = after as { to: string };
    const asked = { to, until: 'fill' };
    const forked = await control(api, 'POST', `/simulations/${id}/clock/advance`, asked);
    expect(after).toMatchObject({
      now: forked.body['now'],
      transactions: forked.body['transactions'],
    });
  });

  it('is refused without what stops it', async () => {
    const asked = { by: '1h', orStay: true };
    expect((await control(api, 'POST', '/clock/advance', asked)).status).toBe(400);
  });
});
