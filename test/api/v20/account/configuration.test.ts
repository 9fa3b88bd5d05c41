import { describe, expect, it } from 'vitest';
import { testApi } from '../../../support/api/api.js';
import { FOREIGN, OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { account } from '../../../support/market/fixtures.js';

const PATH = '/v3/accounts/{a}/configuration';

describe('configuration', () => {
  it('sets the alias, the margin rate, or both', async () => {
    const api = await testApi(sandboxScenario());
    const { status, headers, body } = await api.request('PATCH', PATH, {
      alias: 'Hedge',
      marginRate: '0.05',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      clientConfigureTransaction: {
        id: '4',
        accountID: OWN,
        userID: 1_000_001,
        batchID: '4',
        requestID: headers['requestid'],
        time: '2024-03-05T10:00:00.000000000Z',
        type: 'CLIENT_CONFIGURE',
        alias: 'Hedge',
        marginRate: '0.05',
      },
      lastTransactionID: '4',
    });
    const summary = await api.request('GET', '/v3/accounts/{a}/summary');
    expect(summary.body['account']).toMatchObject({ alias: 'Hedge', marginRate: '0.05' });
    const number = await api.request('PATCH', PATH, { marginRate: 0.1 });
    expect(number.body['clientConfigureTransaction']).toMatchObject({ marginRate: '0.1' });
    const alias = await api.request('PATCH', PATH, { alias: 'Zoë 🙂', unknown: { field: 1 } });
    expect(alias.body['clientConfigureTransaction']).toMatchObject({ alias: 'Zoë 🙂' });
  });

  it.each([
    [{}, 'CLIENT_CONFIGURE_DATA_MISSING', 'No configuration was specified'],
    [
      { marginRate: '10000000000000' },
      'MARGIN_RATE_INVALID',
      'The margin rate provided is invalid',
    ],
    [{ marginRate: 'half' }, 'MARGIN_RATE_INVALID', 'The margin rate provided is invalid'],
    [{ alias: 'x'.repeat(129) }, 'ALIAS_INVALID', 'The alias provided is invalid'],
  ])('refuses %j with a transaction that echoes it', async (request, errorCode, errorMessage) => {
    const api = await testApi(sandboxScenario());
    const { status, headers, body } = await api.request('PATCH', PATH, request);
    expect(status).toBe(400);
    expect(body).toEqual({
      clientConfigureRejectTransaction: {
        id: '4',
        accountID: OWN,
        userID: 1_000_001,
        batchID: '4',
        requestID: headers['requestid'],
        time: '2024-03-05T10:00:00.000000000Z',
        type: 'CLIENT_CONFIGURE_REJECT',
        ...request,
        rejectReason: errorCode,
      },
      lastTransactionID: '4',
      errorMessage,
      errorCode,
    });
  });

  it('refuses a rate that would close the account out', async () => {
    const api = await testApi(sandboxScenario());
    await api.advance({ ticks: 5 });
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100000' } as const;
    await api.sandbox.simulation.submit(OWN, { type: 'CreateOrder', order });
    const { status, body } = await api.request('PATCH', PATH, { marginRate: '0.5' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errorMessage: 'The margin rate provided would cause an immediate margin closeout',
      errorCode: 'MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT',
    });
  });

  it('is forbidden on a locked account', async () => {
    const locked = account({ id: OWN, locks: ['CONFIGURATION_LOCKED'] });
    const api = await testApi(sandboxScenario({ accounts: [locked] }));
    const { status, body } = await api.request('PATCH', PATH, { alias: 'Hedge' });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      clientConfigureRejectTransaction: { alias: 'Hedge' },
      errorCode: 'ACCOUNT_CONFIGURATION_LOCKED',
      lastTransactionID: '4',
    });
  });

  it.each([
    [
      { alias: 7 },
      "Invalid value specified for 'alias'. It was 7; it must be of the JSON type string",
    ],
    [
      { alias: 'x'.repeat(1_025) },
      `Invalid value specified for 'alias'. It was "${'x'.repeat(59)}...; it must be a text of at most 1024 characters`,
    ],
    [
      { marginRate: true },
      "Invalid value specified for 'marginRate'. It was true; it must be of the JSON type string",
    ],
    [{ marginRate: '0'.repeat(100_000) }, 'The request body is too large'],
    [
      { marginRate: { a: 1 } },
      `Invalid value specified for 'marginRate'. It was {"a":1}; it must be of the JSON type string`,
    ],
    [[], 'The request was missing required data'],
    [undefined, 'The request was missing required data'],
  ])('takes no malformed body: %.60j', async (request, errorMessage) => {
    const api = await testApi(sandboxScenario());
    const { status, body } = await api.request('PATCH', PATH, request);
    expect(status).toBe(errorMessage.includes('large') ? 413 : 400);
    expect(body['errorMessage']).toBe(errorMessage);
    expect(api.sandbox.simulation.account(OWN)?.log.lastID).toBe(3);
  });

  it('of another account is forbidden, and is asked in no other way', async () => {
    const api = await testApi(sandboxScenario());
    const path = `/v3/accounts/${FOREIGN}/configuration`;
    const foreign = await api.request('PATCH', path, { alias: 'Mine' });
    expect(foreign.status).toBe(403);
    expect(foreign.body).toEqual({ errorMessage: 'The provided request was forbidden.' });
    expect(api.sandbox.simulation.account(FOREIGN)?.log.lastID).toBe(3);
    expect((await api.request('GET', PATH)).status).toBe(405);
  });
});
