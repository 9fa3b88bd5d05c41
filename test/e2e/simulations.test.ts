import { describe, expect, it } from 'vitest';
import { type Served, serve } from '../support/process/served.js';

async function control(served: Served, method: string, path: string, body?: object) {
  const answer = await fetch(`${served.url}/_sim${path}`, {
    method,
    headers: {
      authorization: `Bearer ${served.controlToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    body: text === '' ? {} : JSON.parse(text.split('\n')[0] ?? ''),
  };
}

describe('orrery serve with many simulations', () => {
  it('makes them of its folder, forks, rewinds and deletes them', async () => {
    const flags = ['--scenarios', 'scenarios', '--max-simulations', '2', '--idle-timeout', 'none'];
    const served = await serve(['--clock', 'manual', ...flags]);
    const made = await control(served, 'POST', '/simulations', { scenario: 'market-order.yaml' });
    expect([made.status, made.body.clock?.state]).toEqual([201, 'paused']);
    const path = `/simulations/${made.body.id}`;
    await control(served, 'POST', `${path}/clock/advance`, { ticks: 1 });
    const fork = await control(served, 'POST', `${path}/fork`, {});
    const [account] = fork.body.accounts;
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
    const answer = await fetch(`${served.url}/v3/accounts/${account.id}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    });
    expect(answer.status).toBe(201);
    const { id } = fork.body;
    const lines = await control(served, 'GET', `/simulations/${id}/ledger?format=ndjson`);
    expect(lines.text.trim().split('\n')).toHaveLength(5);
    const back = await control(served, 'POST', `/simulations/${id}/rewind`, { before: '4' });
    expect(back.body.transactions).toBe(3);
    expect((await control(served, 'POST', '/fork', {})).status).toBe(409);
    expect((await control(served, 'DELETE', path)).status).toBe(204);
    expect((await control(served, 'GET', '/simulations')).body.simulations).toHaveLength(2);
    expect(await served.end('SIGTERM')).toBe(0);
  });

  it.each([
    [['--scenarios', 'nowhere'], '--scenarios'],
    [['--max-simulations', 'many'], '--max-simulations'],
    [['--idle-timeout', '5'], '--idle-timeout'],
  ])('refuses %j', async (flags, name) => {
    await expect(serve(['--clock', 'manual', ...flags])).rejects.toThrow(name);
  });
});
