/**
 * Ticks that come as rows with a scenario, not in a file: `[time, bid, ask]`, by the rules of
 * canonical tick files. Source: docs/guides/simulations.md.
 */

import { InputError } from '../../../../core/base/input-error.js';
import type { Instrument } from '../../../../core/market/instrument.js';
import { residentWindows } from '../../../../core/market/tick.js';
import { sha256 } from '../../files/sha256.js';
import type { OpenedTicks } from '../../tick-store/opened-ticks.js';
import { TickBuilder } from '../../ticks/columns/tick-builder.js';
import { canonical } from '../../ticks/layouts/canonical.js';

const HEADER = ['time', 'bid', 'ask'];

/**
 * The ticks of rows. Numbers count as their text.
 * @param place - the place of the rows, for messages.
 * @throws InputError naming the row, from 0.
 */
export function ticksOfRows(
  rows: readonly unknown[],
  instrument: Instrument,
  place: string,
): OpenedTicks {
  const builder = new TickBuilder(place, instrument);
  const plan = canonical.plan(HEADER, { timeZone: undefined, timeUnit: undefined });
  const hash: string[] = [HEADER.join()];
  rows.forEach((row, index) => {
    const cells = cellsOf(row, `${place}[${index}]`);
    builder.file = `${place}[${index}]`;
    builder.addRow(cells, plan, 0);
    hash.push(cells.join());
  });
  const { columns, books } = builder.finish();
  const text = `${hash.join('\n')}\n`;
  return {
    ...books,
    instrument: instrument.name,
    digest: sha256(text),
    layout: canonical.name,
    size: text.length,
    synthetic: false,
    windows: residentWindows(columns),
  };
}

function cellsOf(row: unknown, place: string): string[] {
  const isCell = (cell: unknown) => typeof cell === 'string' || typeof cell === 'number';
  if (Array.isArray(row) && row.every(isCell)) return row.map(String);
  const rule = 'must be a row of time, bid and ask';
  throw new InputError('scenario', { file: place }, rule);
}
