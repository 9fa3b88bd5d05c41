import { describe, expect, it } from 'vitest';
import { csvLines } from '../../../../src/dashboard/tables/csv-lines.js';

describe('the CSV of a table', () => {
  it('has heads, exact texts and quoted fields', () => {
    const rows = [
      ['1', '-0.50', 'a "b", c'],
      ['2', '', 'line\nbreak'],
    ];
    expect(csvLines(['id', 'pl', 'comment'], rows)).toBe(
      'id,pl,comment\r\n1,-0.50,"a ""b"", c"\r\n2,,"line\nbreak"\r\n',
    );
  });

  it('has no formula that a spreadsheet would run', () => {
    expect(csvLines(['id'], [['=1+1'], ['@x'], ['-1.5']])).toBe("id\r\n'=1+1\r\n'@x\r\n-1.5\r\n");
  });
});
