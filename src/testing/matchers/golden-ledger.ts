/** The file of `toMatchLedger`: where it lies, when it is written, and what differs from it. */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Transaction } from '../../core/ledger/transaction.js';
import { ledgerText } from '../../data/record/ledger-file.js';
import { ledgerDifference } from './ledger-difference.js';

/** The parts of a runner that a matcher uses; Jest and Vitest have the same names. */
export interface RunnerState {
  /** The path of the test's file. */
  readonly testPath?: string | undefined;
  /** Whether the matcher was negated. */
  readonly isNot?: boolean | undefined;
  /** Has the runner's flag for snapshots: `all` with `--update`, `none` under CI, otherwise `new`. */
  readonly snapshotState?: unknown;
}

/** Differences that a message shows. */
const SHOWN_MAX = 20;

/** What a comparison with a golden ledger found. @returns undefined when nothing differs. */
export function goldenDifference(
  ledger: readonly Transaction[],
  file: string,
  state: RunnerState,
): string | undefined {
  const folder = state.testPath === undefined ? process.cwd() : dirname(state.testPath);
  const path = resolve(folder, file);
  const mode = state.isNot === true ? 'none' : updateMode(state);
  const text = readText(path);
  if (text === undefined) {
    if (mode === 'none') return `There is no ledger ${path}; run with --update to write it`;
    return write(path, ledger);
  }
  const lines = ledgerDifference(readLedger(text, path), ledger);
  if (lines.length === 0) return undefined;
  if (mode === 'all') return write(path, ledger);
  const more = lines.length > SHOWN_MAX ? [`and ${lines.length - SHOWN_MAX} more`] : [];
  return [
    `The ledger differs from ${path} (- expected, + received, ~ changed):`,
    ...lines.slice(0, SHOWN_MAX),
    ...more,
    'If it is meant to differ, run with --update.',
  ].join('\n');
}

function updateMode({ snapshotState }: RunnerState): string {
  if (process.env['ORRERY_UPDATE'] === '1') return 'all';
  // Both runners keep the flag there, and publish no other way to it.
  const { _updateSnapshot: mode } = (snapshotState ?? {}) as { _updateSnapshot?: string };
  return mode ?? (process.env['CI'] === undefined ? 'new' : 'none');
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws Error naming file and line when a line is not JSON. */
function readLedger(text: string, path: string): readonly Transaction[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line === '') return [];
    try {
      return [JSON.parse(line) as Transaction];
    } catch {
      throw new Error(`${path}:${index + 1} is not a transaction: not JSON`);
    }
  });
}

/** Writes the file as a whole, because another test may read it. */
function write(path: string, ledger: readonly Transaction[]): undefined {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, ledgerText(ledger));
  renameSync(unfinished, path);
}
