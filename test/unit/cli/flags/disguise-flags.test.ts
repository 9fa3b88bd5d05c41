import { expect, it } from 'vitest';
import { withDisguise } from '../../../../src/cli/flags/disguise-flags.js';

const asked = (...disguise: string[]) => withDisguise({}, { disguise });

it('--disguise takes weeks, and for one instrument another name and a scale', () => {
  expect(asked('weeks=626', 'EUR_USD=AAA_USD', 'EUR_USD=1.6')).toEqual({
    overrides: {
      disguise: { weeks: 626, names: { EUR_USD: 'AAA_USD' }, scale: { EUR_USD: '1.6' } },
    },
  });
  expect(asked()).toEqual({});
});

it.each([
  [['weeks=1', 'weeks=2'], 'weeks is given twice'],
  [['scale=2', 'scale=5'], 'scale is given twice'],
  [['EUR_USD=1.6', 'EUR_USD=2'], 'EUR_USD is given twice'],
  [['EUR_USD=AAA_USD', 'EUR_USD=BBB_USD'], 'the name of EUR_USD is given twice'],
  [['scale=2', 'EUR_USD=2'], 'has both a scale of all instruments and one of a single one'],
  [['week=1'], 'must be weeks=626, scale=1.6, EUR_USD=AAA_USD or EUR_USD=1.6, was week=1'],
])('--disguise %j is refused', (disguise, message) => {
  expect(() => asked(...disguise)).toThrow(message);
});
