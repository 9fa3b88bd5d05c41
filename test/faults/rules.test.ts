import { describe, expect, it } from 'vitest';
import { SimulationFaults } from '../../src/broker/api/faults/simulation-faults.js';
import { Simulation } from '../../src/broker/runtime/simulation/simulation.js';
import { InputError } from '../../src/core/base/input-error.js';
import type { GivenRule } from '../../src/core/fault/rule.js';
import { instant } from '../../src/core/time/instant.js';
import { testApi } from '../support/api/api.js';
import { added, faults, faulty, order } from '../support/api/faulty.js';
import { sandboxScenario } from '../support/api/sandbox-scenario.js';

const ERROR = { error: { status: 503 } };
const OPERATIONS = new Set(['createOrder', 'getOrder', 'streamPricing']);
const INVALID = "Invalid value specified for '";

/** Bad rules with the field that the answer names and the valid forms. */
const BAD: readonly (readonly [object, string, string])[] = [
  [{}, 'rule', 'must have one of error, reset, latency, lag, candleDelay, reject, stream, market'],
  [{ eror: {} }, 'eror', 'is unknown; the fields are id, operation'],
  [{ operation: 'create', ...ERROR }, 'operation', 'must be * or one of listAccounts'],
  [{ operation: 7, ...ERROR }, 'operation', 'must be an operationId such as createOrder, or *'],
  [{ probability: 1.5, ...ERROR }, 'probability', 'must be a number from 0 to 1'],
  [{ count: 0, ...ERROR }, 'count', 'must be a whole number from 1 to 1000000000'],
  [{ from: 'noon', ...ERROR }, 'from', 'must be an instant such as 2024-03-08T22:00:00Z'],
  [
    { from: '2024-03-06T00:00:00Z', to: '2024-03-06T00:00:00Z', ...ERROR },
    'to',
    'must be after from',
  ],
  [{ weekly: { from: 'Sat 12:00' }, ...ERROR }, 'weekly.from', 'must be a weekday and a time such'],
  [
    { weekly: { from: 'Saturday 12:00' }, ...ERROR },
    'weekly.to',
    'must be given: a weekday and a time',
  ],
  [
    { weekly: { from: 'Saturday 12:00', to: 'Saturday 12:00' }, ...ERROR },
    'weekly.to',
    'must differ from weekly.from',
  ],
  [{ error: { status: 200 } }, 'error.status', 'must be a whole number from 400 to 599'],
  [{ error: {} }, 'error.status', 'must be given: a whole number from 400 to 599'],
  [{ error: 503 }, 'error', 'must be an object'],
  [
    { applied: true, reject: 'ACCOUNT_LOCKED' },
    'applied',
    'must be given with error, reset or latency',
  ],
  [{ ...ERROR, reset: true }, 'reset', 'cannot be given with error'],
  [{ latency: '2 seconds' }, 'latency', 'must be a duration such as 250ms, at most 60s, or {"min"'],
  [{ latency: { min: '2s', max: '1s' } }, 'latency', 'must be a duration'],
  [{ latency: { min: '2s', most: '1s' } }, 'latency.most', 'is unknown; the fields are min, max'],
  [{ lag: '250ms', count: 3 }, 'count', 'cannot be given with lag'],
  [{ candleDelay: '1s', after: 3 }, 'after', 'cannot be given with candleDelay'],
  [{ candleDelay: 'soon' }, 'candleDelay', 'must be next-price, or a duration such as 250ms'],
  [{ reject: 'NO_MOOD' }, 'reject', 'must be one of INTERNAL_SERVER_ERROR, ACCOUNT_NOT_ACTIVE'],
  [{ stream: { slicing: 0 } }, 'stream.slicing', 'must be a whole number from 1'],
  [{ stream: {} }, 'stream', 'must have a field that does something'],
  [
    { stream: { afterLines: 3 } },
    'stream.afterLines',
    'must be given with silent, timeout or reset',
  ],
  [
    { stream: { silent: true, chance: 0.5 } },
    'stream.chance',
    'must be given with lose, duplicate or reorder',
  ],
  [{ stream: { lose: 'fills' } }, 'stream.lose', 'must be a type of line such as ORDER_FILL'],
  [{ stream: { silent: true }, ...ERROR }, 'error', 'cannot be given with stream'],
  [{ market: { halt: 'ALL' } }, 'market.instrument', 'must be given: the name of an instrument'],
  [{ market: { instrument: 'EUR_CHF', gap: 1 } }, 'market.instrument', 'must be one of EUR_USD'],
  [{ market: { instrument: 'EUR_USD' } }, 'market', 'must have one of halt, reduceOnly, spread'],
  [
    { market: { instrument: 'EUR_USD', quiet: true } },
    'market.quiet',
    'must stand under faults: of a scenario',
  ],
  [{ market: { instrument: 'EUR_USD', gap: 1 }, count: 1 }, 'count', 'cannot be given with market'],
];

