/**
 * The profit and the stops of a trade as texts, and the request that changes those which differ.
 * Source: v20 semantics 1.4.
 */

import type { Trade } from '../wire/trades.js';

/** The texts by the names of the orders; empty: the trade has no such order. */
export type TradeLevelTexts = Readonly<Record<string, string>>;

/** The orders of a trade, in the order of the dialog. */
export const LEVELS = [
  { name: 'takeProfit', type: 'TAKE_PROFIT', label: 'Take profit', unit: 'price', field: 'price' },
  { name: 'stopLoss', type: 'STOP_LOSS', label: 'Stop loss', unit: 'price', field: 'price' },
  {
    name: 'trailingStopLoss',
    type: 'TRAILING_STOP_LOSS',
    label: 'Trailing stop',
    unit: 'distance',
    field: 'distance',
  },
  {
    name: 'guaranteedStopLoss',
    type: 'GUARANTEED_STOP_LOSS',
    label: 'Guaranteed stop',
    unit: 'price',
    field: 'price',
  },
] as const;

/** What a trade has. */
export function levelsOf(trade: Trade): TradeLevelTexts {
  return Object.fromEntries(
    LEVELS.map(({ name, field }) => {
      const order: { readonly price?: string; readonly distance?: string } | undefined =
        trade[`${name}Order`];
      return [name, order?.[field] ?? ''];
    }),
  );
}

/** The body of `PUT trades/{t}/orders`: only what differs; null removes an order. */
export function changedLevels(
  before: TradeLevelTexts,
  after: TradeLevelTexts,
): Readonly<Record<string, object | null>> {
  const changed = LEVELS.flatMap(({ name, field }) => {
    const text = (after[name] ?? '').trim();
    if (text === before[name]) return [];
    return [[name, text === '' ? null : { [field]: text }] as const];
  });
  return Object.fromEntries(changed);
}
