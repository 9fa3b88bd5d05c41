/**
 * The format of a recorded run: which files its folder holds, and the columns of its tables. Writer
 * and reader share it. `manifest.json` is a RunManifest, `report.json` a ReportData
 * (figures/table/report-data.ts); the journal's lines are in journal-file.ts. Source: docs/command-line.md.
 */

import type { ReportData, RunManifest } from '../figures/table/report-data.js';

export const MANIFEST_FILE = 'manifest.json';
/** One transaction a line. */
export const LEDGER_FILE = 'ledger.ndjson';
/** The header, one accepted command a line, and the seal. */
export const JOURNAL_FILE = 'journal.ndjson';
export const REPORT_FILE = 'report.json';
export const EQUITY_FILE = 'equity.csv';
export const CURVE_FILE = 'curve.csv';
export const TRADES_FILE = 'trades.csv';
export const TRAILING_STOPS_FILE = 'trailing-stops.csv';
export const CANDLES_FILE = 'candles.csv';
/** The page that people read; it is made of the others, and may be made again. */
export const PAGE_FILE = 'report.html';

/** Version of report.json. */
export const REPORT_VERSION: ReportData['report'] = 1;

/** A row an account and end of a trading day. */
export const EQUITY_COLUMNS = [
  'time',
  'account',
  'balance',
  'NAV',
  'unrealizedPL',
  'marginUsed',
] as const;

/** A row a point of an account's curve. */
export const CURVE_COLUMNS = ['time', 'account', 'NAV', 'drawdown', 'marginUsed'] as const;

/** A row a trade. */
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
  'state',
  'clientID',
  'result',
  'pips',
  'adversePips',
  'favourablePips',
] as const;

/** A row a price that a trailing stop stood at, from its time on. */
export const TRAILING_STOPS_COLUMNS = ['time', 'account', 'trade', 'order', 'price'] as const;

/** A row a mid candle. */
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

/** Texts of files by name. */
export type OutFiles = Readonly<Record<string, string>>;

/** The text of manifest.json or report.json. */
export function documentText(document: RunManifest | ReportData): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
