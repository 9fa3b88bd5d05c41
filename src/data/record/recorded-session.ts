/**
 * A recorded run, loaded to be replayed: its journal and its scenario.
 */

import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import { readInput } from '../../core/run/input/input.js';
import { instant, parseInstant } from '../../core/time/instant.js';
import type { Session } from '../../core/whatif/session.js';
import type { LoadOptions } from '../storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../storage/scenario/scenario-file.js';
import { type Journal, namedFiles, readJournal } from './journal-file.js';
import { JOURNAL_FILE } from './record-format.js';

/** A journal with the scenario that it names. */
export interface RecordedSession {
  /** The folder of the run. */
  readonly folder: string;
  readonly journal: Journal;
  readonly loaded: LoadedScenario;
  /** The whole window of the run, with every input. */
  readonly session: Session;
}

/** The path of the journal of `run`, a folder or a journal. @throws InputError when there is none. */
export async function journalOf(run: string): Promise<string> {
  const info = await stat(run).catch(() => undefined);
  if (info === undefined) throw new InputError('data', { file: run }, 'no such run');
  return info.isDirectory() ? join(run, JOURNAL_FILE) : run;
}

/**
 * Loads the scenario of a journal with the seed, the window and the tick files of the run.
 * @throws InputError
 */
export async function recordedSession(
  run: string,
  { allowPath = [], ...options }: Pick<LoadOptions, 'allowPath' | 'cache'>,
): Promise<RecordedSession> {
  const path = await journalOf(run);
  const journal = await readJournal(path);
  const folder = dirname(resolve(path));
  const { scenario, seed, window, overrides } = journal.header;
  const files = namedFiles(journal.header);
  const loaded = await loadScenario(resolve(folder, scenario.path), {
    ...options,
    seed,
    // A replay may read the folders that the run was allowed to read.
    allowPath: [...allowPath, ...files.map(({ path }) => dirname(resolve(folder, path)))],
    mayBeQuiet: true,
    ...present({ overrides }),
    ...(window && { window: { from: instantOf(window.from), to: instantOf(window.to) } }),
  });
  const session = {
    scenario: loaded.scenario,
    inputs: journal.inputs.map(readInput),
    end: instant(loaded.scenario.to - 1),
  };
  return { folder, journal, loaded, session };
}

function instantOf(text: string) {
  const parsed = parseInstant(text);
  if (parsed === undefined) throw new InputError('data', { file: text }, 'is not an RFC 3339 time');
  return parsed.at;
}
