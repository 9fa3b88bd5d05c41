import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/files/temporary.js';
import { orrery } from '../support/process/orrery.js';
import { control, order, type ServedAccount } from '../support/process/over-control.js';
import { type Served, serve } from '../support/process/served.js';

/** `serve --instruments any`, in real processes. */

const start = (folder: string) =>
  serve(['--instruments', 'any', '--clock', 'manual', '--store', folder]);

const pricesOf = async (served: Served, names: string) => {
  const [{ id, token }] = served.accounts as [ServedAccount];
  const url = `${served.url}/v3/accounts/${id}/pricing?instruments=${names}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as { readonly prices: readonly { readonly instrument: string }[] };
};

describe('serve --instruments any', () => {
  it('has any instrument, names it at its first use, and goes back, forks and starts again', async () => {
    const folder = temporaryFolder();
    const first = await start(folder);
    const [account] = first.accounts as [ServedAccount];
    await control(first, 'POST', 'clock/advance', { by: '2h' });
    const named = await pricesOf(first, 'GBP_JPY,XAU_EUR');
    expect(named.prices.map(({ instrument }) => instrument)).toEqual(['GBP_JPY', 'XAU_EUR']);
    expect((await order(first, account)).status).toBe(201);
    const early = await pricesOf(first, 'GBP_JPY,XAU_EUR');
    const { body: place } = await control(first, 'GET', 'clock');
    await control(first, 'POST', 'clock/advance', { by: '1d' });
    await pricesOf(first, 'GBP_JPY');
    expect(first.log().match(/is made up|are made up/g)).toEqual(['are made up', 'is made up']);
    expect(first.log()).toContain(
      'orrery serve: GBP_JPY, XAU_EUR are made up: their prices come from seed 1, not from a market\n',
    );
    await control(first, 'POST', 'rewind', { to: place.now });
    expect(await pricesOf(first, 'GBP_JPY,XAU_EUR')).toEqual(early);
    const { body: ledger } = await control(first, 'GET', 'ledger');
    first.process.kill('SIGKILL');
    await first.ended;

    const again = await start(folder);
    expect((await control(again, 'GET', 'ledger')).body).toEqual(ledger);
    expect(await pricesOf(again, 'GBP_JPY,XAU_EUR')).toEqual(early);
    expect(await again.end('SIGTERM')).toBe(0);
    const other = orrery(['serve', 'scenarios/exec/any-instrument.yaml', '--store', folder]);
    expect(other.status).toBe(2);
  });
});
