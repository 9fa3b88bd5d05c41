import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';
import { control, order, type ServedAccount } from '../support/process/over-control.js';
import { type Served, serve } from '../support/process/served.js';

const PATIENT = { timeout: patience(20_000), interval: 100 };
const KEY = 'the-key-of-anna-in-this-test';

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

  it('parks one that is not used, wakes it, and leaves it parked at a start', async () => {
    const flags = ['--clock', 'manual', '--store', join(temporaryFolder(), 's')];
    const served = await serve([...flags, '--park-after', '1s']);
    const made = await control(served, 'POST', 'simulations', { scenario: 'market-order.yaml' });
    const [account] = made.body.accounts as readonly [ServedAccount];
    await control(served, 'POST', 'simulations/s1/clock/advance', { ticks: 1 });
    expect((await order(served, account)).status).toBe(201);
    const list = async (from: Served) =>
      (await control(from, 'GET', 'simulations')).body.simulations;
    const parked = [{ id: 'main' }, { id: 's1', parked: true, state: 'paused' }];
    await expect.poll(() => list(served), PATIENT).toMatchObject(parked);
    expect((await order(served, account)).status).toBe(201);
    const { now, ...known } = (await list(served))[1] ?? { id: '', now: '' };
    expect(known).not.toHaveProperty('parked');
    await expect.poll(() => list(served), PATIENT).toMatchObject(parked);
    expect(await served.end('SIGTERM')).toBe(0);
    const again = await serve(flags);
    expect(await list(again)).toMatchObject([{ id: 'main' }, { id: 's1', parked: true, now }]);
    const ledger = await control(again, 'GET', 'simulations/s1/ledger');
    expect(ledger.body.transactions).toBe(7);
    expect(await again.end('SIGTERM')).toBe(0);
  });

  it('has guests, whose simulations are still theirs after a restart', async () => {
    const digest = createHash('sha256').update(KEY).digest('hex');
    const file = temporaryFile(
      'guests.yaml',
      `guests: [{ name: anna, key: "sha256:${digest}", simulations: 1 }]`,
    );
    const flags = ['--clock', 'manual', '--guests', file, '--store', join(temporaryFolder(), 's')];
    const served = await serve(flags);
    const guest = { ...served, controlToken: KEY };
    const body = { scenario: 'market-order.yaml' };
    expect((await control(guest, 'POST', 'simulations', body)).status).toBe(201);
    expect(await served.end('SIGTERM')).toBe(0);
    const again = await serve(flags);
    const same = { ...again, controlToken: KEY };
    const list = await control(same, 'GET', 'simulations');
    expect(list.body.simulations).toMatchObject([{ id: 's1', guest: 'anna' }]);
    expect((await control(same, 'POST', 'simulations', body)).status).toBe(409);
    expect((await control(same, 'GET', 'simulations/main')).status).toBe(404);
    expect(await again.end('SIGTERM')).toBe(0);
    const retaining = await serve([...flags, '--retain', '1']);
    const one = { ...retaining, controlToken: KEY };
    expect((await control(one, 'POST', 'simulations', body)).status).toBe(201);
    expect((await control(one, 'GET', 'simulations')).body.simulations).toMatchObject([
      { id: 's2', guest: 'anna' },
    ]);
    expect(await retaining.end('SIGTERM')).toBe(0);
    expect(retaining.log()).toMatch(
      /simulation s1 \(.*\) of the guest anna was deleted: s2 was made/,
    );
  });

  it.each([
    [['--scenarios', 'nowhere'], '--scenarios'],
    [['--max-simulations', 'many'], '--max-simulations'],
    [['--idle-timeout', '5'], '--idle-timeout'],
    [['--retain', '0'], '--retain'],
    [['--retain', '9', '--max-simulations', '8'], '--retain: must not be above'],
    [['--park-after', '5m'], '--park-after: is for a server with a --store'],
    [['--park-after', '5', '--store', 'x'], '--park-after: must be at least 1s'],
    [['--guests', 'nowhere.yaml'], 'nowhere.yaml: no such file'],
  ])('refuses %j', async (flags, name) => {
    await expect(serve(['--clock', 'manual', ...flags])).rejects.toThrow(name);
  });
});
