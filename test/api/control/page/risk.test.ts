import { describe, expect, it } from 'vitest';
import type { RiskRules } from '../../../../src/core/risk/risk-rules.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { openTrade } from '../../../support/api/trading.js';
import { account, at } from '../../../support/market/fixtures.js';

const RULES: RiskRules = {
  dailyLoss: {
    limit: { percent: '5' },
    from: 'NAV',
    hour: 17,
    minute: 0,
    timeZone: 'America/New_York',
    then: 'halt',
    until: 'nextDay',
  },
  drawdown: { limit: { amount: '300' }, mode: 'trailing', untilBreakEven: false, then: 'closeAll' },
  maximumUnits: { total: '50000', instruments: { EUR_USD: '30000' } },
  blackout: { before: 600_000_000, after: 0, impact: 'high', then: 'refuse' },
};

function ruled(): Promise<TestApi> {
  const events = [
    { at: at('2024-03-05T12:00:00Z'), currency: 'USD', impact: 'high', name: 'jobs' },
  ] as const;
  const accounts = [account({ id: OWN, balance: '10000', risk: RULES })];
  return testApi(sandboxScenario({ events, accounts }));
}

async function rules(api: TestApi) {
  const { body } = await control(api, 'GET', '/risk');
  const [only] = (body as { accounts: Record<string, never>[] }).accounts;
  return only as unknown as {
    readonly stopped: string;
    readonly rules: Record<string, string>[];
    readonly breaches: object[];
  };
}

describe('the rules of risk of a served market', () => {
  it('say how much is left of each', async () => {
    const api = await ruled();
    await api.advance({ by: '1h' });
    await openTrade(api, 20_000);
    const found = await rules(api);
    const { body } = await api.request('GET', '/v3/accounts/{a}/summary');
    const { NAV } = body['account'] as { NAV: string };
    const lost = (10_000 - Number(NAV)).toFixed(4);
    expect(found).toMatchObject({ stopped: 'no', breaches: [] });
    expect(found.rules).toMatchObject([
      { rule: 'dailyLoss', then: 'halt', limit: '500.0000', used: lost, floor: '9500.0000' },
      { rule: 'drawdown', then: 'closeAll', limit: '300.0000', used: lost, floor: '9700.0000' },
      { rule: 'maximumUnits', unit: 'units', limit: '50000', used: '20000', left: '30000' },
      { rule: 'maximumUnits', instrument: 'EUR_USD', used: '20000', left: '10000' },
      { rule: 'blackout', isBroken: false, until: '2024-03-05T11:50:00.000000000Z' },
    ]);
    expect(found.rules[0]?.['left']).toBe((Number(NAV) - 9_500).toFixed(4));
  });

  it('say that a rule is broken, and when a blackout ends', async () => {
    const api = await ruled();
    await api.advance({ by: '1h55m' });
    expect((await rules(api)).rules.at(-1)).toMatchObject({
      isBroken: true,
      until: '2024-03-05T12:00:00.000000000Z',
    });
    await api.advance({ by: '1h' });
    await openTrade(api, 30_000);
    await api.request('POST', '/v3/accounts/{a}/orders', {
      order: { type: 'MARKET', instrument: 'GBP_USD', units: '20000' },
    });
    const fall = { instrument: 'EUR_USD', gap: -2_000 };
    expect(await control(api, 'POST', '/faults', { market: fall })).toMatchObject({ status: 201 });
    await api.advance({ by: '1m' });
    const { stopped, rules: now, breaches } = await rules(api);
    expect(stopped).toBe('forever');
    expect(breaches).toMatchObject([{ rule: 'dailyLoss' }, { rule: 'drawdown' }]);
    expect(now.slice(0, 2)).toMatchObject([
      { isBroken: true, left: '0.0000' },
      { isBroken: true, left: '0.0000' },
    ]);
  });

  it('are none where the scenario has none', async () => {
    const api = await testApi(sandboxScenario());
    expect((await control(api, 'GET', '/risk')).body).toEqual({ accounts: [] });
  });
});
