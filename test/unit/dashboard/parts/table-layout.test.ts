import { describe, expect, it } from 'vitest';
import { ROW_HEIGHT, tableLayout } from '../../../../src/dashboard/parts/table-layout.js';

const COLUMNS = [
  { id: 'id', width: 10 },
  { id: 'time', width: 10, rank: 1 },
  { id: 'price', width: 10 },
  { id: 'client', width: 10, rank: 2 },
  { id: 'till', width: 10, rank: 2 },
];

function shown(width: number): readonly string[] {
  return tableLayout(COLUMNS, { width, rem: 16 }).columns.map(({ id }) => id);
}

describe('the layout of a table', () => {
  it('shows every column where there is room, and before the room is known', () => {
    expect(shown(50 * 16)).toEqual(['id', 'time', 'price', 'client', 'till']);
    expect(shown(0)).toEqual(shown(800));
  });

  it('leaves out the highest rank first, and of equals the last', () => {
    expect(shown(50 * 16 - 1)).toEqual(['id', 'time', 'price', 'client']);
    expect(shown(30 * 16)).toEqual(['id', 'time', 'price']);
  });

  it('makes cards of the columns that are never left out where it is narrow', () => {
    const { columns, isCards, rowHeight } = tableLayout(COLUMNS, { width: 479, rem: 16 });
    expect([columns.map(({ id }) => id), isCards]).toEqual([['id', 'price'], true]);
    expect(rowHeight).toBeGreaterThan(ROW_HEIGHT);
  });

  it('puts a column on cards that a narrow table leaves out, if it is for cards', () => {
    const columns = [...COLUMNS, { id: 'stop', width: 10, rank: 3, isOnCard: true as const }];
    const at = (width: number) =>
      tableLayout(columns, { width, rem: 16 }).columns.map(({ id }) => id);
    expect(at(479)).toEqual(['id', 'price', 'stop']);
    expect(at(30 * 16)).toEqual(['id', 'time', 'price']);
  });

  it('keeps a column of rank 0 even where it does not fit', () => {
    const wide = [{ width: 100 }, { width: 100 }];
    expect(tableLayout(wide, { width: 500, rem: 16 }).columns).toEqual(wide);
  });
});
