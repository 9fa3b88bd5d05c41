/**
 * Bars from a user's description of a file: which column has which price, by name or by position,
 * the form of times, and their time zone.
 */

import { present } from '../../../../core/base/present.js';
import { type FourValues, mapFour } from '../bars/four-prices.js';
import { BAR_COLUMNS, type ColumnMapping, MappedCells, timePatternOf } from '../layouts/mapped.js';
import { readCivil } from '../text/times.js';
import type { BarLayout, PriceCells } from './bar-layout.js';
import { barTimeReader } from './bar-times.js';

const UTC = 0;

/** Whether a mapping names a price of bars. */
export function isBarMapping({ columns }: ColumnMapping): boolean {
  return BAR_COLUMNS.some(name => columns[name] !== undefined);
}

/** The layout of a mapping of bars. @throws InputError (scenario) for an invalid form of times. */
export function mappedBars(mapping: ColumnMapping): BarLayout {
  const pattern = timePatternOf(mapping);
  return {
    name: 'mapped-bars',
    delimiter: mapping.delimiter ?? ',',
    header: (mapping.header ?? true) ? 'always' : 'never',
    matches: () => true,
    plan(first, context) {
      const cells = new MappedCells(mapping, first);
      const timeZone = mapping.timeZone ?? context.timeZone;
      const read =
        pattern === undefined
          ? barTimeReader({ ...context, timeZone }, false)
          : (text: string) => readCivil(text, pattern, timeZone ?? UTC);
      const spread = cells.at('spread');
      const volume = cells.at('volume');
      return {
        widths: [first.length],
        source: { snap: false },
        prices: pricesOf(mapping, cells),
        ...present({ spread, volume }),
        readTime: cells.timeReader(read),
      };
    },
  };
}

/** Bid and ask where the mapping names a price of either; otherwise one price. */
function pricesOf({ columns }: ColumnMapping, cells: MappedCells) {
  const isBoth = BAR_COLUMNS.some(name => /^(bid|ask)/.test(name) && columns[name] !== undefined);
  if (!isBoth) return pick(cells, ['open', 'high', 'low', 'close']);
  return {
    bid: pick(cells, ['bidOpen', 'bidHigh', 'bidLow', 'bidClose']),
    ask: pick(cells, ['askOpen', 'askHigh', 'askLow', 'askClose']),
  };
}

function pick(cells: MappedCells, names: FourValues<(typeof BAR_COLUMNS)[number]>): PriceCells {
  return mapFour(names, name => cells.needed(name));
}
