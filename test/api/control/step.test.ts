import { beforeEach, describe, expect, it } from 'vitest';
import { IDEAL_EXECUTION } from '../../../src/core/engine/state/execution-model.js';
import { type TestAnswer, type TestApi, testApi } from '../../support/api/api.js';
import { control, forkOf } from '../../support/api/control.js';
import { FOREIGN, OWN, OWN_SECOND, sandboxScenario } from '../../support/api/sandbox-scenario.js';
import { ledgerLength } from '../../support/api/trading.js';
import { checkerOf, closed } from '../../support/contract/schemas.js';
import { BUSY, ledSimulation, withStrategy } from '../../support/market/live-strategy.js';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
const BUY = { operation: 'createOrder', order: MARKET };
const LATE = {
  ...IDEAL_EXECUTION,
  latency: { minMicros: 50_000_000, maxMicros: 50_000_000 },
};

const isStep = checkerOf(closed).getSchema('Step') ?? expect.unreachable();

/** Steps; what a step answers must be what is published of it. */
async function step(api: TestApi, body: object): Promise<TestAnswer> {
  const answer = await control(api, 'POST', '/step', body);
  if (answer.status === 200) expect(isStep(answer.body), JSON.stringify(isStep.errors)).toBe(true);
  return answer;
}

/** The body of a step that is not refused. */
async function stepped(api: TestApi, body: object): Promise<StepBody> {
  const { status, text, body: found } = await step(api, body);
  expect(status, text).toBe(200);
  return found as unknown as StepBody;
}

interface StepBody {
  readonly clock: Readonly<Record<string, unknown>>;
  readonly results: readonly { readonly status: number; readonly body: Record<string, unknown> }[];
  readonly prices: readonly { readonly instrument: string }[];
  readonly accounts: readonly AccountBody[];
  readonly candles: readonly { readonly candles: readonly object[] }[];
}

interface AccountBody {
  readonly accountID: string;
  readonly lastTransactionID: string;
  readonly changes: { readonly transactions: readonly { readonly type: string }[] };
  readonly state: object;
}

interface DocumentBody {
  readonly paths: {
    readonly '/_sim/step': {
      readonly post: {
        readonly requestBody: {
          readonly content: {
            readonly 'application/json': {
              readonly examples: Readonly<Record<string, { readonly value: object }>>;
            };
          };
        };
      };
    };
  };
}

const typesOf = (account: AccountBody | undefined) =>
  account?.changes.transactions.map(({ type }) => type);

