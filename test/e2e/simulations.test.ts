import { describe, expect, it } from 'vitest';
import { control, order, type ServedAccount } from '../support/process/over-control.js';
import { serve } from '../support/process/served.js';

describe('orrery serve with many simulations', () => {
  it('makes them of its folder, forks, rewinds and deletes them', async () => {
    const flags = ['--scenarios', 'scenarios', '--max-simulations', '2', '--idle-timeout', 'none'];
    const served = await serve(['--clock', 'manual', ...flags]);
    const made = await control(served, 'POST', 'simulations', { scenario: 'market-order.yaml' });
    expect([made.status, made.body.clock?.state]).toEqual([201, 'paused']);
    const path = `simulations/${made.body.id}`;
    await control(served, 'POST', `${path}/clock/advance`, { ticks: 1 });
    const fork = await control(served, 'POST', `${path}/fork`, {});
    const [account] = fork.body.accounts;
    const answer = await order(served, account as ServedAccount);
    expect(answer.status).toBe(201);
    const { id } = fork.body;
    const lines = await control(served, 'GET', `simulations/${id}/ledger?format=ndjson`);
    expect(lines.text.trim().split('\n')).toHaveLength(5);
    const back = await control(served, 'POST', `simulations/${id}/rewind`, { before: '4' });
    expect(back.body.transactions).toBe(3);
    expect((await control(served, 'POST', 'fork', {})).status).toBe(409);
    expect((await control(served, 'DELETE', path)).status).toBe(204);
    expect((await control(served, 'GET', 'simulations')).body.simulations).toHaveLength(2);
    expect(await served.end('SIGTERM')).toBe(0);
  });

  it.each([
    [['--scenarios', 'nowhere'], '--scenarios'],
    [['--max-simulations', 'many'], '--max-simulations'],
    [['--idle-timeout', '5'], '--idle-timeout'],
    [['--retain', '0'], '--retain'],
    [['--retain', '9', '--max-simulations', '8'], '--retain: must not be above'],
  ])('refuses %j', async (flags, name) => {
    await expect(serve(['--clock', 'manual', ...flags])).rejects.toThrow(name);
  });
});