describe('a rule of faults', () => {
  it('of the wrong form is refused with the field and the valid forms, and changes nothing', async () => {
    const api = await faulty();
    for (const [rule, field, form] of BAD) {
      const { status, body } = await faults(api, 'POST', rule);
      expect(status, JSON.stringify(rule)).toBe(400);
      expect(body['errorMessage']).toContain(`${INVALID}${field}'. It ${form}`);
    }
    const { body } = await faults(api, 'PUT', { rules: [ERROR, { probability: 2, ...ERROR }] });
    expect(body['errorMessage']).toContain(`${INVALID}rules.1.probability'`);
    expect((await faults(api, 'GET')).body).toEqual({ rules: [], counts: [], fired: [] });
    expect(api.sandbox.simulation.inputs.length).toBe(0);
  });

  it('of liquidity is refused where a depth table decides', async () => {
    const { execution } = sandboxScenario();
    const depth = [{ offsetPoints: 0, liquidity: 100 }];
    const api = await testApi(
      sandboxScenario({ execution: { ...execution, liquidity: { depth } } }),
    );
    const market = { instrument: 'EUR_USD', liquidity: 5 };
    const { body } = await faults(api, 'POST', { market });
    expect(body['errorMessage']).toContain('It has no effect: the scenario has a depth table');
  });

  it('is listed, replaced and removed; ids are never used twice', async () => {
    const api = await faulty();
    expect(await added(api, ERROR)).toBe('f1');
    expect(await added(api, { lag: '1s' })).toBe('f2');
    const from = '2024-03-05T10:01:00.000000000Z';
    const { body } = await faults(api, 'GET');
    expect(body['rules']).toEqual([
      { ...ERROR, id: 'f1', from },
      { lag: '1s', id: 'f2', from },
    ]);
    const replaced = await faults(api, 'PUT', { rules: [(body['rules'] as object[])[1]] });
    expect(replaced.body['rules']).toEqual([{ lag: '1s', id: 'f3', from }]);
    expect((await faults(api, 'DELETE')).body['rules']).toEqual([]);
    expect((await order(api)).status).toBe(201);
    expect(await added(api, ERROR)).toBe('f4');
  });

  it('names each fault in the log: rule, simulated time, operation, request', async () => {
    const api = await faulty([{ operation: 'createOrder', after: 1, count: 1, ...ERROR }]);
    const answers = [await order(api), await order(api), await order(api)];
    expect(answers.map(({ status }) => status)).toEqual([201, 503, 201]);
    const { body } = await faults(api, 'GET');
    expect(body['fired']).toEqual([
      {
        rule: 'f1',
        time: '2024-03-05T10:01:00.000000000Z',
        operation: 'createOrder',
        requestID: answers[1]?.headers['requestid'],
        did: 'error 503',
      },
    ]);
    expect(body['counts']).toEqual([{ id: 'f1', seen: 3, fired: 1 }]);
  });

  it('cannot be added after the window', async () => {
    const api = await faulty();
    api.sandbox.simulation.end();
    expect((await faults(api, 'POST', ERROR)).status).toBe(409);
  });
});

/** Which of `count` requests to create an order fail. */
function failures(desk: SimulationFaults, count: number): string {
  const fails = () => desk.onRequest('createOrder', '1')?.lost !== undefined;
  return Array.from({ length: count }, () => (fails() ? 'x' : '.')).join('');
}

function simulationWith(...rules: GivenRule[]): Simulation {
  return new Simulation(sandboxScenario({ faults: rules }));
}

describe('the draws of a rule', () => {
  const rule = { id: 'f1', probability: 0.3, seed: 5, ...ERROR };

  it('are those of its seed: the same requests have the same faults', () => {
    const drawn = (seed: number) =>
      failures(new SimulationFaults(simulationWith({ ...rule, seed }), OPERATIONS), 60);
    expect(drawn(5)).toBe(drawn(5));
    expect(drawn(5)).not.toBe(drawn(6));
    expect([...drawn(5)].filter(each => each === 'x').length).toBeGreaterThan(8);
  });

  it('are independent of other rules', () => {
    const other = { id: 'f2', operation: 'createOrder', probability: 0.5, latency: '1us' };
    const alone = failures(new SimulationFaults(simulationWith(rule), OPERATIONS), 40);
    expect(failures(new SimulationFaults(simulationWith(other, rule), OPERATIONS), 40)).toBe(alone);
  });

  it('go on in a fork and after a rewind from the last fault that is on record', () => {
    const simulation = simulationWith(rule);
    const desk = new SimulationFaults(simulation, OPERATIONS);
    const whole = failures(new SimulationFaults(simulationWith(rule), OPERATIONS), 90);
    const second = whole.indexOf('x', whole.indexOf('x') + 1) + 1;
    expect(failures(desk, second)).toBe(whole.slice(0, second));
    const at = simulation.now;
    const fork = simulation.fork();
    expect(failures(new SimulationFaults(fork, OPERATIONS), 30)).toBe(
      whole.slice(second, second + 30),
    );
    simulation.advanceTo(instant(at + 1_000_000));
    failures(desk, 30);
    simulation.rewind({ at });
    const rewound = new SimulationFaults(simulation, OPERATIONS);
    expect(rewound.fired(10)).toHaveLength(2);
    expect(failures(rewound, 30)).toBe(whole.slice(second, second + 30));
  });

  it('about an unknown operation in a scenario is an error of the scenario', () => {
    const make = () =>
      new SimulationFaults(simulationWith({ ...rule, operation: 'fly' }), OPERATIONS);
    expect(make).toThrow(InputError);
    expect(make).toThrow('faults.operation');
  });
});
