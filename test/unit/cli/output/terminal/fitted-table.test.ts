import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fittedTable } from '../../../../../src/cli/output/terminal/fitted-table.js';

const column = (head: string, text: string, more = {}) => ({
  head,
  align: 'left' as const,
  cells: [text],
  ...more,
});

const linesOf = (table: string) => stripVTControlCharacters(table).trimEnd().split('\n');

describe('a fitted table', () => {
  it('leaves out the columns with the highest numbers until it fits', async () => {
    const wide = 'x'.repeat(25);
    const columns = [
      column('stays', wide),
      column('last', wide, { leftOut: 1 }),
      column('first', wide, { leftOut: 2 }),
    ];
    const table = await fittedTable(columns);
    expect(linesOf(table)[1]).toMatch(/stays .* last/);
    expect(table).not.toContain('first');
  });

  it('counts the longest line of a head, and wraps the column that may be wrapped', async () => {
    const columns = [
      column('name', 'n'.repeat(100), { isWrapped: true }),
      column(`${'a'.repeat(20)}\n${'b'.repeat(20)}`, '1', { leftOut: 1 }),
      column('c'.repeat(20), '2'),
    ];
    const lines = linesOf(await fittedTable(columns));
    expect(Math.max(...lines.map(({ length }) => length))).toBe(80);
    expect(lines.join('').match(/n/g)?.length).toBeGreaterThanOrEqual(100);
  });
});
