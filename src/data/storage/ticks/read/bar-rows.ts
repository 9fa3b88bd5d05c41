/** Takes the rows of a file of bars; the first one settles how they are read. */

import { InputError } from '../../../../core/base/input-error.js';
import { present } from '../../../../core/base/present.js';
import { RowFault } from '../../../../core/feed/parse-tick.js';
import type { BarLayout, BarPlan, PriceCells } from '../bar-forms/bar-layout.js';
import type { BarPrices, BarRow, BarTarget } from '../bars/bar-feed.js';
import { mapFour } from '../bars/four-prices.js';
import type { FeedOf } from '../bars/settle-bars.js';
import { checkCells } from '../columns/tick-builder.js';
import type { LayoutContext } from '../text/layout.js';
import type { RowSink } from './text-rows.js';

/** A file of bars and how it is to be read. */
export interface BarFile {
  readonly path: string;
  readonly layout: BarLayout;
  readonly context: LayoutContext;
  readonly feedOf: FeedOf;
}

/** @throws InputError for a header or a choice that does not fit. */
export function barRows(file: BarFile): RowSink {
  const { delimiter, header } = file.layout;
  let known: { readonly feed: BarTarget; readonly plan: BarPlan } | undefined;
  return {
    delimiter,
    accept(row, line) {
      if (known === undefined) {
        known = settled(file, row);
        if (header === 'always') return;
      }
      const { feed, plan } = known;
      feed.add(line, () => barOf(row, plan));
    },
  };
}

function settled({ path, layout, context, feedOf }: BarFile, row: readonly string[]) {
  const isHeaded = layout.header === 'always';
  const first = isHeaded ? row.map(cell => cell.trim().toLowerCase()) : row;
  try {
    const plan = layout.plan(first, context);
    const sides = 'bid' in plan.prices ? ('both' as const) : ('one' as const);
    const source = { path, sides, hasSpread: plan.spread !== undefined, ...plan.source };
    return { plan, feed: feedOf(source) };
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    throw new InputError('data', { file: path, line: 1, field: error.field }, error.rule);
  }
}

function barOf(row: readonly string[], plan: BarPlan): BarRow {
  checkCells(row, plan.widths);
  const { prices, spread, volume } = plan;
  const pick = (cells: PriceCells): BarPrices => mapFour(cells, at => row[at] ?? '');
  return {
    start: plan.readTime(row),
    prices: 'bid' in prices ? { bid: pick(prices.bid), ask: pick(prices.ask) } : pick(prices),
    ...present({
      spread: spread === undefined ? undefined : row[spread],
      volume: volume === undefined ? undefined : row[volume],
    }),
  };
}
