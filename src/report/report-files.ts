/**
 * The files of a run that are its report: candles.csv, which the report draws, and report.html, made
 * of that and of what else is in the folder.
 */

import { join } from 'node:path';
import type { BacktestResult } from '../core/run/backtest.js';
import { candlesText } from '../record/candle-file.js';
import { parseRecord, readRecordFolder } from '../record/read-record.js';
import { CANDLES_FILE, type OutFiles, PAGE_FILE } from '../record/record-format.js';
import { replaceFile } from '../storage/files/write-whole.js';
import { readAssets } from './assets.js';
import { reportHtml } from './report-html.js';

/** What goes beside `files` into `folder`. */
export async function reportFiles(
  files: OutFiles,
  { engine, ledger }: BacktestResult,
  folder: string,
): Promise<OutFiles> {
  const candles = { [CANDLES_FILE]: await candlesText(engine) };
  const record = await parseRecord({ ...files, ...candles }, ledger, folder);
  return { ...candles, [PAGE_FILE]: reportHtml(record, await readAssets()) };
}

/** Makes the report of a recorded run again. @returns its path. @throws InputError */
export async function rewriteReport(folder: string): Promise<string> {
  const page = reportHtml(await readRecordFolder(folder), await readAssets());
  const path = join(folder, PAGE_FILE);
  await replaceFile(path, page);
  return path;
}
