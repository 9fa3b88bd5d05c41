import { describe, expect, it } from 'vitest';
import { readRule } from '../../../../src/core/fault/read-rule.js';
import { Schedules } from '../../../../src/exec/campaign/schedules.js';
import type { Evidence, FaultReach, Subject } from '../../../../src/exec/campaign/subject.js';
import { at } from '../../../support/market/fixtures.js';

const FROM = at('2024-03-05T10:00:00Z');
const TO = at('2024-03-05T12:00:00Z');
const CALM_FROM = at('2024-03-05T11:12:00Z');
const CALM: Evidence = {
  ending: { kind: 'done' },
  ledger: [],
  expectations: [],
  operations: ['createOrder', 'listOrders', 'streamTransactions'],
  requests: [],
  endedAt: TO,
  fired: [],
};

function subject(...reach: readonly FaultReach[]): Subject {
  const run = () => Promise.resolve(CALM);
  return { reach: new Set(reach), instruments: ['EUR_USD'], from: FROM, to: TO, run };
}

function rules(seed: number, ...reach: readonly FaultReach[]) {
  const schedules = new Schedules(subject(...reach), CALM, seed);
  return Array.from({ length: 300 }, (_, run) => schedules.at(run)).flat();
}

describe('schedules of faults', () => {
  it('have rules that a server takes, and a calm end of the window', () => {
    const read = rules(1, 'request', 'stream', 'market', 'latency').map(each =>
      readRule(each, 'f1'),
    );
    for (const { from, to } of read) {
      expect(from).toBeGreaterThanOrEqual(FROM);
      expect(to).toBeLessThanOrEqual(CALM_FROM);
    }
    const effects = ['error', 'latency', 'lag', 'reject', 'stream', 'market'] as const;
    for (const effect of effects) {
      expect(read.some(rule => rule[effect] !== undefined)).toBe(true);
    }
  });

  it('are the same for the same seed, and others for another', () => {
    expect(rules(1, 'request')).toEqual(rules(1, 'request'));
    expect(rules(1, 'request')).not.toEqual(rules(2, 'request'));
  });

  it('have only what reaches the client', () => {
    const market = rules(1, 'market');
    expect(market.every(rule => 'market' in rule)).toBe(true);
    expect(rules(1, 'request').some(rule => 'latency' in rule)).toBe(false);
  });
});
