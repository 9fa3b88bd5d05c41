import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../../../src/core/base/decimal.js';
import { Prng } from '../../../../../../src/core/base/prng.js';
import { readRule } from '../../../../../../src/core/fault/read-rule.js';
import type { CalmFacts } from '../../../../../../src/exec/campaign/suite/cases/calm-facts.js';
import { RESILIENCE } from '../../../../../../src/exec/campaign/suite/cases/resilience.js';
import { at } from '../../../../../support/market/fixtures.js';

const FROM = at('2024-03-05T10:00:00Z');
const TO = at('2024-03-05T12:00:00Z');
const CALM_FROM = at('2024-03-05T11:12:00Z');
const BUSY = at('2024-03-05T10:20:00Z');
const WRITES = RESILIENCE.flatMap(({ name }) => /^lost-(.+)$/.exec(name)?.[1] ?? []);
const FACTS: CalmFacts = {
  reach: new Set(['request', 'stream', 'market', 'latency', 'life']),
  ...{ from: FROM, to: TO, calmFrom: CALM_FROM, endedAt: TO },
  asked: new Map([...WRITES, 'getPrices'].map(operation => [operation, [FROM, BUSY]])),
  streams: new Map([['streamTransactions', 40]]),
  traded: new Map([['EUR_USD', decimal('1000')]]),
};
const IDLE: CalmFacts = { ...FACTS, asked: new Map(), streams: new Map(), traded: new Map() };

const planOf = (name: string, seed = 1, facts = FACTS) =>
  RESILIENCE.find(each => each.name === name)?.plan(new Prng(seed).fork(name), facts);

describe('the cases of the suite resilience', () => {
  it('have names of their own, in words that a command line takes', () => {
    const names = RESILIENCE.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9-]+$/);
  });

  it.each(RESILIENCE.map(({ name }) => name))('%s draws rules that end before the calm', name => {
    for (let seed = 1; seed <= 40; seed++) {
      const plan = planOf(name, seed);
      if (plan === undefined) throw new Error(`${name} draws nothing`);
      expect(plan.rules.length + Object.keys(plan.life ?? {}).length).toBeGreaterThan(0);
      for (const rule of plan.rules.map(each => readRule(each, 'f1'))) {
        const begin = rule.from ?? FROM;
        expect(begin).toBeGreaterThanOrEqual(FROM);
        expect(begin).toBeLessThan(CALM_FROM);
        // A gap of prices stays.
        if (rule.market?.gap === undefined && rule.to !== undefined) {
          expect(rule.to).toBeLessThanOrEqual(CALM_FROM);
        }
      }
    }
  });

  it('draw the same for the same seed, and not always the same', () => {
    for (const { name } of RESILIENCE) expect(planOf(name, 7)).toEqual(planOf(name, 7));
    const drawn = new Set([1, 2, 3, 4, 5].map(seed => JSON.stringify(planOf('restart', seed))));
    expect(drawn.size).toBeGreaterThan(1);
  });

  it('do not concern a client that asks for nothing, but for the clock', () => {
    const concerned = RESILIENCE.filter(({ name }) => planOf(name, 1, IDLE) !== undefined);
    expect(concerned.map(({ name }) => name)).toEqual(['clock-jump', 'restart']);
  });

  it('kill a program in a write that it sends', () => {
    const when = planOf('restart-in-write')?.life?.restart?.when;
    expect(WRITES).toContain((when as { operation: string }).operation);
  });
});
