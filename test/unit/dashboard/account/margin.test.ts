import { expect, it } from 'vitest';
import { marginWay } from '../../../../src/dashboard/account/margin.js';
import type { AccountSummary } from '../../../../src/dashboard/wire/types.js';

it('shows how near the margin closeout is', () => {
  const way = (percent: string) => marginWay({ marginCloseoutPercent: percent } as AccountSummary);
  expect(way('0.00000')).toEqual({ gone: 0, kind: 'calm' });
  expect(way('0.50000')).toEqual({ gone: 0.5, kind: 'used-up' });
  expect(way('0.80000')).toEqual({ gone: 0.8, kind: 'near' });
  expect(way('1.70000')).toEqual({ gone: 1, kind: 'near' });
});
