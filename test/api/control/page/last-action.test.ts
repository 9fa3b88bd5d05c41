import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { loggedIn } from '../../../support/api/page.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };

describe('the last action of the page', () => {
  it('is the last one that no rewind has undone, and none of a program', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    const page = await loggedIn(api);
    const last = async () => (await control(api, 'GET', '/last-action')).body['transactionID'];
    const trade = (by: typeof page | TestApi) =>
      by.request('POST', `/v3/accounts/${api.accountID}/orders`, { order: MARKET });
    expect(await last()).toBeUndefined();
    await trade(api);
    expect(await last()).toBeUndefined();
    const first = (await trade(page)).body['relatedTransactionIDs'] as string[];
    expect(await last()).toBe(first[0]);
    const refused = { order: { ...MARKET, units: '0' } };
    await page.request('POST', `/v3/accounts/${api.accountID}/orders`, refused);
    await trade(api);
    expect(await last()).toBe(first[0]);
    const second = (await trade(page)).body['relatedTransactionIDs'] as string[];
    expect(await last()).toBe(second[0]);
    await control(api, 'POST', '/rewind', { before: second[0] });
    expect(await last()).toBe(first[0]);
    await control(api, 'POST', '/rewind', { before: first[0] });
    // The same ids, but of a program.
    await trade(api);
    expect(await last()).toBeUndefined();
  });

  it.each([
    ['at a tick', { by: '1h' }],
    ['between ticks', { by: '1h1m0.5s' }],
    ['at the close of a candle', { candle: 'M5' }],
    ['after some ticks', { ticks: 50 }],
  ])('alone is undone of several at one instant, %s', async (_name, turn) => {
    const api = await testApi(sandboxScenario());
    await api.advance(turn);
    const page = await loggedIn(api);
    const { path, opened } = await openedBy(page, api);
    const stop = { stopLoss: { price: '1.05000' } };
    await page.request('PUT', `${path}/trades/${opened}/orders`, stop);
    await page.request('PUT', `${path}/trades/${opened}/close`, { units: '50' });
    await page.request('PUT', `${path}/trades/${opened}/close`, { units: '25' });
    const clock = async () => (await control(api, 'GET', '/clock')).body['now'];
    const now = await clock();
    const trade = async () => (await api.request('GET', `${path}/trades/${opened}`)).body['trade'];
    const undo = async () => {
      const { transactionID } = (await control(api, 'GET', '/last-action')).body;
      await control(api, 'POST', '/rewind', { before: transactionID });
      expect(await clock()).toBe(now);
    };
    const withStop = { stopLossOrder: { price: '1.05000' } };
    expect(await trade()).toMatchObject({ currentUnits: '25', ...withStop });
    await undo();
    expect(await trade()).toMatchObject({ currentUnits: '50', ...withStop });
    await undo();
    expect(await trade()).toMatchObject({ currentUnits: '100', ...withStop });
    await undo();
    expect(await trade()).toMatchObject({ currentUnits: '100' });
    expect(await trade()).not.toHaveProperty('stopLossOrder');
  });
});

/** A trade that a page opens. */
async function openedBy(page: Awaited<ReturnType<typeof loggedIn>>, api: TestApi) {
  const path = `/v3/accounts/${api.accountID}`;
  const { body } = await page.request('POST', `${path}/orders`, { order: MARKET });
  const { id } = body['orderFillTransaction'] as { id: string };
  return { path, opened: id };
}
