/**
 * Places between two points of a path: the leg to a row, the quote of it at which something was
 * decided, and its name in words. The ledger has the quote of each fill; that of anything else
 * follows from the rule of legs. Source: docs/reference/semantics.md 4.11, decision 0063.
 */

import { decimal } from '../base/decimal.js';
import type { CandleSeries } from '../candle/series.js';
import { Leg, type PointQuote } from '../engine/leg/leg.js';
import type { Transaction } from '../ledger/transaction.js';
import { pointsOf } from '../market/points.js';

/** The leg to row `row`; undefined when the row is a jump. */
export function legTo(series: CandleSeries, row: number): Leg | undefined {
  if (row === 0 || !series.isLegAt(row)) return undefined;
  return new Leg(series.pricesAt(row - 1), series.pricesAt(row));
}

/** The quote that a fill of the instrument met, in points. @param precision - displayPrecision. */
export function fillQuote(
  { fullPrice }: Extract<Transaction, { readonly type: 'ORDER_FILL' }>,
  precision: number,
): Partial<PointQuote> {
  const points = (text = '0') => pointsOf(decimal(text), precision);
  const [bid, ask] = [points(fullPrice.bids[0]?.price), points(fullPrice.asks[0]?.price)];
  return { ...(bid !== undefined && { bid }), ...(ask !== undefined && { ask }) };
}

/** Whether the quote is one that the leg passes. */
export function passes({ from, to }: Leg, { bid, ask }: Partial<PointQuote>): boolean {
  return isBetween(bid, from.bid, to.bid) && isBetween(ask, from.ask, to.ask);
}

function isBetween(points: number | undefined, one: number, other: number): boolean {
  return points !== undefined && points >= Math.min(one, other) && points <= Math.max(one, other);
}

/** How far along the leg a quote is: points on the side that moves further. */
export function progress({ from, to }: Leg, { bid, ask }: PointQuote): number {
  const isBid = Math.abs(to.bid - from.bid) >= Math.abs(to.ask - from.ask);
  return Math.abs(isBid ? bid - from.bid : ask - from.ask);
}

/** Whether the quote is that of the row to which the leg leads. */
export function isEnd({ to }: Leg, { bid, ask }: PointQuote): boolean {
  return bid === to.bid && ask === to.ask;
}

/** The later of two quotes of the leg. */
export function laterQuote(leg: Leg, one: PointQuote, other: PointQuote | undefined): PointQuote {
  return other === undefined || progress(leg, one) >= progress(leg, other) ? one : other;
}

/** Points of a bar that legs lead to, after its open. */
const LEGS_OF_BAR = 3;

/** Between which points of its bar the leg to `row` lies: "the bar's open and its high". */
export function legWords(series: CandleSeries, row: number): string {
  let start = row;
  while (start > 0 && series.isLegAt(start)) start -= 1;
  const place = row - start;
  const after = start + LEGS_OF_BAR + 1;
  const isBar = place <= LEGS_OF_BAR && !(after < series.length && series.isLegAt(after));
  if (!isBar) return 'two points of the path';
  const [before, here] = [series.pricesAt(row - 1), series.pricesAt(row)];
  // One side may stand still while the other moves.
  const rises = here.bid + here.ask > before.bid + before.ask;
  const [lower, upper] = rises ? ['low', 'high'] : ['high', 'low'];
  if (place === 1) return `the bar's open and its ${upper}`;
  return place === LEGS_OF_BAR
    ? `the bar's ${lower} and its close`
    : `the bar's ${lower} and its ${upper}`;
}
