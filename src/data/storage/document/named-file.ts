/** Small files that a scenario names beside its ticks: they are read whole, and a run records them. */

import { readFile } from 'node:fs/promises';
import { sha256 } from '../files/sha256.js';
import type { DocumentPath, ScenarioDocument } from './document.js';
import { resolveInTree } from './paths.js';

/** A file that was read. */
export interface NamedFile {
  /** Path as written in the scenario. */
  readonly named: string;
  /** Real path of the file. */
  readonly path: string;
  /** SHA-256 of the file. */
  readonly digest: string;
}

/** Where files may be read from; as for ticks. */
export interface WhereFrom {
  readonly allowPath?: readonly string[];
  readonly within?: string;
}

/**
 * Reads the file that the scenario names at `at`, as UTF-8.
 * @throws InputError when there is no such file, or it may not be read.
 */
export async function readNamedFile(
  document: ScenarioDocument,
  at: DocumentPath,
  named: string,
  { allowPath = [], within }: WhereFrom,
): Promise<NamedFile & { readonly text: string }> {
  const found = resolveInTree(document.file, named, allowPath, within);
  if ('rule' in found) throw document.error(at, found.rule);
  const bytes = await readFile(found.path);
  return { named, path: found.path, digest: sha256(bytes), text: bytes.toString('utf8') };
}