describe('a step', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
  });

  it('carries commands out at now, moves time, and answers prices, changes and candles', async () => {
    const before = (await control(api, 'GET', '/clock')).body;
    const answer = await stepped(api, {
      commands: [BUY],
      advance: { by: '2m' },
      instruments: ['EUR_USD'],
      accounts: [{ accountID: OWN }],
      candles: [{ instrument: 'EUR_USD', granularity: 'M1', price: 'BA' }],
    });
    expect(answer.clock).toEqual((await control(api, 'GET', '/clock')).body);
    expect(answer.clock['now']).toBe('2024-03-05T11:02:00.000000000Z');
    const [result] = answer.results;
    expect(result).toMatchObject({
      status: 201,
      body: { orderFillTransaction: { time: before['now'], units: '100' } },
    });
    const pricing = await api.request('GET', '/v3/accounts/{a}/pricing?instruments=EUR_USD');
    const [price] = pricing.body['prices'] as object[];
    expect(price).toMatchObject(answer.prices[0] as object);
    expect(answer.prices).toHaveLength(1);
    const [account] = answer.accounts;
    const changes = await api.request('GET', '/v3/accounts/{a}/changes?sinceTransactionID=3');
    expect(account).toEqual({ accountID: OWN, ...changes.body });
    expect(typesOf(account)).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
    const range = 'from=2024-03-05T11:00:00Z&to=2024-03-05T11:02:00Z&granularity=M1&price=BA';
    const candles = await api.request('GET', `/v3/instruments/EUR_USD/candles?${range}`);
    expect(answer.candles).toEqual([candles.body]);
    expect(answer.candles[0]?.candles).toHaveLength(2);
  });

  it('stays where it is without `advance`, and answers everything by default', async () => {
    const before = (await control(api, 'GET', '/clock')).body;
    const answer = await stepped(api, {});
    expect(answer.clock).toEqual(before);
    expect(answer.results).toEqual([]);
    expect(answer.prices.map(each => each.instrument)).toEqual(['EUR_USD', 'USD_JPY', 'GBP_USD']);
    expect(answer.accounts.map(each => each.accountID)).toEqual([OWN, OWN_SECOND, FOREIGN]);
    expect(answer.candles).toEqual([]);
    const none = await stepped(api, { instruments: [], accounts: [] });
    expect([none.prices, none.accounts]).toEqual([[], []]);
  });

  it('takes no body for an empty one, and stands under the id of the simulation, too', async () => {
    expect((await control(api, 'POST', '/step')).status).toBe(200);
    const fork = await forkOf(api, {});
    const { body } = await fork.control('POST', '/step', {
      commands: [BUY],
      advance: { ticks: 3 },
    });
    expect((body as unknown as StepBody).results[0]?.status).toBe(201);
    expect(fork.sandbox.simulation.ticks).toBe(api.sandbox.simulation.ticks + 3);
    expect(ledgerLength(api)).toBe(9);
  });

  it('gives what the market refuses as an answer in its place, and goes on', async () => {
    const commands = [
      { ...BUY, order: { ...MARKET, units: '900000' } },
      { operation: 'cancelOrder', orderSpecifier: '77' },
      { operation: 'setTradeDependentOrders', tradeSpecifier: '77', takeProfit: null },
      { ...BUY, accountID: OWN_SECOND, order: { ...MARKET, units: '0' } },
      BUY,
      { operation: 'closePosition', instrument: 'EUR_USD', longUnits: 'ALL' },
    ];
    const { results, accounts } = await stepped(api, { commands, advance: { by: '1m' } });
    const codes = results.map(({ status, body }) => [status, body['errorCode']]);
    expect(codes).toEqual([
      [201, undefined],
      [404, 'ORDER_DOESNT_EXIST'],
      [404, 'NO_SUCH_TRADE'],
      [400, 'UNITS_INVALID'],
      [201, undefined],
      [200, undefined],
    ]);
    expect(results[0]?.body).toMatchObject({
      orderCancelTransaction: { reason: 'INSUFFICIENT_MARGIN' },
    });
    expect(typesOf(accounts[1])).toEqual(['MARKET_ORDER_REJECT']);
  });

  it('lets a command name what one before it made', async () => {
    const order = { ...MARKET, tradeClientExtensions: { id: 'mine' } };
    const commands = [
      { ...BUY, order },
      {
        operation: 'setTradeDependentOrders',
        tradeSpecifier: '@mine',
        stopLoss: { distance: 0.005 },
      },
      { operation: 'closeTrade', tradeSpecifier: '@mine', units: 40 },
    ];
    const { results } = await stepped(api, { commands });
    expect(results.map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(results[2]?.body).toMatchObject({ orderFillTransaction: { units: '-40' } });
  });

  it('ends a turn at a fill, and says when the window is over', async () => {
    const order = { ...MARKET, takeProfitOnFill: { price: '1.0860' } };
    const first = await stepped(api, {
      commands: [{ ...BUY, order }],
      advance: { to: '2024-03-09T00:00:00Z', until: 'fill' },
    });
    expect(typesOf(first.accounts[0])?.at(-1)).toBe('ORDER_FILL');
    expect(first.clock['state']).toBe('paused');
    const last = await stepped(api, { advance: { by: '52w' } });
    expect(last.clock['state']).toBe('ended');
    const after = await stepped(api, { commands: [BUY], advance: { by: '1h' } });
    const errorMessage = 'The simulated window is over';
    expect(after.results).toEqual([{ status: 503, body: { errorMessage } }]);
    expect(after.clock).toEqual(last.clock);
  });

  it('stays with `orStay` when nothing stops it, but carries its commands out', async () => {
    const advance = { by: '1m', until: 'fill', orStay: true };
    const { clock, results } = await stepped(api, { commands: [BUY], advance });
    expect([clock['now'], results[0]?.status]).toEqual(['2024-03-05T11:00:00.000000000Z', 201]);
    const order = { ...MARKET, trailingStopLossOnFill: { distance: '0.00050' } };
    const commands = [{ ...BUY, order }];
    const moved = await stepped(api, { commands, advance: { ...advance, by: '20h' } });
    expect(moved.clock['now']).not.toBe(clock['now']);
    expect(moved.clock['now']).not.toBe('2024-03-06T07:00:00.000000000Z');
  });

  it('answers what an account did since a transaction that the client has', async () => {
    await api.request('POST', '/v3/accounts/{a}/orders', { order: MARKET });
    const accounts = [{ accountID: OWN, sinceTransactionID: '4' }];
    const { accounts: found } = await stepped(api, { accounts, advance: { ticks: 1 } });
    expect(typesOf(found[0])).toEqual(['ORDER_FILL']);
    expect(typesOf((await stepped(api, {})).accounts[0])).toEqual([]);
  });

  it('is refused as an advance is while the clock plays, with nothing carried out', async () => {
    const paced = await testApi(sandboxScenario(), { mode: 'paced' });
    const before = ledgerLength(paced);
    await control(paced, 'POST', '/clock/play', { speed: 0.001 });
    const refused = await step(paced, { commands: [BUY], advance: { by: '1m' } });
    const advance = await control(paced, 'POST', '/clock/advance', { by: '1m' });
    expect([refused.status, refused.body]).toEqual([409, advance.body]);
    expect(ledgerLength(paced)).toBe(before);
    await control(paced, 'POST', '/clock/pause');
    const { results } = await stepped(paced, { commands: [BUY], advance: { by: '1m' } });
    expect(results[0]?.status).toBe(201);
    await paced.app.close();
  });

  it.each(['paced', 'lockstep', 'on-poll'] as const)(
    'takes a paused clock of any mode: %s',
    async mode => {
      const paused = await testApi(sandboxScenario(), { mode });
      const { clock, results } = await stepped(paused, {
        commands: [BUY],
        advance: { candle: 'M5' },
      });
      expect([clock['mode'], clock['state'], results[0]?.status]).toEqual([mode, 'paused', 201]);
      expect(clock['now']).toBe('2024-03-05T10:05:00.000000000Z');
      await paused.app.close();
    },
  );

  it('takes the examples of the document', async () => {
    const { body } = await api.bare('GET', '/openapi.json');
    const { paths } = body as unknown as DocumentBody;
    const { examples } = paths['/_sim/step'].post.requestBody.content['application/json'];
    const values = Object.values(examples).map(({ value }) => value);
    expect(values).toHaveLength(3);
    for (const value of values) {
      for (const { status } of (await stepped(api, value)).results) expect(status).toBe(201);
    }
  });

  it('needs the token of control', async () => {
    expect((await api.request('POST', '/_sim/step', {})).status).toBe(403);
    expect((await api.bare('POST', '/_sim/step', {})).status).toBe(401);
  });
});

