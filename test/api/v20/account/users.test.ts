import { expect, it } from 'vitest';
import { testApi } from '../../../support/api/api.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { account } from '../../../support/market/fixtures.js';

it('gives the user of the token, by number, by name or as oneself', async () => {
  const api = await testApi(sandboxScenario());
  for (const specifier of ['1000001', '@user1000001', '@', '%40user1000001']) {
    const { status, body } = await api.request('GET', `/v3/users/${specifier}`);
    expect(status, specifier).toBe(200);
    expect(body).toEqual({
      userInfo: {
        username: 'user1000001',
        userID: 1000001,
        country: 'ZZ',
        emailAddress: 'user1000001@example.invalid',
      },
    });
  }
});

it('shows others whether US rules apply to the user', async () => {
  for (const fifo of [false, true]) {
    const api = await testApi(sandboxScenario({ accounts: [account({ id: OWN, fifo })] }));
    const { status, body } = await api.request('GET', '/v3/users/@/externalInfo');
    expect(status).toBe(200);
    expect(body).toEqual({ userInfo: { userID: 1000001, country: 'ZZ', FIFO: fifo } });
  }
});

it('gives no other user: another user and no user are one 403', async () => {
  const api = await testApi(sandboxScenario());
  for (const specifier of ['2000002', '@user2000002', '9', '@x', 'x', '01000001', '%00']) {
    for (const path of [`/v3/users/${specifier}`, `/v3/users/${specifier}/externalInfo`]) {
      const { status, body } = await api.request('GET', path);
      expect({ status, body }, path).toEqual({
        status: 403,
        body: { errorMessage: 'The provided request was forbidden.' },
      });
    }
  }
  expect((await api.request('PUT', '/v3/users/@', {})).status).toBe(405);
  const bare = await api.request('GET', '/v3/users/@', undefined, { authorization: '' });
  expect(bare.status).toBe(401);
});
