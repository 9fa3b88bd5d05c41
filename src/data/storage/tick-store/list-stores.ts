/**
 * Finds tick stores, so that a person can see their sizes or remove them. A store is a folder that
 * `open-ticks.ts` names; nothing else is listed or removed.
 */

import { existsSync } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { byCodeUnit } from '../../../core/base/by-code-unit.js';
import { STORES_BESIDE } from './open-ticks.js';
import { readRecord } from './store-record.js';

/** A store that was found. */
export interface FoundStore {
  readonly folder: string;
  /** File name of its source. */
  readonly source: string;
  readonly bytes: number;
  /** Number of ticks; undefined when the store is damaged, or was written by another version. */
  readonly rows: number | undefined;
}

const NAME = /^(.+)-[0-9a-f]{16}$/;

/** Stores in and below `folder`, wherever they lie beside their sources; sorted by path. */
export async function storesBelow(folder: string): Promise<FoundStore[]> {
  const { glob } = await import('tinyglobby');
  const found = await glob(`**/${STORES_BESIDE}/`, {
    cwd: folder,
    absolute: true,
    dot: true,
    onlyDirectories: true,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**'],
  });
  const own = basename(folder) === STORES_BESIDE ? [folder] : [];
  const stores = await Promise.all([...own, ...found].map(each => storesIn(each)));
  return stores.flat().toSorted((a, b) => byCodeUnit(a.folder, b.folder));
}

/** Stores in a folder of stores. */
export async function storesIn(folder: string): Promise<FoundStore[]> {
  const names = (await readdir(folder)).filter(name => NAME.test(name)).toSorted(byCodeUnit);
  return Promise.all(names.map(name => storeAt(join(folder, name))));
}

async function storeAt(folder: string): Promise<FoundStore> {
  const record = await readRecord(folder);
  const files = (await readdir(folder)).map(name => stat(join(folder, name)));
  const bytes = (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
  const rows = record?.windows.reduce((sum, window) => sum + window.rows, 0);
  const [, source = ''] = NAME.exec(basename(folder)) ?? [];
  return { folder, source, bytes, rows };
}

/** Removes stores, and the folders beside sources that are empty then. */
export async function removeStores(stores: readonly FoundStore[]): Promise<void> {
  for (const { folder } of stores) await rm(folder, { recursive: true, force: true });
  for (const parent of new Set(stores.map(({ folder }) => dirname(folder)))) {
    if (basename(parent) !== STORES_BESIDE || !existsSync(parent)) continue;
    if ((await readdir(parent)).length === 0) await rmdir(parent);
  }
}
