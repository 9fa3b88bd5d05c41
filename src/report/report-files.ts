/**
 * The files that are reports. Those of a run are candles.csv, which the report draws, and
 * report.html, made of that and of what else is in the folder; two runs have a page side by side.
 */

import { basename, join, resolve } from 'node:path';
import type { BacktestResult } from '../core/run/backtest.js';
import { mustParse } from '../core/time/instant.js';
import { candlesText } from '../data/record/candle-file.js';
import { divergenceText, firstDivergence } from '../data/record/ledger-diff.js';
import {
  parseRecord,
  type RunRecord,
  readRecordFolder,
  withNotes,
} from '../data/record/read-record.js';
import { CANDLES_FILE, type OutFiles, PAGE_FILE } from '../data/record/record-format.js';
import type { RecordedNote } from '../data/record/recorded-notes.js';
import { changesSince, isOlder } from '../data/record/versions/ledger-changes.js';
import { changeText } from '../data/record/versions/made-by.js';
import { replaceFile } from '../data/storage/files/write-whole.js';
import { holdSealed } from '../data/storage/looks/hold.js';
import { readAssets } from './assets.js';
import { comparisonHtml } from './comparison/comparison-html.js';
import { reportHtml } from './report-html.js';

/** The run that a report is about. */
export interface ReportedRun {
  readonly result: BacktestResult;
  /** What people wrote during a served session. */
  readonly notes: readonly RecordedNote[];
}

/** What goes beside `files` into `folder`. */
export async function reportFiles(
  files: OutFiles,
  { result: { engine, ledger }, notes }: ReportedRun,
  folder: string,
): Promise<OutFiles> {
  const candles = { [CANDLES_FILE]: await candlesText(engine) };
  const run = await parseRecord({ ...files, ...candles }, ledger, folder);
  const record = withNotes(run, notes);
  return { ...candles, [PAGE_FILE]: reportHtml(record, await readAssets()) };
}

/** Makes the report of a recorded run again. @returns its path. @throws InputError */
export async function rewriteReport(folder: string): Promise<string> {
  const page = reportHtml(await readShown(folder), await readAssets());
  const path = join(folder, PAGE_FILE);
  await replaceFile(path, page);
  return path;
}

/**
 * Writes two recorded runs side by side to `file`.
 * @returns for people: the first difference of the ledgers, and what has changed between the versions
 * that made them. @throws InputError
 */
export async function writeComparison(a: string, b: string, file: string): Promise<string> {
  const [one, other] = [await readShown(a), await readShown(b)];
  const named = (folder: string, record: typeof one) => ({ name: nameOf(folder), record });
  const assets = await readAssets('tables-page');
  await replaceFile(file, comparisonHtml(named(a, one), named(b, other), assets));
  const first = firstDivergence(one.ledger, other.ledger);
  const text = first === undefined ? 'the ledgers are identical' : divergenceText(first);
  return [text, ...versionLines(one, other)].join('\n');
}

/** Reads a recorded run whose prices are to be shown. @throws InputError also when they are sealed. */
async function readShown(folder: string): Promise<RunRecord> {
  const record = await readRecordFolder(folder);
  const { window, manifest } = record.report;
  const instruments = manifest.ticks.map(({ instrument }) => instrument);
  holdSealed(folder, { instruments, from: mustParse(window.from), to: mustParse(window.to) });
  return record;
}

/** What has changed between the versions that made two runs, a line each; empty for one version. */
function versionLines(one: RunRecord, other: RunRecord): readonly string[] {
  const [made, own] = [one, other].map(({ report }) => report.manifest.orrery) as [string, string];
  const [older, newer] = isOlder(own, made) ? [own, made] : [made, own];
  if (older === newer) return [];
  const changes = changesSince(older, newer).map(changeText);
  return [`made by orrery ${made} and ${own}; rules of ledgers that differ:`, ...changes];
}

/** A short name of a folder: its last part. */
function nameOf(folder: string): string {
  return basename(resolve(folder));
}
