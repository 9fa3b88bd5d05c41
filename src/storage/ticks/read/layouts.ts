/**
 * The layouts that Orrery reads, and how they are detected: by the header, or by the shape of the
 * first row. LEAN archives and candles are detected by their names (read-ticks.ts). Invariant: no
 * first line matches two layouts.
 */

import { BI5 } from '../binary/bi5-hour.js';
import { canonical } from '../layouts/canonical.js';
import { duka } from '../layouts/duka.js';
import { dukascopyNode } from '../layouts/dukascopy-node.js';
import { dukascopySite } from '../layouts/dukascopy-site.js';
import { histdata } from '../layouts/histdata.js';
import { mt5 } from '../layouts/mt5.js';
import { truefx } from '../layouts/truefx.js';
import type { Layout } from '../text/layout.js';
import { TABLE_LAYOUTS } from './table-rows.js';

export type { ColumnMapping } from '../layouts/mapped.js';

export const LAYOUTS: readonly Layout[] = [
  canonical,
  histdata,
  dukascopySite,
  dukascopyNode,
  duka,
  truefx,
  mt5,
];

/** Every name that `layout` accepts. */
export const LAYOUT_NAMES: readonly string[] = [
  ...LAYOUTS.map(layout => layout.name),
  'lean',
  BI5,
  ...TABLE_LAYOUTS,
  'oanda-candles',
];

/** The layout with that name, or undefined. */
export function layoutNamed(name: string): Layout | undefined {
  return LAYOUTS.find(layout => layout.name === name);
}

/** The layout that matches a first line, or undefined. @param line - without its line end. */
export function detectLayout(line: string): Layout | undefined {
  return LAYOUTS.find(layout => layout.matches(cellsOf(line, layout.delimiter)));
}

/** The cells of a first line, without surrounding quotes and blanks. */
export function cellsOf(line: string, delimiter: string): string[] {
  return line.split(delimiter).map(cell => cell.trim().replace(/^"(.*)"$/, '$1'));
}
