import { describe, expect, it } from 'vitest';
import { guardStall } from '../../../../src/broker/runtime/stall-guard.js';
import { runBacktest } from '../../../../src/core/run/backtest.js';
import { ledgerHash } from '../../../../src/data/record/ledger-file.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const scenario = sandboxScenario({ strategy: { use: 'test', params: {}, accountID: OWN } });

describe('guarded work', () => {
  it('is called until it has nothing left to do', () => {
    let left = 1000;
    expect(guardStall(() => --left > 0)).toBe(true);
    expect(left).toBe(0);
  });

  it('is ended in the call that takes too long, not before', () => {
    let calls = 0;
    const work = () => {
      calls += 1;
      while (calls === 3);
      return true;
    };
    expect(guardStall(work, 200)).toBe(false);
    expect(calls).toBe(3);
  });
});

describe('a guarded run', () => {
  it('of a strategy that loops for ever is ended, and says where', () => {
    const strategy = {
      candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
      onCandle() {
        for (;;);
      },
    };
    const guard = (work: () => boolean) => guardStall(work, 200);
    const { failure, ledger } = runBacktest(scenario, { strategy, guard });
    expect(failure?.message).toBe(
      'onCandle at 2024-03-05T11:00:00.000000000Z: did not return in time, and was ended',
    );
    expect(ledger.length).toBeGreaterThan(0);
  });

  it('gives the ledger of one without', () => {
    const make = () => ({
      candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
      onCandle(context: { createOrder(order: object): number }) {
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
      },
    });
    const free = runBacktest(scenario, { strategy: make() });
    const guarded = runBacktest(scenario, { strategy: make(), guard: work => guardStall(work) });
    expect(ledgerHash(guarded.ledger)).toBe(ledgerHash(free.ledger));
    expect(guarded.ticks).toBe(free.ticks);
  });
});
