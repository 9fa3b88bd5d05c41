/**
 * The files that a simulation was made from, as they were then: a simulation that is made again
 * from other content would have another ledger.
 */

import { readFile } from 'node:fs/promises';
import { InputError } from '../../core/base/input-error.js';
import { sha256 } from '../../data/storage/files/sha256.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';

/** A file and its content. */
export interface FileDigest {
  /** As the request names the scenario, or as the scenario names the ticks. */
  readonly path: string;
  readonly sha256: string;
}

/**
 * The scenario file, its calendar and the files of financing and ticks of `loaded`.
 * @param name - of the scenario file; absent for a scenario without a file.
 */
export async function sourceFilesOf(
  loaded: LoadedScenario,
  name: string | undefined,
): Promise<readonly FileDigest[]> {
  const all = [...loaded.ticks, ...loaded.histories];
  const files = all.map(({ named, file }) => ({ path: named, sha256: file.digest }));
  const { calendar, financing } = loaded;
  for (const { named, digest } of calendar === undefined ? financing : [calendar, ...financing]) {
    files.push({ path: named, sha256: digest });
  }
  // Rows that came with the scenario have no name.
  const named = files.filter(({ path }) => path !== '');
  if (name === undefined) return named;
  return [{ path: name, sha256: sha256(await readFile(loaded.file)) }, ...named];
}

/** @throws InputError (data) that names the first file of which the content has changed. */
export function checkUnchanged(was: readonly FileDigest[], is: readonly FileDigest[]): void {
  for (const file of is) {
    const before = was.find(({ path }) => path === file.path)?.sha256;
    if (before === undefined || before === file.sha256) continue;
    const rule = `has changed: its sha256 was ${before}, is now ${file.sha256}`;
    throw new InputError('data', { file: file.path }, rule);
  }
}
