/**
 * The calendar of a scenario: a CSV file with a header and the columns `time` (RFC 3339 with a zone),
 * `currency` (three letters), `impact` (none, low, medium or high) and `name`. Other columns are not
 * read; rows may stand in any order.
 * Source: docs/guides/risk.md.
 */

import { readFile } from 'node:fs/promises';
import { InputError } from '../../../../core/base/input-error.js';
import {
  type CalendarEvent,
  IMPACTS,
  type Impact,
  inOrder,
} from '../../../../core/risk/calendar.js';
import { parseInstant } from '../../../../core/time/instant.js';
import type { ScenarioDocument } from '../../document/document.js';
import { resolveInTree } from '../../document/paths.js';
import { sha256 } from '../../files/sha256.js';

/** A calendar that was read. */
export interface LoadedCalendar {
  /** Path as written in the scenario. */
  readonly named: string;
  /** Real path of the file. */
  readonly path: string;
  /** SHA-256 of the file. */
  readonly digest: string;
  readonly events: readonly CalendarEvent[];
}

/** Where files may be read from; as for ticks. */
interface WhereFrom {
  readonly allowPath?: readonly string[];
  readonly within?: string;
}

const COLUMNS = ['time', 'currency', 'impact', 'name'] as const;
type Column = (typeof COLUMNS)[number];
const CURRENCY = /^[A-Z]{3}$/;

/** A row with the line on which it begins. */
interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads the calendar that a scenario names; undefined when it names none. @throws InputError */
export async function readCalendar(
  document: ScenarioDocument,
  named: string | undefined,
  { allowPath = [], within }: WhereFrom,
): Promise<LoadedCalendar | undefined> {
  if (named === undefined) return undefined;
  const found = resolveInTree(document.file, named, allowPath, within);
  if ('rule' in found) throw document.error(['events'], found.rule);
  const bytes = await readFile(found.path);
  const events = inOrder(await readEvents(named, bytes.toString('utf8')));
  return { named, path: found.path, digest: sha256(bytes), events };
}

/** The events of a file. @param file - name for messages. @throws InputError naming file and line */
async function readEvents(file: string, text: string): Promise<CalendarEvent[]> {
  const [header, ...rows] = await linesOf(file, text);
  const names = (header?.cells ?? []).map(name => name.trim().toLowerCase());
  const missing = COLUMNS.find(name => !names.includes(name));
  if (missing !== undefined) {
    const rule = `must have a column ${missing}: the columns are ${COLUMNS.join(', ')}`;
    throw new InputError('data', { file, line: header?.line ?? 1 }, rule);
  }
  return rows.map(({ line, cells }) =>
    eventOf(column => (cells[names.indexOf(column)] ?? '').trim(), { file, line }),
  );
}

function eventOf(
  cell: (column: Column) => string,
  place: { readonly file: string; readonly line: number },
): CalendarEvent {
  const fault = (field: Column, rule: string) =>
    new InputError('data', { ...place, field }, `must be ${rule}, was ${cell(field)}`);
  const time = parseInstant(cell('time'));
  if (time === undefined) throw fault('time', 'an RFC 3339 time with a zone');
  const currency = cell('currency').toUpperCase();
  if (!CURRENCY.test(currency)) throw fault('currency', 'three letters');
  const impact = cell('impact').toLowerCase() as Impact;
  if (!IMPACTS.includes(impact)) throw fault('impact', `one of ${IMPACTS.join(', ')}`);
  return { at: time.at, currency, impact, name: cell('name') };
}

/** The rows that are not blank. A quoted cell may hold line ends. */
async function linesOf(file: string, text: string): Promise<Line[]> {
  const { parseString } = await import('fast-csv');
  const lines: Line[] = [];
  let line = 1;
  try {
    for await (const row of parseString<string[], string[]>(text, { ignoreEmpty: false })) {
      const cells = row as string[];
      if (cells.some(cell => cell.trim() !== '')) lines.push({ line, cells });
      line += 1 + cells.join('').split('\n').length - 1;
    }
  } catch (error) {
    throw new InputError('data', { file, line }, `is not CSV: ${(error as Error).message}`);
  }
  return lines;
}
