/**
 * The rows of a long table, which the server sends page by page: which pages are held, which are
 * asked for, and what becomes of them when the ledger grows. It knows no socket and no screen.
 */

/** One page as the server answers it. */
export interface TablePage<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/** Asks the server for rows from `offset` on. */
export type PageLoader<Row> = (offset: number, limit: number) => Promise<TablePage<Row>>;

/** Rows of a page. */
export const PAGE_ROWS = 200;
/** Pages that are held; the one that was wanted longest ago goes first. */
const PAGES_MAX = 12;

/**
 * Owns the loaded pages of one table with one filter and one order. `want` loads what is in view,
 * `refresh` loads it again.
 */
export class TablePages<Row> {
  readonly #load: PageLoader<Row>;
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;
  /** The rows by page; insertion order is the order of use. */
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #stale = new Set<number>();
  readonly #asked = new Set<number>();
  #wanted: readonly number[] = [0];
  #total: number | undefined;

  /** @param changed - called when rows came. @param failed - called when the server refused a page. */
  constructor(load: PageLoader<Row>, changed: () => void, failed: (error: unknown) => void) {
    this.#load = load;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** Rows of the whole table; undefined until the first page came. */
  get total(): number | undefined {
    return this.#total;
  }

  /** The row at `index`; undefined while its page is on the way. */
  row(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
  }

  /** Where a row that is held stands; undefined when none is the one. */
  indexOf(isIt: (row: Row) => boolean): number | undefined {
    for (const [page, rows] of this.#pages) {
      const at = rows.findIndex(isIt);
      if (at !== -1) return page * PAGE_ROWS + at;
    }
    return undefined;
  }

  /**
   * To be called when the rows from `from` to before `to` are in view; requests those that are
   * missing.
   */
  want(from: number, to: number): void {
    const first = Math.floor(Math.max(from, 0) / PAGE_ROWS);
    const last = Math.floor(Math.max(to - 1, 0) / PAGE_ROWS);
    this.#wanted = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    for (const page of this.#wanted) {
      const held = this.#pages.get(page);
      if (held !== undefined) {
        this.#pages.delete(page);
        this.#pages.set(page, held);
      }
      const isOnItsWay = held === undefined && this.#asked.has(page);
      if (!isOnItsWay && (held === undefined || this.#stale.has(page))) this.#ask(page);
    }
  }

  /** To be called at the beginning: requests what is in view, each page once. */
  begin(): void {
    for (const page of this.#wanted) if (!this.#asked.has(page)) this.#ask(page);
  }

  /**
   * To be called when the table may have changed: the old rows are shown until the new ones have
   * come.
   */
  refresh(): void {
    for (const page of this.#pages.keys()) this.#stale.add(page);
    for (const page of this.#wanted) this.#ask(page);
  }

  #ask(page: number): void {
    if (this.#asked.has(page)) {
      this.#stale.add(page);
      return;
    }
    this.#asked.add(page);
    this.#stale.delete(page);
    this.#load(page * PAGE_ROWS, PAGE_ROWS).then(
      answer => this.#take(page, answer),
      (error: unknown) => {
        this.#asked.delete(page);
        this.#failed(error);
      },
    );
  }

  #take(page: number, { total, rows }: TablePage<Row>): void {
    this.#asked.delete(page);
    this.#total = total;
    this.#pages.delete(page);
    this.#pages.set(page, rows);
    for (const held of this.#pages.keys()) {
      const isBehindEnd = held * PAGE_ROWS >= total && held > 0;
      const isTooMany = this.#pages.size > PAGES_MAX && !this.#wanted.includes(held);
      if (isBehindEnd || isTooMany) this.#pages.delete(held);
    }
    this.#changed();
    if (this.#stale.has(page) && this.#wanted.includes(page)) this.#ask(page);
  }
}
