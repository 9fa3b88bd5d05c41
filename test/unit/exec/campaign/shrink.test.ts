import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shrink } from '../../../../src/exec/campaign/shrink.js';
import type { FaultRuleFields, Schedule } from '../../../../src/exec/campaign/subject.js';

const FROM = '2024-03-05T10:00:00.000000000Z';
const LIMIT = { runs: 1_000 };

/** Rules with a name each, of which some are needed. */
function named(names: readonly string[]): Schedule {
  return names.map(name => ({ operation: name, count: 1 }));
}

function hasAll(schedule: Schedule, needed: readonly string[]): boolean {
  return needed.every(name => schedule.some(({ operation }) => operation === name));
}

describe('a schedule that is shrunk', () => {
  it('has exactly the rules that are needed, whichever they are', async () => {
    const rules = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 });
    const cases = rules.chain(names =>
      fc.tuple(fc.constant(names), fc.subarray(names, { minLength: 1 })),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([names, needed]) => {
        const left = await shrink(named(names), async each => hasAll(each, needed), LIMIT);
        expect(left).toEqual(named(needed));
      }),
      { numRuns: 50 },
    );
  });

  it('loses fields, faults and time that are not needed', async () => {
    const rule: FaultRuleFields = {
      from: FROM,
      to: '2024-03-05T10:08:00.000000000Z',
      operation: 'createOrder',
      after: 2,
      count: 3,
      probability: 0.5,
      seed: 7,
      applied: true,
      reset: true,
    };
    expect(await shrink([rule], async () => true, LIMIT)).toEqual([
      {
        from: FROM,
        to: '2024-03-05T10:00:01.000000000Z',
        operation: 'createOrder',
        count: 1,
        applied: true,
        reset: true,
      },
    ]);
  });

  it('keeps the time that is needed', async () => {
    const rule: FaultRuleFields = {
      from: FROM,
      to: '2024-03-05T10:00:08.000000000Z',
      market: { instrument: 'EUR_USD' },
    };
    const needed = '2024-03-05T10:00:05.000000000Z';
    const breaks = async ([each]: Schedule) =>
      String(each?.['from']) < needed && needed < String(each?.['to']);
    expect(await shrink([rule], breaks, LIMIT)).toEqual([
      { ...rule, from: '2024-03-05T10:00:04.000000000Z', to: '2024-03-05T10:00:06.000000000Z' },
    ]);
  });

  it('stops at the limit of runs', async () => {
    let runs = 0;
    const breaks = async () => {
      runs += 1;
      return true;
    };
    await shrink(named(['a', 'b', 'c', 'd']), breaks, { runs: 2 });
    expect(runs).toBe(2);
  });
});