describe('a step of which one part is wrong', () => {
  const order = (fields: object) => ({ commands: [BUY, { ...BUY, order: fields }] });
  const LIST = 'createOrder, replaceOrder, cancelOrder, setOrderClientExtensions';
  it.each<[string, object, string, string]>([
    ['no such operation', { commands: [BUY, { operation: 'x' }] }, 'commands.1.operation', LIST],
    ['a list of one', { commands: [{ operation: ['createOrder'] }] }, 'commands.0.operation', LIST],
    ['no operation', { commands: [{}] }, 'commands.0.operation', 'It was missing'],
    ['a command that is none', { commands: [BUY, 7] }, 'commands.1', 'of the JSON type object'],
    ['a read', { commands: [{ operation: 'getOrder' }] }, 'commands.0.operation', LIST],
    ['no order', { commands: [{ operation: 'createOrder' }] }, 'commands.0.order', 'It is missing'],
    [
      'an unknown field',
      { commands: [{ ...BUY, units: '1' }] },
      'commands.0.units',
      'There is no such field; the fields are operation, accountID, order',
    ],
    [
      'no specifier',
      { commands: [{ operation: 'cancelOrder' }] },
      'commands.0.orderSpecifier',
      'It is missing',
    ],
    [
      'a specifier that is none',
      { commands: [{ operation: 'cancelOrder', orderSpecifier: 'x' }] },
      'commands.0.orderSpecifier',
      'an order’s id, or `@` and the client id of a pending order',
    ],
    [
      'units that are no number',
      order({ ...MARKET, units: 'x' }),
      'commands.1.order.units',
      'a decimal',
    ],
    ['no type', order({ units: '1' }), 'commands.1.order.type', 'It is missing'],
    [
      'a spelling of 2016',
      order({ ...MARKET, positionFill: 'POSITION_DEFAULT' }),
      'commands.1.order.positionFill',
      'It was "POSITION_DEFAULT"; it must be one of OPEN_ONLY, REDUCE_FIRST, REDUCE_ONLY, DEFAULT',
    ],
    ['an unknown type', order({ ...MARKET, type: 'X' }), 'commands.1.order.type', 'one of MARKET'],
    ['null', order({ ...MARKET, units: null }), 'commands.1.order.units', ''],
    ['a list', order({ ...MARKET, price: [] }), 'commands.1.order.price', ''],
    [
      'an unknown instrument',
      order({ ...MARKET, instrument: 'EUR_ZZZ' }),
      'commands.1.order.instrument',
      'It was "EUR_ZZZ"; it must be one of EUR_USD, USD_JPY, GBP_USD',
    ],
    [
      'a bad detail of a trade',
      {
        commands: [
          {
            operation: 'setTradeDependentOrders',
            tradeSpecifier: '1',
            takeProfit: { price: 'x' },
          },
        ],
      },
      'commands.0.takeProfit.price',
      'a decimal number',
    ],
    [
      'bad units of a trade',
      { commands: [{ operation: 'closeTrade', tradeSpecifier: '1', units: 'x' }] },
      'commands.0.units',
      'a decimal number',
    ],
    [
      'bad units of a side',
      { commands: [{ operation: 'closePosition', instrument: 'EUR_USD', shortUnits: 'x' }] },
      'commands.0.shortUnits',
      '',
    ],
    [
      'a position that is none',
      { commands: [{ operation: 'closePosition', instrument: 'EUR_ZZZ' }] },
      'commands.0.instrument',
      'It was "EUR_ZZZ"; it must be one of EUR_USD',
    ],
    [
      'an unknown account',
      { commands: [{ ...BUY, accountID: '101-001-9999999-001' }] },
      'commands.0.accountID',
      `It was "101-001-9999999-001"; it must be one of ${OWN}, ${OWN_SECOND}, ${FOREIGN}`,
    ],
    [
      'an account that is none',
      { commands: [{ ...BUY, accountID: 7 }] },
      'commands.0.accountID',
      '',
    ],
    ['commands that are no list', { commands: {} }, 'commands', 'of the JSON type array'],
    [
      'too many commands',
      { commands: Array(1_001).fill({ operation: 'cancelOrder', orderSpecifier: '1' }) },
      'commands',
      'a list of at most 1000',
    ],
    [
      'an unknown field of its own',
      { comands: [] },
      'comands',
      'There is no such field; the fields',
    ],
    [
      'a time that goes back',
      { advance: { to: '2024-03-05T09:00:00Z' } },
      'advance.to',
      'in the past',
    ],
    [
      'a day that is none',
      { advance: { to: '2024-04-31T00:00:00Z' } },
      'advance.to',
      'It was "2024-04-31T00:00:00Z"; it must be an instant',
    ],
    [
      'a time without end',
      { advance: { by: '999999999w' } },
      'advance.by',
      'It was "999999999w"; it must be a duration of at most 285 years',
    ],
    ['a negative time', { advance: { by: '-1m' } }, 'advance.by', 'a duration'],
    ['no goal', { advance: {} }, 'advance', 'one of `by`, `to`, `ticks` and `candle`'],
    ['two goals', { advance: { by: '1m', ticks: 1 } }, 'advance', 'one of `by`'],
    ['ticks and a stop', { advance: { ticks: 1, until: 'fill' } }, 'advance', '`ticks` alone'],
    ['an unknown granularity', { advance: { candle: 'M7' } }, 'advance.candle', 'one of S5'],
    ['an unknown price', { instruments: ['EUR_ZZZ'] }, 'instruments.0', 'one of EUR_USD'],
    ['a name that is none', { instruments: ['x'] }, 'instruments.0', 'base and quote'],
    ['another account', { accounts: [{ accountID: '1-1-1-1' }] }, 'accounts.0.accountID', ''],
    [
      'an unknown transaction',
      { accounts: [{ accountID: OWN, sinceTransactionID: '99' }] },
      'accounts.0.sinceTransactionID',
      'It was "99"; it must be a transaction of the account, 1 to 3',
    ],
    [
      'candles of nothing',
      { candles: [{ instrument: 'EUR_ZZZ', granularity: 'M1' }] },
      'candles.0.instrument',
      'one of EUR_USD',
    ],
    [
      'candles of no price',
      { candles: [{ instrument: 'EUR_USD', granularity: 'M1', price: 'X' }] },
      'candles.0.price',
      'letters of M, B and A',
    ],
  ])('%s: names the place and the rule, and does nothing', async (_, body, place, rule) => {
    const api = await testApi(sandboxScenario());
    const before = [ledgerLength(api), api.sandbox.simulation.place];
    const wrong = { commands: [BUY], advance: { by: '1m' }, ...body };
    const { status, body: answer } = await step(api, wrong);
    expect(status).toBe(400);
    expect(answer['errorMessage']).toContain(`Invalid value specified for '${place}'`);
    expect(answer['errorMessage']).toContain(rule);
    expect([ledgerLength(api), api.sandbox.simulation.place]).toEqual(before);
  });

  it.each([['[]'], ['7'], ['"x"'], ['null'], ['{"advance":{"by":NaN}}'], ['{']])(
    'a body of %s is refused',
    async payload => {
      const api = await testApi(sandboxScenario());
      const headers = {
        authorization: 'Bearer control-token-of-the-tests',
        'content-type': 'application/json',
      };
      const sent = { method: 'POST', url: '/_sim/step', headers, payload } as const;
      const { statusCode } = await api.app.inject(sent);
      expect(statusCode).toBe(payload === 'null' ? 200 : 400);
    },
  );
});

