/**
 * The scenario that Python wrote for a run lies in a folder that goes with the result. A run that is saved
 * takes it along, with the text of a class of a notebook, so that the run can be verified later.
 */

import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { FilesBeside } from '../../data/record/write-record.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';

/** The scenario as it will lie in `folder`, and the files that go there beside the run. */
export async function takenAlong(
  loaded: LoadedScenario,
  folder: string,
): Promise<{ readonly loaded: LoadedScenario; readonly beside: FilesBeside }> {
  const home = dirname(loaded.file);
  const name = basename(loaded.file);
  const uploaded = JSON.parse(await readFile(loaded.file, 'utf8')) as Record<string, unknown>;
  const beside: Record<string, string> = { [name]: JSON.stringify(uploaded) };
  for (const { path } of loaded.strategies) {
    if (dirname(path) === home) beside[basename(path)] = await readFile(path, 'utf8');
  }
  return { loaded: { ...loaded, file: join(resolve(folder), name), uploaded }, beside };
}
