import { describe, expect, it } from 'vitest';
import { sessionOf } from '../../../src/broker/runtime/session.js';
import { journalInput } from '../../../src/core/run/input/input.js';
import { CONTROL_TOKEN, type TestApi, testApi } from '../../support/api/api.js';
import { sandboxScenario } from '../../support/api/sandbox-scenario.js';

const headers = { authorization: `Bearer ${CONTROL_TOKEN}` };

const order = (units: string) => ({ order: { type: 'MARKET', instrument: 'EUR_USD', units } });

const journal = ({ app }: TestApi) => app.inject({ method: 'GET', url: '/_sim/journal', headers });

describe('the journal over HTTP', () => {
  it('has the inputs as the journal file has them', async () => {
    const api = await testApi(sandboxScenario());
    expect((await journal(api)).body).toBe('{"inputs":[]}');
    await api.advance({ by: '1h' });
    await api.request('POST', '/v3/accounts/{a}/orders', order('1000'));
    await api.advance({ by: '1h' });
    await api.request('PUT', '/v3/accounts/{a}/trades/5/close', {});
    const { inputs } = (await journal(api)).json();
    expect(inputs).toHaveLength(2);
    expect(inputs[1]).toEqual({
      time: Date.parse('2024-03-05T12:00:00Z') * 1_000,
      accountID: api.accountID,
      command: { type: 'CloseTrade', tradeSpecifier: '5' },
    });
  });

  it('is sent in pieces when it is long', async () => {
    const api = await testApi(sandboxScenario());
    const { simulation } = api.sandbox;
    const rule = { operation: 'createOrder', error: { status: 503 } };
    const fired = { rule: 'f1', operation: 'createOrder', requestID: '1', did: 'error 503' };
    simulation.record({ kind: 'rules', rules: [{ id: 'f1', ...rule }] });
    for (let seen = 0; seen < 5_000; seen++) simulation.record({ kind: 'fault', ...fired, seen });
    const whole = JSON.stringify({ inputs: sessionOf(simulation).inputs.map(journalInput) });
    const answer = await journal(api);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(answer.body).toBe(whole);
  });
});

describe('a report over HTTP', () => {
  it('is refused by a server that has no folder for it', async () => {
    const api = await testApi(sandboxScenario());
    const answer = await api.app.inject({ method: 'POST', url: '/_sim/report', headers });
    expect([answer.statusCode, answer.json().errorMessage]).toEqual([
      409,
      'The server was started without --out',
    ]);
  });
});
