/**
 * Ticks as rows in a scenario, in the place of a file's name: small markets in one document. Source:
 * docs/guides/simulations.md.
 */

import { instrumentTable } from '../../../../core/market/instrument-table.js';
import type { OpenedTicks } from '../../tick-store/opened-ticks.js';
import { ticksOfRows } from './tick-rows.js';

/** An object of JSON or YAML. */
export type DocumentObject = Readonly<Record<string, unknown>>;

/** The scenario without its rows of ticks, and the ticks by instrument. */
export function withoutRows(upload: DocumentObject): {
  readonly rest: DocumentObject;
  readonly inline: ReadonlyMap<string, OpenedTicks>;
} {
  const inline = new Map<string, OpenedTicks>();
  const { market } = upload;
  if (!isFields(market)) return { rest: upload, inline };
  const entries = Object.entries(market).map(([name, entry]) => {
    const instrument = instrumentTable().get(name);
    if (!isFields(entry) || !Array.isArray(entry['ticks'])) return [name, entry] as const;
    const { ticks, ...others } = entry;
    const rows = ticks as readonly unknown[];
    // An unknown instrument is refused with the rest of the scenario.
    if (rows.length > 0 && instrument !== undefined) {
      inline.set(name, ticksOfRows(rows, instrument, `market.${name}.ticks`));
    }
    return [name, others] as const;
  });
  return { rest: { ...upload, market: Object.fromEntries(entries) }, inline };
}

function isFields(value: unknown): value is DocumentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
