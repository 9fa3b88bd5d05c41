/**
 * The format of a recorded run: the files of its folder and the columns of its tables. Writer and
 * reader share it. `manifest.json` is a RunManifest, `report.json` a ReportData
 * (figures/table/report-data.ts); journal-file.ts defines the lines of the journal.
 * Source: docs/reference/command-line.md.
 */

import type { Drawings } from '../../core/strategy/tools/drawings.js';
import type { ReportData, RunManifest } from '../figures/table/report-data.js';

export const MANIFEST_FILE = 'manifest.json';
/** One transaction per line. */
export const LEDGER_FILE = 'ledger.ndjson';
/** The header, one line per input, and the seal. */
export const JOURNAL_FILE = 'journal.ndjson';
export const REPORT_FILE = 'report.json';
export const EQUITY_FILE = 'equity.csv';
export const CURVE_FILE = 'curve.csv';
export const TRADES_FILE = 'trades.csv';
export const TRADE_GROUPS_FILE = 'trade-groups.csv';
export const TRAILING_STOPS_FILE = 'trailing-stops.csv';
export const CANDLES_FILE = 'candles.csv';
/** What the strategy drew; only when it drew something. A Drawings. */
export const DRAWINGS_FILE = 'drawings.json';
/** The page for people; it is made of the other files and may be made again. */
export const PAGE_FILE = 'report.html';

/** Version of report.json. */
export const REPORT_VERSION: ReportData['report'] = 1;

/** One row per account and end of a trading day. */
export const EQUITY_COLUMNS = [
  'time',
  'account',
  'balance',
  'NAV',
  'unrealizedPL',
  'marginUsed',
] as const;

/** One row per point of an account's curve. */
export const CURVE_COLUMNS = ['time', 'account', 'NAV', 'drawdown', 'marginUsed'] as const;

/** One row per trade. */
export const TRADE_COLUMNS = [
  'account',
  'trade',
  'instrument',
  'units',
  'openTime',
  'openPrice',
  'closeTime',
  'closePrice',
  'realizedPL',
  'financing',
  'dividendAdjustment',
  'state',
  'clientID',
  'result',
  'pips',
  'adversePips',
  'favourablePips',
  'tag',
  'exitReason',
] as const;

/** One row per account, grouping and group of closed trades. */
export const TRADE_GROUP_COLUMNS = [
  'account',
  'by',
  'group',
  'trades',
  'result',
  'winRate',
  'adversePips',
  'favourablePips',
  'seconds',
] as const;

/** One row per price of a trailing stop; the price holds from the row's time on. */
export const TRAILING_STOPS_COLUMNS = ['time', 'account', 'trade', 'order', 'price'] as const;

/** One row per mid candle. */
export const CANDLE_COLUMNS = [
  'instrument',
  'granularity',
  'time',
  'volume',
  'open',
  'high',
  'low',
  'close',
] as const;

/** How often the window had been looked at; absent when looks were not counted. A LookedAt. */
export const LOOKS_FILE = 'looks.json';

/** What people wrote during a served session, a note a line; pictures lie beside it as PNG files. */
export const NOTES_FILE = 'notes.ndjson';

/** Texts of files by name. */
export type OutFiles = Readonly<Record<string, string>>;

/** The text of drawings.json. */
export function drawingsText(drawings: Drawings): string {
  return `${JSON.stringify(drawings)}\n`;
}

/** The text of manifest.json or report.json. */
export function documentText(document: RunManifest | ReportData): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