describe('a step under latency', () => {
  it('answers 202 for a command that is on its way when it ends; a later step has it', async () => {
    const api = await testApi(sandboxScenario({ execution: LATE }));
    const first = await stepped(api, { commands: [BUY], advance: { by: '30s' } });
    expect(first.results).toEqual([{ status: 202, body: {} }]);
    expect(first.clock['waiting']).toBe(1);
    expect(typesOf(first.accounts[0])).toEqual([]);
    const second = await stepped(api, { advance: { by: '30s' } });
    expect(typesOf(second.accounts[0])).toEqual(['MARKET_ORDER', 'ORDER_FILL']);
  });

  it('answers in full for a command that takes effect within it', async () => {
    const api = await testApi(sandboxScenario({ execution: LATE }));
    const { results } = await stepped(api, { commands: [BUY, BUY], advance: { by: '1m' } });
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
    expect(results[0]?.body).toMatchObject({ lastTransactionID: '5' });
  });

  it('answers 503 for a command whose market ends or is rewound first', async () => {
    const api = await testApi(sandboxScenario({ execution: LATE }));
    await api.advance({ to: '2024-03-08T23:59:30Z' });
    const { results } = await stepped(api, { commands: [BUY] });
    expect(results[0]?.status).toBe(503);
  });
});

