/**
 * The calendar of a scenario: a CSV file with a header and the columns `time` (RFC 3339 with a zone),
 * `currency` (three letters), `impact` (none, low, medium or high) and `name`. Other columns are not
 * read; rows may stand in any order.
 * Source: docs/guides/risk.md.
 */

import {
  type CalendarEvent,
  IMPACTS,
  type Impact,
  inOrder,
} from '../../../../core/risk/calendar.js';
import { parseInstant } from '../../../../core/time/instant.js';
import type { ScenarioDocument } from '../../document/document.js';
import { type NamedFile, readNamedFile, type WhereFrom } from '../../document/named-file.js';
import { type CsvRow, csvRows } from '../../files/csv-rows.js';

/** A calendar that was read. */
export interface LoadedCalendar extends NamedFile {
  readonly events: readonly CalendarEvent[];
}

const COLUMNS = ['time', 'currency', 'impact', 'name'] as const;
const CURRENCY = /^[A-Z]{3}$/;

/** Reads the calendar that a scenario names; undefined when it names none. @throws InputError */
export async function readCalendar(
  document: ScenarioDocument,
  named: string | undefined,
  where: WhereFrom,
): Promise<LoadedCalendar | undefined> {
  if (named === undefined) return undefined;
  const { text, ...file } = await readNamedFile(document, ['events'], named, where);
  const rows = await csvRows(named, text, COLUMNS);
  return { ...file, events: inOrder(rows.map(eventOf)) };
}

function eventOf({ cell, fault }: CsvRow<(typeof COLUMNS)[number]>): CalendarEvent {
  const time = parseInstant(cell('time'));
  if (time === undefined) throw fault('time', 'an RFC 3339 time with a zone');
  const currency = cell('currency').toUpperCase();
  if (!CURRENCY.test(currency)) throw fault('currency', 'three letters');
  const impact = cell('impact').toLowerCase() as Impact;
  if (!IMPACTS.includes(impact)) throw fault('impact', `one of ${IMPACTS.join(', ')}`);
  return { at: time.at, currency, impact, name: cell('name') };
}
