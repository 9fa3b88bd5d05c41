import { describe, expect, it } from 'vitest';
import { testApi } from '../../../support/api/api.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { expectBad } from '../../../support/api/strangers.js';
import { ledgerLength, openTrade, send } from '../../../support/api/trading.js';
import { account } from '../../../support/market/fixtures.js';
import { start, TRADES } from './trade-requests.js';

describe('closing a trade', () => {
  it('writes an order and its fill, whole without a body', async () => {
    const api = await start();
    await openTrade(api, 1000, { takeProfitOnFill: { price: '1.2' } });
    const { status, body, headers } = await api.request('PUT', `${TRADES}/5/close`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      orderCreateTransaction: {
        id: '7',
        type: 'MARKET_ORDER',
        units: '-1000',
        tradeClose: { tradeID: '5', units: 'ALL' },
        requestID: headers['requestid'],
      },
      orderFillTransaction: { id: '8', type: 'ORDER_FILL', orderID: '7', pl: '-0.1500' },
    });
    expect(Object.keys(body)).toEqual([
      'orderCreateTransaction',
      'orderFillTransaction',
      'relatedTransactionIDs',
      'lastTransactionID',
    ]);
    expect(body['relatedTransactionIDs']).toEqual(['7', '8', '9']);
    expect(body['lastTransactionID']).toBe('9');
  });

  it('closes a part, given as text or number', async () => {
    const api = await start();
    const id = await openTrade(api, -1000);
    for (const units of ['300', 200]) {
      const { status } = await api.request('PUT', `${TRADES}/${id}/close`, { units });
      expect(status).toBe(200);
    }
    expect((await api.request('GET', `${TRADES}/${id}`)).body).toMatchObject({
      trade: { state: 'OPEN', currentUnits: '-500', closingTransactionIDs: ['7', '9'] },
    });
  });

  it('is refused by the market with a transaction, 404 for a trade that is not open', async () => {
    const api = await start();
    const id = await openTrade(api, 1000);
    const close = (specifier: string, units: unknown) =>
      api.request('PUT', `${TRADES}/${specifier}/close`, { units });
    const reasons = [
      ['1001', 'CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE'],
      ['0', 'UNITS_INVALID'],
      ['-1', 'UNITS_INVALID'],
      ['0.5', 'UNITS_PRECISION_EXCEEDED'],
    ] as const;
    for (const [units, errorCode] of reasons) {
      expect(await close(id, units)).toMatchObject({
        status: 400,
        body: {
          errorCode,
          orderRejectTransaction: { type: 'MARKET_ORDER_REJECT', rejectReason: errorCode },
        },
      });
    }
    await send(api, { type: 'CloseTrade', tradeSpecifier: id });
    for (const [specifier, names] of [
      [id, { tradeID: id }],
      ['999', { tradeID: '999' }],
      ['@x', { clientTradeID: 'x' }],
    ] as const) {
      const { status, body } = await close(specifier, 'ALL');
      expect(status).toBe(404);
      expect(body).toMatchObject({
        errorCode: 'TRADE_DOESNT_EXIST',
        orderRejectTransaction: { tradeClose: { ...names, units: 'ALL' } },
        relatedTransactionIDs: [body['lastTransactionID']],
      });
    }
  });

  it('writes nothing for units that are none', async () => {
    const api = await start();
    const id = await openTrade(api, 1000);
    const close = (units: unknown) => ['PUT', `${TRADES}/${id}/close`, { units }] as const;
    const bad = [true, [], {}, 'all', '1e3', '+1', ' 5', '0x10', '٣', '9'.repeat(40)];
    await expectBad(api, 'units', [...bad.map(close), close(1e21)]);
    const before = ledgerLength(api);
    for (const body of ['"ALL"', '[]', 'null']) {
      const { status } = await api.request('PUT', `${TRADES}/${id}/close`, body, {
        'content-type': 'application/json',
      });
      expect(status, body).toBe(400);
    }
    expect(ledgerLength(api)).toBe(before);
  });

  it('is forbidden on a locked account', async () => {
    const locked = account({ id: OWN, locks: ['ACCOUNT_LOCKED'] });
    const api = await testApi(sandboxScenario({ accounts: [locked] }));
    const { status, body } = await api.request('PUT', `${TRADES}/5/close`, {});
    expect(status).toBe(403);
    expect(body).toMatchObject({ errorCode: 'ACCOUNT_LOCKED' });
  });
});

describe('client extensions of a trade', () => {
  it('are changed, and then name it', async () => {
    const api = await start();
    const id = await openTrade(api, 1000);
    const { status, body } = await api.request('PUT', `${TRADES}/${id}/clientExtensions`, {
      clientExtensions: { id: 'mine', comment: 'c' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tradeClientExtensionsModifyTransaction: {
        type: 'TRADE_CLIENT_EXTENSIONS_MODIFY',
        tradeID: id,
        tradeClientExtensionsModify: { id: 'mine', comment: 'c' },
      },
      relatedTransactionIDs: ['6'],
      lastTransactionID: '6',
    });
    expect((await api.request('GET', `${TRADES}/@mine`)).body).toMatchObject({ trade: { id } });
  });

  it('are refused with a transaction', async () => {
    const api = await start();
    const id = await openTrade(api, 1000);
    const set = (specifier: string, body: unknown) =>
      api.request('PUT', `${TRADES}/${specifier}/clientExtensions`, body);
    const cases = [
      [id, {}, 400, 'CLIENT_EXTENSIONS_DATA_MISSING'],
      [id, { clientExtensions: { id: 'x'.repeat(129) } }, 400, 'CLIENT_TRADE_ID_INVALID'],
      ['999', { clientExtensions: { id: 'x' } }, 404, 'TRADE_DOESNT_EXIST'],
    ] as const;
    for (const [specifier, body, status, errorCode] of cases) {
      expect(await set(specifier, body)).toMatchObject({
        status,
        body: {
          errorCode,
          tradeClientExtensionsModifyRejectTransaction: {
            type: 'TRADE_CLIENT_EXTENSIONS_MODIFY_REJECT',
            rejectReason: errorCode,
          },
        },
      });
    }
    const bad = (clientExtensions: unknown) =>
      ['PUT', `${TRADES}/${id}/clientExtensions`, { clientExtensions }] as const;
    await expectBad(api, 'clientExtensions', [bad('x'), bad(1), bad([])]);
    await expectBad(api, 'clientExtensions.id', [bad({ id: 5 }), bad({ id: {} })]);
    expect((await set(id, undefined)).body).toEqual({
      errorMessage: 'The request was missing required data',
    });
  });
});
