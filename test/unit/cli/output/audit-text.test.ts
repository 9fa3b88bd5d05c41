import { expect, it } from 'vitest';
import { auditText } from '../../../../src/cli/output/audit-text.js';

it.each([
  [['2024-03-05T10:00:00Z'], '1 instant'],
  [['2024-03-05T10:00:00Z', '2024-03-05T11:00:00Z'], '2 instants'],
])('counts the instants of %j as %s', (instants, text) => {
  const report = { instants, commands: 3, opened: [], unseen: [] };
  expect(auditText('a.yaml', report)).toBe(
    `a.yaml: 3 commands; none changed when the prices after ${text} were replaced\n`,
  );
});

it('names what an audit did not look at', () => {
  const report = { instants: ['2024-03-05T10:00:00Z'], commands: 3, opened: ['e.csv'] };
  expect(auditText('a.yaml', { ...report, unseen: ['levels, a list of 200 numbers'] })).toBe(
    'a.yaml: the strategy opened e.csv by itself\n' +
      'a.yaml: not checked: levels, a list of 200 numbers\n' +
      'a.yaml: 3 commands; none changed when the prices after 1 instant were replaced\n',
  );
});
