/**
 * The list of layouts that Orrery reads, and how they are detected: by the header, or by the shape
 * of the first row. Archives and JSON are detected by their names (read-file.ts). The layouts stand
 * in ../layouts, those of bars in ../bar-forms. Invariant: a first line matches two layouts only
 * where nothing in the file distinguishes them; then the user has to name one.
 */

import type { BarHints, BarLayout } from '../bar-forms/bar-layout.js';
import { histdataBars, histdataMetaTrader } from '../bar-forms/histdata-bars.js';
import { mt4, mt5Bars } from '../bar-forms/metatrader-bars.js';
import { NAMED_COLUMNS, oandaCandles } from '../bar-forms/named-columns.js';
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

export const BAR_LAYOUTS: readonly BarLayout[] = [
  oandaCandles,
  histdataBars,
  histdataMetaTrader,
  mt4,
  mt5Bars,
  ...NAMED_COLUMNS,
];

/** Every name that `layout` accepts. */
export const LAYOUT_NAMES: readonly string[] = [
  ...new Set([...LAYOUTS, ...BAR_LAYOUTS].map(layout => layout.name)),
  'lean',
  'lean-bars',
  'dukascopy-json',
  BI5,
  ...TABLE_LAYOUTS,
];

/** The layout with that name, or undefined. */
export function layoutNamed(name: string): Layout | undefined {
  return LAYOUTS.find(layout => layout.name === name);
}

/**
 * The layouts of bars with that name, which differ in their delimiters, or every one where there is
 * no name, that match a first line.
 */
export function barLayoutsOf(line: string, hints: BarHints, name?: string): readonly BarLayout[] {
  return BAR_LAYOUTS.filter(
    layout =>
      (name === undefined || layout.name === name) &&
      layout.matches(cellsOf(line, layout.delimiter), hints),
  );
}

/** The layout that matches a first line, or undefined. @param line - without its line end. */
export function detectLayout(line: string): Layout | undefined {
  return LAYOUTS.find(layout => layout.matches(cellsOf(line, layout.delimiter)));
}

/** The cells of a first line, without surrounding quotes and blanks. */
export function cellsOf(line: string, delimiter: string): string[] {
  return line.split(delimiter).map(cell => cell.trim().replace(/^"(.*)"$/, '$1'));
}
