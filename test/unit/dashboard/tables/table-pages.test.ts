import { describe, expect, it } from 'vitest';
import { PAGE_ROWS, TablePages } from '../../../../src/dashboard/tables/table-pages.js';

/** A table of the numbers 0, 1, 2 ... whose answers the test lets go one by one. */
class Numbers {
  total = 100_000;
  first = 0;
  readonly offsets: number[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly errors: unknown[] = [];
  changes = 0;
  readonly pages = new TablePages<number>(
    (offset, limit) => this.#load(offset, limit),
    () => this.changes++,
    error => this.errors.push(error),
  );

  #load(offset: number, limit: number) {
    this.offsets.push(offset);
    const length = Math.max(Math.min(limit, this.total - offset), 0);
    const rows = Array.from({ length }, (_, at) => this.first + offset + at);
    const { total } = this;
    return new Promise<{ total: number; rows: number[] }>((resolve, reject) => {
      this.#waiting.push(() => {
        if (total < 0) reject(new Error('refused'));
        else resolve({ total, rows });
      });
    });
  }

  /** Lets all answers go that are on the way. */
  async answer(): Promise<void> {
    for (const go of this.#waiting.splice(0)) go();
    await new Promise(resolve => setImmediate(resolve));
  }
}

describe('the pages of a table', () => {
  it('give the place of a row, as long as it is held', async () => {
    const table = new Numbers();
    const { pages } = table;
    pages.want(400, 420);
    await table.answer();
    expect(pages.indexOf(row => row === 407)).toBe(407);
    expect(pages.indexOf(row => row === 7)).toBeUndefined();
  });

  it('are asked for when their rows are seen, each once', async () => {
    const table = new Numbers();
    const { pages, offsets } = table;
    pages.want(0, 40);
    pages.begin();
    pages.want(0, 40);
    pages.want(PAGE_ROWS - 1, PAGE_ROWS + 1);
    expect(offsets).toEqual([0, PAGE_ROWS]);
    await table.answer();
    expect(offsets).toEqual([0, PAGE_ROWS]);
  });

  it('give their rows when they came', async () => {
    const table = new Numbers();
    table.pages.want(54_321, 54_330);
    expect(table.pages.row(54_321)).toBeUndefined();
    await table.answer();
    expect(table.pages.row(54_321)).toBe(54_321);
    expect(table.pages.total).toBe(100_000);
    expect(table.changes).toBe(1);
  });

  it('are shown while new rows are on the way', async () => {
    const table = new Numbers();
    table.pages.want(0, 10);
    await table.answer();
    table.first = 1_000;
    table.pages.refresh();
    expect(table.pages.row(3)).toBe(3);
    await table.answer();
    expect(table.pages.row(3)).toBe(1_003);
  });

  it('are asked for again when the ledger grew while they were on the way', async () => {
    const table = new Numbers();
    table.pages.want(0, 10);
    table.first = 7;
    table.pages.refresh();
    table.pages.refresh();
    expect(table.offsets).toEqual([0]);
    await table.answer();
    expect(table.offsets).toEqual([0, 0]);
    await table.answer();
    expect(table.pages.row(0)).toBe(7);
    expect(table.offsets).toEqual([0, 0]);
  });

  it('are not held without end', async () => {
    const table = new Numbers();
    for (let page = 0; page < 30; page++) {
      table.pages.want(page * PAGE_ROWS, page * PAGE_ROWS + 1);
      await table.answer();
    }
    expect(table.pages.row(0)).toBeUndefined();
    expect(table.pages.row(29 * PAGE_ROWS)).toBe(29 * PAGE_ROWS);
    table.pages.want(0, 1);
    expect(table.offsets.filter(offset => offset === 0)).toHaveLength(2);
  });

  it('go when a rewind made the table shorter', async () => {
    const table = new Numbers();
    table.pages.want(PAGE_ROWS * 3, PAGE_ROWS * 3 + 5);
    await table.answer();
    table.total = 5;
    table.pages.want(0, 5);
    await table.answer();
    expect(table.pages.row(PAGE_ROWS * 3)).toBeUndefined();
    expect(table.pages.total).toBe(5);
  });

  it('may be asked for again after a refusal', async () => {
    const table = new Numbers();
    table.total = -1;
    table.pages.want(0, 1);
    await table.answer();
    expect(table.errors).toHaveLength(1);
    table.total = 3;
    table.pages.want(0, 1);
    await table.answer();
    expect(table.pages.row(2)).toBe(2);
  });
});
