/**
 * The starter project: a folder in which `npm test` runs a backtest and an audit of a small
 * strategy over a week of synthetic ticks. All or nothing: an existing folder has to be empty.
 */

import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { InputError } from '../../../core/base/input-error.js';
import { generateTicks } from '../../../core/feed/synthetic.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { type Instant, parseInstant } from '../../../core/time/instant.js';
import { packageFile } from '../../package-root.js';
import { makeFolder } from '../files/make-folder.js';
import { writingFault } from '../files/write-whole.js';
import { writeTicks } from '../ticks/write-ticks.js';
import { isInstalled, packageSource } from './package-source.js';
import { starterTexts } from './texts.js';

const INSTRUMENT = 'EUR_USD';
const FROM = '2024-03-04T00:00:00Z';
const TO = '2024-03-09T00:00:00Z';
const SEED = 5;
const TICKS_PER_DAY = 10_000;
const TICK_FILE = join('ticks', 'EUR_USD.csv.gz');

/** A starter project that was written. */
export interface Starter {
  /** The files written, as paths from the project's folder. */
  readonly files: readonly string[];
  /** The folder of the Orrery that `npm install` links; absent when npm installs a published version. */
  readonly linked?: string;
}

/**
 * Writes the project into `folder`, with the running Orrery as its dependency.
 * @throws InputError when something else lives there.
 */
export async function writeStarter(folder: string): Promise<Starter> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new InputError('scenario', { file: folder }, 'is not a folder');
  });
  if (entries.length > 0) throw new InputError('scenario', { file: folder }, 'must be empty');
  const root = packageFile('.');
  const texts = starterTexts(projectName(folder), packageSource(root));
  try {
    await writeAll(folder, texts);
  } catch (error) {
    await removeAll(folder);
    throw writingFault(error, folder);
  }
  const files = [...Object.keys(texts), TICK_FILE];
  return isInstalled(root) ? { files } : { files, linked: resolve(root) };
}

async function writeAll(folder: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await makeFolder(dirname(join(folder, path)));
    await writeFile(join(folder, path), text);
  }
  await makeFolder(dirname(join(folder, TICK_FILE)));
  const instrument = instrumentTable().get(INSTRUMENT) as Instrument;
  const [columns] = generateTicks({
    instruments: [instrument],
    from: instantAt(FROM),
    to: instantAt(TO),
    seed: SEED,
    ticksPerDay: TICKS_PER_DAY,
  });
  if (columns !== undefined) await writeTicks(join(folder, TICK_FILE), instrument, columns);
}

/** Removes what is in a folder that was empty before, not the folder: a person may stand in it. */
async function removeAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder).catch(() => [])) {
    await rm(join(folder, entry), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** A name that npm takes, from the folder's. */
function projectName(folder: string): string {
  const name = resolve(folder).split(/[\\/]/).at(-1) ?? '';
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'strategy'
  );
}

function instantAt(text: string): Instant {
  return (parseInstant(text) as { readonly at: Instant }).at;
}