describe('steps of two clients', () => {
  it('take turns: the second begins where the first has ended', async () => {
    const api = await testApi(sandboxScenario());
    const long = { commands: [BUY], advance: { by: '60h' }, accounts: [] };
    const [one, two, three] = await Promise.all([
      stepped(api, long),
      stepped(api, { commands: [BUY], advance: { by: '1m' }, accounts: [] }),
      stepped(api, { commands: [BUY], accounts: [] }),
    ]);
    const filledAt = (time: unknown) => [{ status: 201, body: { orderFillTransaction: { time } } }];
    expect(two.results).toMatchObject(filledAt(one.clock['now']));
    expect(three.results).toMatchObject(filledAt(two.clock['now']));
    expect(one.clock['now']).toBe('2024-03-07T22:00:00.000000000Z');
    expect(three.clock['now']).toBe('2024-03-07T22:01:00.000000000Z');
  });
});

describe('a step while which its market is', () => {
  /** A step of days whose prices are read, so that it is under way when this is called. */
  async function underWay() {
    const api = await testApi(sandboxScenario());
    await api.advance({ by: '1h' });
    const fork = await forkOf(api, {});
    fork.sandbox.simulation.onPrices(() => undefined);
    const series = [{ instrument: 'EUR_USD', granularity: 'M1' }];
    const asked = { commands: [BUY], advance: { by: '80h' }, candles: series };
    const stepping = fork.control('POST', '/step', asked);
    while (!fork.sandbox.clock.isTurning) await new Promise(resolve => setImmediate(resolve));
    return { fork, stepping };
  }

  it('rewound: it ends where the market is then, and its command is undone', async () => {
    const { fork, stepping } = await underWay();
    expect((await fork.control('POST', '/rewind', { to: '2024-03-05T10:30:00Z' })).status).toBe(
      200,
    );
    const { status, body } = await stepping;
    const { clock, results, accounts, candles } = body as unknown as StepBody;
    expect([status, clock['now']]).toEqual([200, '2024-03-05T10:30:00.000000000Z']);
    expect(results[0]?.status).toBe(201);
    expect([typesOf(accounts[0]), accounts[0]?.lastTransactionID]).toEqual([[], '3']);
    expect(candles[0]?.candles).toEqual([]);
  });

  it('deleted: 404; and 503 when the server stops', async () => {
    const { fork, stepping } = await underWay();
    expect((await fork.control('DELETE', '')).status).toBe(204);
    expect((await stepping).status).toBe(404);
    const other = await underWay();
    other.fork.sandbox.clock.end();
    expect((await other.stepping).status).toBe(503);
  });
});

