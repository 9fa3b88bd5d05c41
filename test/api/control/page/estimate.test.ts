import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { control, forkOf } from '../../../support/api/control.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { ledgerLength, openTrade } from '../../../support/api/trading.js';
import { runsOf } from '../../../support/random/nightly.js';

type Fields = Readonly<Record<string, string>>;

async function estimate(api: TestApi, order: object) {
  const { status, body } = await control(api, 'POST', '/estimate', { order });
  expect(status).toBe(200);
  return body as unknown as Record<string, string> & {
    readonly riskToStop?: Fields;
    readonly gainToTarget?: Fields;
  };
}

const price = fc.integer({ min: 100_000, max: 120_000 }).map(points => (points / 1e5).toFixed(5));
const ORDER = fc.record(
  {
    type: fc.constantFrom('MARKET', 'LIMIT', 'STOP', 'MARKET_IF_TOUCHED', 'TRAILING_STOP_LOSS'),
    instrument: fc.constantFrom('EUR_USD', 'USD_JPY', 'GBP_USD', 'XAU_USD'),
    units: fc.constantFrom('0', '1', '1000', '-2500', '40000', '-9000000', 'x'),
    price: fc.option(price, { nil: undefined }),
    priceBound: fc.option(price, { nil: undefined }),
    positionFill: fc.constantFrom('DEFAULT', 'REDUCE_ONLY', 'OPEN_ONLY'),
    stopLossOnFill: fc.option(fc.record({ distance: fc.constantFrom('0.0020', '0.5') }), {
      nil: undefined,
    }),
  },
  { requiredKeys: ['type', 'instrument', 'units'] },
);

describe('the estimate of an order', () => {
  let api: TestApi;
  beforeAll(async () => {
    const slippage = { minPoints: -3, maxPoints: 5 };
    api = await testApi(sandboxScenario({ execution: { ...IDEAL_EXECUTION, slippage } }));
    await api.advance({ by: '1h' });
    await openTrade(api, 3_000);
    await openTrade(api, -2_000, { instrument: 'USD_JPY' });
  });

  it('is what then happens, and changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(ORDER, async given => {
        const order = JSON.parse(JSON.stringify({ timeInForce: timeOf(given.type), ...given }));
        const before = ledgerLength(api);
        const told = await estimate(api, order);
        expect(ledgerLength(api)).toBe(before);
        const fork = await forkOf(api, {});
        const { status, body } = await fork.request('POST', '/v3/accounts/{a}/orders', { order });
        const fill = body['orderFillTransaction'] as Fields & { tradeOpened?: Fields };
        const cancel = body['orderCancelTransaction'] as Fields | undefined;
        const reject = body['orderRejectTransaction'] as Fields | undefined;
        expect(told['fills']).toBe(fill !== undefined);
        expect(told['rejectReason']).toBe(reject?.['rejectReason'] ?? cancel?.['reason']);
        expect(told['badParameter'] !== undefined).toBe(status === 400 && reject === undefined);
        if (fill === undefined) return;
        const { body: after } = await fork.request('GET', '/v3/accounts/{a}/summary');
        const { marginAvailable } = after['account'] as Fields;
        expect(told).toMatchObject({
          units: fill['units'],
          price: fill['price'],
          spreadCost: fill['halfSpreadCost'],
          marginRequired: fill['tradeOpened']?.['initialMarginRequired'] ?? '0.0000',
          marginAvailableAfter: marginAvailable,
        });
      }),
      { numRuns: runsOf(60) },
    );
  });

  it('says what the stop risks and the target gains', async () => {
    const told = await estimate(api, {
      type: 'LIMIT',
      instrument: 'EUR_USD',
      units: '10000',
      price: '1.00000',
      stopLossOnFill: { price: '0.99500' },
      takeProfitOnFill: { price: '1.01000' },
    });
    expect(told).toMatchObject({ fills: false, units: '10000', price: '1.00000' });
    expect(told['pipValue']).toBe('1.0000');
    expect(told.riskToStop).toMatchObject({ money: '50.0000', pips: '50' });
    expect(told.gainToTarget).toMatchObject({ money: '100.0000', pips: '100' });
    expect(told['sentence']).toMatch(/waits/);
  });

  it('counts the levels of an order that waits for what it would open as the position is now', async () => {
    const asked = (units: string) =>
      estimate(api, {
        type: 'STOP',
        instrument: 'EUR_USD',
        units,
        price: '1.00000',
        stopLossOnFill: { distance: '0.00500' },
        takeProfitOnFill: { price: '0.99000' },
      });
    // 3 000 units are open.
    const closes = await asked('-3000');
    expect(closes).toMatchObject({ fills: false, units: '-3000', marginRequired: '0.0000' });
    expect([closes.riskToStop, closes.gainToTarget]).toEqual([undefined, undefined]);
    const turns = await asked('-13000');
    expect(turns).toMatchObject({ fills: false, units: '-13000' });
    expect(turns.riskToStop).toMatchObject({ money: '50.0000', pips: '50' });
    expect(turns.gainToTarget).toMatchObject({ money: '100.0000', pips: '100' });
  });

  it('says what the stop of a fill risks, from the price of the fill', async () => {
    const told = await estimate(api, {
      type: 'MARKET',
      instrument: 'GBP_USD',
      units: '-10000',
      stopLossOnFill: { distance: '0.00200' },
    });
    expect(told.riskToStop).toMatchObject({ money: '20.0000', pips: '20' });
    expect(told['sentence']).toMatch(/^Sells 10000 GBP_USD at 1\.\d+; margin [\d.]+ USD, /);
  });

  it('says why an order would be refused', async () => {
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '9000000' };
    expect(await estimate(api, order)).toMatchObject({
      fills: false,
      rejectReason: 'INSUFFICIENT_MARGIN',
      units: '9000000',
    });
    const { body } = await control(api, 'POST', '/estimate', { order: { ...order, units: 'x' } });
    expect(body).toMatchObject({ badParameter: 'order.units', units: '0' });
  });

  it('is at the present quotes with a latency too', async () => {
    const latency = { minMicros: 5_000_000, maxMicros: 60_000_000 };
    const late = await testApi(sandboxScenario({ execution: { ...IDEAL_EXECUTION, latency } }));
    await late.advance({ by: '1h' });
    const told = await estimate(late, { type: 'MARKET', instrument: 'EUR_USD', units: '100' });
    const { body } = await late.request('GET', '/v3/accounts/{a}/pricing?instruments=EUR_USD');
    const [{ closeoutAsk }] = body['prices'] as [Fields];
    expect(told).toMatchObject({ fills: true, price: closeoutAsk });
  });

  it('is refused after the window', async () => {
    const over = await testApi(sandboxScenario());
    await over.advance({ to: '2024-03-10T00:00:00Z' });
    const { status } = await control(over, 'POST', '/estimate', { order: { type: 'MARKET' } });
    expect(status).toBe(409);
  });
});

/** The time in force of a type that fills at once. */
function timeOf(type: string): string {
  return type === 'MARKET' ? 'FOK' : 'GTC';
}
