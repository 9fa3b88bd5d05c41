import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../../src/core/ledger/transaction.js';
import { ALL_PROPERTIES } from '../../../../../src/exec/campaign/properties.js';
import type {
  Evidence,
  Life,
  Schedule,
  Subject,
} from '../../../../../src/exec/campaign/subject.js';
import { RESILIENCE } from '../../../../../src/exec/campaign/suite/cases/resilience.js';
import { NO_OWN, type OwnProperties } from '../../../../../src/exec/campaign/suite/judging.js';
import { runSuite, type SuiteOrder } from '../../../../../src/exec/campaign/suite/run-suite.js';
import { at } from '../../../../support/market/fixtures.js';

const FROM = at('2024-03-05T10:00:00Z');
const TO = at('2024-03-05T12:00:00Z');
const time = '2024-03-05T10:10:00.000000000Z';
const FILL = {
  ...{ id: '2', type: 'ORDER_FILL', orderID: '1', instrument: 'EUR_USD', units: '1000', time },
  ...{ reason: 'MARKET_ORDER', fullPrice: { timestamp: time }, tradeOpened: { tradeID: '2' } },
} as unknown as Transaction;
const ORDER = {
  time,
  answered: time,
  operation: 'createOrder',
  method: 'POST',
  url: '/',
  body: '',
};

/** A client that buys once. @param under - what becomes of a run under faults. */
function client(under: (schedule: Schedule, life: Life) => Partial<Evidence>): Subject {
  return {
    reach: new Set(['request', 'market', 'latency', 'life'] as const),
    ...{ instruments: ['EUR_USD'], from: FROM, to: TO },
    run: async (schedule, life = {}) => ({
      ending: { kind: 'done' },
      ledger: [FILL],
      expectations: [],
      operations: ['createOrder'],
      requests: [{ ...ORDER, status: 201 }],
      endedAt: TO,
      fired: schedule.length > 0 || life.restart !== undefined ? ['it fired'] : [],
      ...under(schedule, life),
    }),
  };
}

const twice = { ledger: [FILL, { ...FILL, id: '4' } as Transaction] };

async function tableOf(subject: Subject, order: Partial<SuiteOrder> = {}) {
  const verdict = await runSuite(subject, {
    ...{ cases: RESILIENCE, runs: 2, seed: 1, properties: ALL_PROPERTIES, own: NO_OWN },
    ...{ intends: new Map(), lanes: 2, ...order },
  });
  if (verdict.kind !== 'done') throw new Error(`the verdict was ${verdict.kind}`);
  return verdict;
}

const rowOf = ({ rows }: Awaited<ReturnType<typeof tableOf>>, name: string) =>
  rows.find(each => each.name === name);

describe('a suite', () => {
  it('has a row for each case, with what does not concern the client', async () => {
    const table = await tableOf(client(() => ({})));
    expect(table.rows).toHaveLength(RESILIENCE.length);
    expect(rowOf(table, 'lost-createOrder')).toMatchObject({ runs: 2, met: 2, failures: [] });
    expect(rowOf(table, 'lost-closeTrade')?.unless).toBe('it sends no closeTrade');
    expect(rowOf(table, 'stream-cut')?.unless).toBe('it is of programs only');
    expect(table.properties).not.toContain('expect');
  });

  it('does not look at the position of a client that follows signals, and says where', async () => {
    const units = ['1000', '-1000', '1000'];
    const ledger = units.map(
      (each, at) => ({ ...FILL, id: `${at + 2}`, units: each }) as Transaction,
    );
    const under = (schedule: Schedule) => ({
      ...{ ending: { kind: 'unfinished' } as const, ledger },
      ...(schedule.length > 0 && { ledger: ledger.slice(0, 2) }),
    });
    const table = await tableOf(client(under));
    expect(table.follows).toEqual(['EUR_USD']);
    const [cell] = rowOf(table, '503')?.cells.filter(each => each.property === 'position') ?? [];
    expect(cell).toEqual({ property: 'position', judged: 0, broken: 0 });
    const stated = await tableOf(client(under), { intends: new Map([['EUR_USD', '1000']]) });
    expect(stated.follows).toEqual([]);
    expect(rowOf(stated, '503')?.failures.map(each => each.property)).toEqual(['position']);
  });

  it('finds a property that breaks, shrinks it, and counts the runs', async () => {
    const breaks = (schedule: Schedule) =>
      schedule.some(({ error }) => error?.status === 504) ? twice : {};
    const table = await tableOf(client(breaks), { runs: 8 });
    const row = rowOf(table, 'lost-createOrder');
    expect(row?.failures.map(({ property }) => property)).toEqual(['duplicate', 'position']);
    const [failure] = row?.failures ?? [];
    expect(failure?.plan.rules).toEqual([
      { operation: 'createOrder', count: 1, applied: true, error: { status: 504 } },
    ]);
    const cell = row?.cells.find(({ property }) => property === 'duplicate');
    expect(cell?.judged).toBe(8);
    expect(cell?.broken).toBeGreaterThan(0);
    expect(cell?.broken).toBeLessThan(8);
  });

  it('is the same with any number of lanes', async () => {
    const breaks = (_: Schedule, { restart }: Life) => (restart === undefined ? {} : twice);
    const one = await tableOf(client(breaks), { lanes: 1 });
    expect(await tableOf(client(breaks), { lanes: 3 })).toEqual(one);
    expect(rowOf(one, 'restart')?.failures).toHaveLength(2);
  });

  it('lets a client stop where a person must look, and nowhere else', async () => {
    const stops = {
      ending: { kind: 'failed', words: 'exit code 1', exitCode: 1 },
      ledger: [],
    } as const;
    const table = await tableOf(client(schedule => (schedule.length > 0 ? stops : {})));
    expect(rowOf(table, '401')?.failures).toEqual([]);
    expect(rowOf(table, 'reject-locked')?.failures).toEqual([]);
    expect(rowOf(table, '503')?.failures.map(each => each.property)).toEqual(['alive', 'position']);
    // Other prices may give other trades.
    expect(rowOf(table, 'old-prices')?.failures.map(each => each.property)).toEqual(['alive']);
  });

  it('holds the client to properties of the user', async () => {
    const own: OwnProperties = {
      names: ['one order'],
      broken: async ({ requests, case: name }) =>
        new Map(requests.length > 1 ? [['one order', `${requests.length} in ${name}`]] : []),
    };
    const request = { ...ORDER, status: 201 };
    const breaks = (schedule: Schedule) =>
      schedule.some(({ reject }) => reject === 'ACCOUNT_LOCKED')
        ? { requests: [request, request] }
        : {};
    const table = await tableOf(client(breaks), { own });
    expect(rowOf(table, 'reject-locked')?.failures).toMatchObject([
      { property: 'one order', words: '2 in reject-locked' },
    ]);
    expect(table.properties.at(-1)).toBe('one order');
  });

  it('says that a client breaks without faults, or differs from run to run', async () => {
    const order = { cases: RESILIENCE, runs: 1, seed: 1, properties: ALL_PROPERTIES };
    const rest = { own: NO_OWN, intends: new Map([['EUR_USD', '500']]), lanes: 1 };
    const calm = client(() => ({}));
    expect(await runSuite(calm, { ...order, ...rest })).toMatchObject({
      kind: 'broken-without-faults',
      breach: { property: 'position' },
    });
    let runs = 0;
    const restless = client(() => ({ endedAt: TO - (runs++ % 2) }));
    const none = { ...rest, intends: new Map() };
    expect(await runSuite(restless, { ...order, ...none })).toEqual({ kind: 'differs' });
  });
});
