import { expect, it } from 'vitest';
import type {
  CallRecord,
  StrategyAct,
} from '../../../../../src/broker/runtime/pilot/transcript.js';
import { partsOf, StepParts } from '../../../../../src/broker/runtime/pilot/transcript-parts.js';
import { instant } from '../../../../../src/core/time/instant.js';

const HEAD = { now: 1, transactions: 2, accepted: 3, digest: '' };

function timers(count: number): StrategyAct[] {
  return Array.from({ length: count }, (_, number) => ['timer', instant(number), number]);
}

it('gives the calls of each take back, however they were cut', () => {
  const calls: CallRecord[] = [
    { call: 1, acts: timers(2) },
    { call: 4, acts: timers(1_000), hasBegun: true },
    { call: 5, acts: [], fault: { message: 'no', why: 'no' } },
    { call: 9, acts: timers(16) },
    { call: 10, acts: timers(17), fault: { message: 'no', why: 'because' } },
  ];
  for (const length of [1, 100, 1_000, 1e9]) {
    const step = new StepParts();
    for (const take of [0, 2]) {
      for (const part of partsOf(calls, length)) step.add({ take, calls: part });
    }
    const takes = [{}, { refused: 'no' }, { fresh: [] }];
    const whole = step.end({ ...HEAD, takes });
    expect(whole.takes).toEqual([{ calls }, { refused: 'no', calls: [] }, { fresh: [], calls }]);
    expect(step.end({ ...HEAD, takes: [{}] }).takes).toEqual([{ calls: [] }]);
  }
});

it('ends a part soon after its length, also within a call', () => {
  const lengths = [...partsOf([{ call: 1, acts: timers(10_000) }], 2_000)].map(part => part.length);
  expect(lengths.length).toBeGreaterThan(50);
  expect(Math.max(...lengths)).toBeLessThan(3_000);
});
