import { describe, expect, it } from 'vitest';
import { CONTROL_TOKEN, type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };

/** A session: a trade is opened, another, and the first is closed by its id. */
async function session(): Promise<TestApi> {
  const api = await testApi(sandboxScenario());
  const order = (units: string) => ({
    order: { type: 'MARKET', instrument: 'EUR_USD', units, timeInForce: 'FOK' },
  });
  await api.advance({ by: '1h' });
  await api.request('POST', '/v3/accounts/{a}/orders', order('1000'));
  await api.advance({ by: '1h' });
  await api.request('POST', '/v3/accounts/{a}/orders', order('500'));
  await api.advance({ by: '1h' });
  await api.request('PUT', '/v3/accounts/{a}/trades/7/close', {});
  await api.advance({ by: '1h' });
  return api;
}

async function whatIf(api: TestApi, payload: object) {
  const url = '/_sim/simulations/main/counterfactual';
  const answer = await api.app.inject({ method: 'POST', url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

const NOTHING = { balance: '0.0000', NAV: '0.0000', trades: [] };

describe('a counterfactual over HTTP', () => {
  it('of nothing differs by nothing and leaves the simulation as it was', async () => {
    const api = await session();
    const before = JSON.stringify(api.sandbox.simulation.engine.ledger);
    const { status, body } = await whatIf(api, {});
    expect([status, body]).toMatchObject([200, { difference: NOTHING, dropped: [] }]);
    expect(JSON.stringify(api.sandbox.simulation.engine.ledger)).toBe(before);
  });

  it('follows a trade to its new id when the order before it is left out', async () => {
    const api = await session();
    const { body } = await whatIf(api, { without: ['4'] });
    const { trades, NAV } = body.difference;
    expect(trades).toHaveLength(1);
    expect(trades[0].session).toMatchObject({ tradeID: '5', units: '1000', state: 'OPEN' });
    expect(trades[0]).not.toHaveProperty('counterfactual');
    expect([NAV, body.dropped]).toEqual([trades[0].result, []]);
  });

  it('drops and lists the close of a trade that was never made', async () => {
    const api = await session();
    const { body } = await whatIf(api, { without: ['6'] });
    expect(body.dropped).toEqual([
      {
        time: '2024-03-05T13:00:00.000000000Z',
        accountID: api.accountID,
        command: { type: 'CloseTrade', tradeSpecifier: '7' },
        reason: 'trade 7 was never made',
      },
    ]);
  });

  it('sends another order in the place of one that is left out', async () => {
    const api = await session();
    const time = '2024-03-05T12:00:00Z';
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '1000', timeInForce: 'FOK' };
    const command = { type: 'CreateOrder', order };
    const { body } = await whatIf(api, { without: ['7'], with: [{ time, command }] });
    const [trade] = body.difference.trades;
    expect([trade.session.units, trade.counterfactual.units]).toEqual(['500', '1000']);
    const twice = Number(trade.counterfactual.realizedPL) / Number(trade.session.realizedPL);
    expect([twice, body.dropped]).toEqual([2, []]);
  });

  it.each([
    [{ without: ['1'] }, 'no command caused transaction 1: CREATE'],
    [{ without: ['99'] }, 'the account has no transaction 99'],
    [{ without: ['all'] }, 'the account has no transaction all'],
    [{ accountID: '7' }, 'must be one of'],
    [{ with: [{ time: '2024-03-04T12:00:00Z', command: { type: 'ReopenAccount' } }] }, 'session'],
    [{ with: [{ time: '2024-03-05T12:00:00Z', command: { type: 'Buy' } }] }, 'unknown command Buy'],
    [{ outside: [] }, 'required data'],
  ])('refuses %j and names the rule', async (payload, rule) => {
    const { status, body } = await whatIf(await session(), payload);
    expect([status, body.errorMessage]).toEqual([400, expect.stringContaining(rule)]);
  });
});
