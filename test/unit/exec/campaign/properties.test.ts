import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../src/core/ledger/transaction.js';
import {
  breachOf,
  demandsOf,
  followedIn,
  type Property,
} from '../../../../src/exec/campaign/properties.js';
import type { Evidence } from '../../../../src/exec/campaign/subject.js';

const NOTHING = new Map<string, string>();

/** The evidence of a run with a ledger; ids count from 1. */
function evidence(ledger: readonly object[], other: Partial<Evidence> = {}): Evidence {
  return {
    ending: { kind: 'done' },
    ledger: ledger.map((each, at) => ({ id: String(at + 1), ...each })) as unknown as Transaction[],
    expectations: [],
    operations: [],
    requests: [],
    endedAt: 0,
    fired: [],
    ...other,
  };
}

function fill(units: string, more: object = {}) {
  return { type: 'ORDER_FILL', orderID: '0', instrument: 'EUR_USD', units, ...more };
}

function limit(units: string) {
  return { type: 'LIMIT_ORDER', instrument: 'EUR_USD', units };
}

/** What `seen` breaks of a property, when `calm` was the run without faults. */
function breach(property: Property, calm: Evidence, seen: Evidence, stated = NOTHING) {
  return breachOf(seen, demandsOf(calm, [property], stated))?.words;
}

describe('a property', () => {
  const bought = evidence([fill('1000')]);

  it('alive is broken by the end of a client that runs on without faults', () => {
    const endedAt = Date.UTC(2024, 2, 5) * 1_000;
    const runsOn = evidence([], { ending: { kind: 'unfinished' }, endedAt });
    expect(breach('alive', runsOn, runsOn)).toBeUndefined();
    expect(breach('alive', runsOn, evidence([], { endedAt }))).toBe(
      'the client ended at 2024-03-05T00:00:00.000000000Z; without faults it runs on',
    );
  });

  it('alive is broken by a failure, and by a client that does not end', () => {
    const failed = { ending: { kind: 'failed', words: 'exit code 1' } } as const;
    expect(breach('alive', bought, bought)).toBeUndefined();
    expect(breach('alive', bought, evidence([], failed))).toBe('the client failed: exit code 1');
    const words = 'the client had not ended when the window was over';
    expect(breach('alive', bought, evidence([], { ending: { kind: 'unfinished' } }))).toBe(words);
  });

  it('expect is broken by the first expectation that fails', () => {
    const failed = { what: 'balance', expected: '2', actual: '1', ok: false };
    const kept = { what: 'NAV', expected: '2', actual: '2', ok: true };
    const seen = evidence([], { expectations: [kept, failed] });
    expect(breach('expect', bought, seen)).toBe('balance was 1; expected: 2');
  });

  it('duplicate is broken by units that were held for a while only', () => {
    const seen = evidence([fill('1000'), fill('1000'), fill('-1000')]);
    expect(breach('duplicate', bought, seen)).toBe(
      '2000 units of EUR_USD were held and on order long; intended: 1000 at most',
    );
    expect(breach('duplicate', bought, evidence([fill('400'), fill('600')]))).toBeUndefined();
  });

  it('duplicate is broken by a second order that waits, and not by one after a cancel', () => {
    const once = evidence([limit('1000')]);
    const cancel = { type: 'ORDER_CANCEL', orderID: '1' };
    expect(breach('duplicate', once, evidence([limit('1000'), limit('1000')]))).toBeDefined();
    expect(breach('duplicate', once, evidence([limit('1000'), cancel, limit('1000')]))).toBe(
      undefined,
    );
  });

  it('position is broken by another position than that of the calm run, or than stated', () => {
    expect(breach('position', bought, evidence([fill('600')]))).toBe(
      'the position in EUR_USD was 600 units at the end; intended: 1000',
    );
    const stated = new Map([['EUR_USD', '600']]);
    expect(breach('position', bought, evidence([fill('600')]), stated)).toBeUndefined();
  });

  it('position says nothing of a client that goes in and out, unless it is stated', () => {
    const runsOn = { ending: { kind: 'unfinished' } } as const;
    const follows = evidence([fill('1000'), fill('-1000'), fill('1000')], runsOn);
    const missed = evidence([fill('1000'), fill('-1000')], runsOn);
    expect(breach('position', follows, missed)).toBeUndefined();
    expect(followedIn(demandsOf(follows, ['position'], NOTHING))).toEqual(['EUR_USD']);
    expect(followedIn(demandsOf(follows, ['alive'], NOTHING))).toEqual([]);
    const stated = new Map([['EUR_USD', '1000']]);
    expect(breach('position', follows, missed, stated)).toContain('was 0 units');
    // In and out once is one intention.
    expect(breach('position', missed, evidence([fill('1000')], runsOn))).toContain('was 1000');
  });

  it('position is held to nothing open where a client ends so, however often it goes in and out', () => {
    const flat = evidence([fill('5'), fill('-5'), fill('5'), fill('-5')]);
    expect(breach('position', flat, evidence([fill('5')]))).toContain('was 5 units');
    expect(breach('position', flat, flat)).toBeUndefined();
  });

  it('protected is broken by a trade without a stop, if the calm run had none', () => {
    const open = fill('1000', { tradeOpened: { tradeID: '1' } });
    const stop = { type: 'STOP_LOSS_ORDER', tradeID: '1' };
    const calm = evidence([open, stop]);
    expect(breach('protected', calm, evidence([open]))).toBe(
      'trade 1 was open without a stop at the end',
    );
    expect(breach('protected', calm, calm)).toBeUndefined();
    expect(breach('protected', evidence([open]), evidence([open]))).toBeUndefined();
    const closed = fill('-1000', { tradesClosed: [{ tradeID: '1' }] });
    expect(breach('protected', calm, evidence([open, closed]))).toBeUndefined();
  });
});
