import { expect, it } from 'vitest';
import { byNow } from '../../../../src/dashboard/state/by-now.js';

it('separates what is after now from what is at or before it', () => {
  const at = (second: string) => ({ time: `2024-03-05T10:00:${second}.000000000Z` });
  const all = [at('01'), at('02'), at('03')];
  expect(byNow(all, at('02').time)).toEqual([[at('01'), at('02')], [at('03')]]);
  expect(byNow(all, at('00').time)).toEqual([[], all]);
  expect(byNow(all, undefined)).toEqual([all, []]);
});
