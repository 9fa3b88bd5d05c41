/**
 * The rows of a long table that a filter lets through, in the order of a field. The work is done in
 * pieces, between which the server answers other requests: old transactions are packed, and to read
 * 100,000 of them takes half a second.
 */

import { hasWords, type TableReader, type TableSort } from './table-rows.js';

/** Rows of a piece: some 10 ms. */
export const PIECE_ROWS = 2_000;

/** What is asked of a table. */
export interface RowQuery {
  readonly sort: TableSort;
  readonly isDescending: boolean;
  /** Words in lower case, all of which must be part of a row. */
  readonly words: readonly string[];
}

/** A row and what it is sorted by. */
interface RowKey {
  readonly id: number;
  readonly key: string | number;
}

/** The ids in the order that is asked for; ids break ties, and rows without the field come last. */
export async function findRows(
  reader: Pick<TableReader, 'ids' | 'keys'>,
  { sort, isDescending, words }: RowQuery,
): Promise<readonly number[]> {
  const all = reader.ids();
  const isFound = (id: number) => hasWords(reader.keys(id), words);
  const found = words.length === 0 ? all : await inPieces(all, piece => piece.filter(isFound));
  if (sort === 'id' || sort === 'time') return isDescending ? found.reverse() : found;
  const keyOf = keyReader(reader, sort);
  const unknown: number[] = [];
  const runs: RowKey[][] = [];
  await inPieces(found, piece => {
    const run: RowKey[] = [];
    for (const id of piece) {
      const key = keyOf(id);
      if (key === undefined) unknown.push(id);
      else run.push({ id, key });
    }
    runs.push(run.sort(byKey));
    return [];
  });
  const known = (await merged(runs)).map(({ id }) => id);
  return isDescending ? [...known.reverse(), ...unknown.reverse()] : [...known, ...unknown];
}

/** What a row is sorted by. The order of two decimals survives their rounding to floats. */
function keyReader({ keys }: Pick<TableReader, 'keys'>, sort: Exclude<TableSort, 'time'>) {
  const isText = sort === 'type' || sort === 'instrument';
  return (id: number): string | number | undefined => {
    const text = keys(id)[sort];
    return text === undefined || isText ? text : Number(text);
  };
}

function byKey(one: RowKey, other: RowKey): number {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : one.id - other.id;
}

/** The results of all pieces of `ids`, joined. */
async function inPieces(
  ids: readonly number[],
  work: (piece: readonly number[]) => readonly number[],
): Promise<number[]> {
  const results: number[] = [];
  for (let from = 0; from < ids.length; from += PIECE_ROWS) {
    for (const id of work(ids.slice(from, from + PIECE_ROWS))) results.push(id);
    await othersTurn();
  }
  return results;
}

/** One sorted list of several. */
async function merged(runs: readonly RowKey[][]): Promise<RowKey[]> {
  let left = runs;
  while (left.length > 1) {
    const next: RowKey[][] = [];
    for (let at = 0; at < left.length; at += 2) {
      next.push(mergedTwo(left[at] ?? [], left[at + 1] ?? []));
      await othersTurn();
    }
    left = next;
  }
  return left[0] ?? [];
}

function mergedTwo(one: readonly RowKey[], other: readonly RowKey[]): RowKey[] {
  const all: RowKey[] = [];
  let at = 0;
  for (const row of one) {
    for (let next = other[at]; next !== undefined && byKey(next, row) < 0; next = other[at]) {
      all.push(next);
      at += 1;
    }
    all.push(row);
  }
  for (; at < other.length; at++) all.push(other[at] as RowKey);
  return all;
}

/** Lets everything else that waits have its turn. */
function othersTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}
