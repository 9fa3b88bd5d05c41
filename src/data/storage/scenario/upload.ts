/**
 * Loads a scenario that came as an object instead of a file. The rules are those of files, with
 * four differences: ticks may be given as rows, or be absent; paths start at a folder and may not
 * leave it; without its rows of ticks the object is small. Source: docs/guides/simulations.md.
 */

import { join } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { parseDocument } from '../document/document.js';
import type { LoadOptions } from './given/load-options.js';
import type { LoadedScenario } from './given/loaded-scenario.js';
import { type DocumentObject, withoutRows } from './market/inline-rows.js';
import { loadDocument } from './scenario-file.js';

/** Characters of an uploaded scenario, without its rows of ticks; reading it takes milliseconds. */
const LENGTH_MAX = 65_536;
const NAME = 'scenario';

/**
 * Loads the scenario in `upload`, which is JSON data.
 * @param folder - the real path of the folder in which files may be named.
 * @throws InputError
 */
export async function loadUpload(
  upload: DocumentObject,
  folder: string,
  options: LoadOptions,
): Promise<LoadedScenario> {
  const { rest, inline } = withoutRows(upload);
  const text = JSON.stringify(rest);
  if (text.length > LENGTH_MAX) {
    const rule = `must have at most ${LENGTH_MAX} characters beside its ticks, had ${text.length}`;
    throw new InputError('scenario', { file: NAME }, rule);
  }
  const document = parseDocument(join(folder, NAME), text);
  const given = { ...options, within: folder, inline, mayBeTickless: true };
  return { ...(await loadDocument(document, given)), uploaded: upload };
}
