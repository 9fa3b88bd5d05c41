/**
 * Loads a scenario that came as an object instead of a file. The rules are those of files, with
 * four differences: ticks may be given as rows, or be absent; paths start at a folder and may not
 * leave it; without its rows of ticks the object is small. Source: docs/guides/simulations.md.
 */

import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { instrumentTable } from '../../core/market/instrument-table.js';
import { parseDocument } from '../document/document.js';
import type { OpenedTicks } from '../tick-store/opened-ticks.js';
import type { LoadOptions } from './given/load-options.js';
import type { LoadedScenario } from './given/loaded-scenario.js';
import { ticksOfRows } from './market/tick-rows.js';
import { loadDocument } from './scenario-file.js';

/** Characters of an uploaded scenario, without its rows of ticks; reading it takes milliseconds. */
const LENGTH_MAX = 65_536;
const NAME = 'scenario';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Loads the scenario in `upload`, which is JSON data.
 * @param folder - the real path of the folder in which files may be named.
 * @throws InputError
 */
export async function loadUpload(
  upload: Fields,
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
  return loadDocument(document, { ...options, within: folder, inline, mayBeTickless: true });
}

/** The scenario without its rows of ticks, and the ticks by instrument. */
function withoutRows(upload: Fields): {
  readonly rest: Fields;
  readonly inline: ReadonlyMap<string, OpenedTicks>;
} {
  const inline = new Map<string, OpenedTicks>();
  const { market } = upload;
  if (!isFields(market)) return { rest: upload, inline };
  const entries = Object.entries(market).map(([name, entry]) => {
    const instrument = instrumentTable().get(name);
    if (!isFields(entry) || !Array.isArray(entry['ticks'])) return [name, entry] as const;
    const { ticks, ...others } = entry;
    const rows = ticks as readonly unknown[];
    // An unknown instrument is refused with the rest of the scenario.
    if (rows.length > 0 && instrument !== undefined) {
      inline.set(name, ticksOfRows(rows, instrument, `market.${name}.ticks`));
    }
    return [name, others] as const;
  });
  return { rest: { ...upload, market: Object.fromEntries(entries) }, inline };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
