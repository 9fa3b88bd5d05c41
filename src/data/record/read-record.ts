/**
 * A recorded run as the report needs it: the files of an out folder, parsed. A report made at the
 * end of a run and one made later read the same texts, so they have the same bytes.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import type { Drawings } from '../../core/strategy/tools/drawings.js';
import { parseInstant } from '../../core/time/instant.js';
import type { AccountReport, ReportData } from '../figures/table/report-data.js';
import type { LookedAt } from '../storage/looks/looked-at.js';
import { type CsvRecord, parseTable } from './csv-table.js';
import { readLedger } from './ledger-file.js';
import {
  CANDLE_COLUMNS,
  CANDLES_FILE,
  CURVE_COLUMNS,
  CURVE_FILE,
  DRAWINGS_FILE,
  LOOKS_FILE,
  type OutFiles,
  REPORT_FILE,
  REPORT_VERSION,
  TRAILING_STOPS_COLUMNS,
  TRAILING_STOPS_FILE,
} from './record-format.js';
import { type RecordedNote, readNotes } from './recorded-notes.js';

/** Files that are parsed, where they are there. */
const READ_FILES = [
  REPORT_FILE,
  CANDLES_FILE,
  CURVE_FILE,
  TRAILING_STOPS_FILE,
  DRAWINGS_FILE,
  LOOKS_FILE,
];

/** Fields that older reports do not have. */
const NOT_RECORDED: Pick<AccountReport, 'rollingSharpe'> = {
  rollingSharpe: { window: null, reason: 'was not recorded with this run', points: [] },
};

export type CandleRow = CsvRecord<(typeof CANDLE_COLUMNS)[number]>;
export type CurveRow = CsvRecord<(typeof CURVE_COLUMNS)[number]>;
export type TrailingStopRow = CsvRecord<(typeof TRAILING_STOPS_COLUMNS)[number]>;

/** The parsed content of a run's folder. */
export interface RunRecord {
  readonly report: ReportData;
  /** In commit order over all accounts. */
  readonly ledger: readonly Transaction[];
  /** Mid candles by instrument; empty when the run was recorded without candles. */
  readonly candles: readonly CandleRow[];
  /** NAV at ticks, by account, then time; empty when the run was recorded without it. */
  readonly curve: readonly CurveRow[];
  /** Prices of trailing stops, by account, order, then time; empty when recorded without them. */
  readonly trailingStops: readonly TrailingStopRow[];
  /** What the strategy drew; absent when it drew nothing. */
  readonly drawings?: Drawings;
  /** How often the window had been looked at; absent when that was not recorded. */
  readonly looked?: LookedAt;
  /** What people wrote during a served session; absent when they wrote nothing. */
  readonly notes?: readonly RecordedNote[];
}

/**
 * Reads the folder of a run.
 * @throws InputError when it is no run's folder, or one of its files is damaged.
 */
export async function readRecordFolder(folder: string): Promise<RunRecord> {
  if (!existsSync(folder)) throw new InputError('data', { file: folder }, 'no such run');
  const files: Record<string, string> = {};
  for (const name of READ_FILES) {
    const file = join(folder, name);
    if (existsSync(file)) files[name] = await readFile(file, 'utf8');
  }
  const record = await parseRecord(files, await readLedger(folder), folder);
  return withNotes(record, await readNotes(folder));
}

/** The record with notes, if there are any. */
export function withNotes(record: RunRecord, notes: readonly RecordedNote[]): RunRecord {
  return notes.length === 0 ? record : { ...record, notes };
}

/** Parses the files of a run. @param folder - path for messages. @throws InputError */
export async function parseRecord(
  files: OutFiles,
  ledger: readonly Transaction[],
  folder: string,
): Promise<RunRecord> {
  const table = async <Column extends string>(name: string, columns: readonly Column[]) => {
    const text = files[name];
    return text === undefined ? [] : await parseTable(join(folder, name), text, columns);
  };
  return {
    report: parseReport(join(folder, REPORT_FILE), files[REPORT_FILE]),
    ledger,
    candles: await table(CANDLES_FILE, CANDLE_COLUMNS),
    curve: await table(CURVE_FILE, CURVE_COLUMNS),
    trailingStops: await table(TRAILING_STOPS_FILE, TRAILING_STOPS_COLUMNS),
    ...parseDrawings(join(folder, DRAWINGS_FILE), files[DRAWINGS_FILE]),
    ...parseLooked(join(folder, LOOKS_FILE), files[LOOKS_FILE]),
  };
}

/** Seconds since the epoch of a recorded time. @throws InputError when the text is no time. */
export function secondsOf(time: string): number {
  const parsed = parseInstant(time);
  if (parsed === undefined) throw new InputError('data', { file: time }, 'is not an RFC 3339 time');
  return parsed.at / 1e6;
}

/** @throws InputError when the text is not that of drawings. */
function parseDrawings(file: string, text: string | undefined): Pick<RunRecord, 'drawings'> {
  if (text === undefined) return {};
  try {
    const { series, marks, marksLeftOut } = JSON.parse(text) as Drawings;
    if (Array.isArray(series) && Array.isArray(marks)) {
      return { drawings: { series, marks, marksLeftOut } };
    }
  } catch {
    // Below, the error names the file.
  }
  throw new InputError('data', { file }, 'must be the drawings of a run');
}

/** @throws InputError when the text says nothing of looks. */
function parseLooked(file: string, text: string | undefined): Pick<RunRecord, 'looked'> {
  if (text === undefined) return {};
  try {
    const looked = JSON.parse(text) as LookedAt;
    if (typeof looked.looks === 'number' && typeof looked.clusters === 'number') return { looked };
  } catch {
    // Below, the error names the file.
  }
  throw new InputError('data', { file }, 'must have the number of looks at a window');
}

function parseReport(file: string, text: string | undefined): ReportData {
  if (text === undefined) throw new InputError('data', { file }, 'no such file');
  let parsed: Partial<ReportData> | null;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new InputError('data', { file }, 'is not JSON');
  }
  if (parsed?.report !== REPORT_VERSION || !Array.isArray(parsed.accounts)) {
    throw new InputError('data', { file }, `must be a report of version ${REPORT_VERSION}`);
  }
  const { accounts } = parsed as ReportData;
  return {
    ...(parsed as ReportData),
    accounts: accounts.map(account => ({ ...NOT_RECORDED, ...account })),
  };
}