it('commands and results have the spelling of the server', async () => {
  const api = await testApi(sandboxScenario(), { dialect: '2016' });
  const order = {
    ...MARKET,
    type: 'LIMIT',
    price: '1.0',
    positionFill: 'POSITION_REDUCE_FIRST',
    triggerCondition: 'TRIGGER_BID',
  };
  const { results, accounts } = await stepped(api, { commands: [{ ...BUY, order }] });
  expect(results[0]?.status).toBe(201);
  expect(accounts[0]?.changes).toMatchObject({
    ordersCreated: [{ positionFill: 'POSITION_REDUCE_FIRST', triggerCondition: 'TRIGGER_BID' }],
  });
});

it('waits for strategies that run beside it: each command, then the turn', async () => {
  const loaded = await withStrategy(BUSY);
  const { simulation } = await ledSimulation(loaded);
  const api = await testApi(loaded.scenario, { simulation });
  const order = { ...MARKET, tradeClientExtensions: { id: 'mine' } };
  const commands = [
    { ...BUY, order },
    { operation: 'setTradeDependentOrders', tradeSpecifier: '@mine', stopLoss: { price: '1.0' } },
    { operation: 'closeTrade', tradeSpecifier: '@mine' },
    { operation: 'closeTrade', tradeSpecifier: '@mine' },
  ];
  const [one, two] = await Promise.all([
    stepped(api, { commands, advance: { by: '2h' } }),
    stepped(api, { commands: [BUY], advance: { candle: 'H1' } }),
  ]);
  expect(one.results.map(({ status }) => status)).toEqual([201, 200, 200, 404]);
  expect(typesOf(one.accounts[0])?.length).toBeGreaterThan(20);
  expect(two.results[0]?.body).toMatchObject({ orderFillTransaction: { time: one.clock['now'] } });
});
