/**
 * What an account was refused, as lines for people: one for each reason. That nothing was accepted
 * comes first, because then no other figure says anything about the strategy.
 */

import type { ReasonCount, Refusals } from '../../../core/view/refusals.js';

/** The sentence about a run in which the market took no order; undefined for any other run. */
export function headlineOf({ isEveryOrder, orders }: Refusals): string | undefined {
  if (!isEveryOrder) return undefined;
  return orders === 1 ? 'the only order was refused' : `every order was refused: all ${orders}`;
}

/** A line for each reason: `117 orders refused: PRICE_PRECISION_EXCEEDED`. */
export function reasonLines(refusals: Refusals): string[] {
  return [
    ...lines(refusals.refused, 'order', 'refused'),
    ...lines(refusals.cancelled, 'order', 'cancelled by the market'),
    ...lines(refusals.requests, 'other request', 'refused'),
  ];
}

/** The headline if there is one, then a line for each reason. */
export function refusalLines(refusals: Refusals): string[] {
  const headline = headlineOf(refusals);
  return [...(headline === undefined ? [] : [headline]), ...reasonLines(refusals)];
}

/** The same in the cell of a table: `117 PRICE_PRECISION_EXCEEDED, 2 INSUFFICIENT_MARGIN`. */
export function refusalCell({ refused, cancelled, requests }: Refusals): string {
  return [...refused, ...cancelled, ...requests]
    .map(({ reason, count }) => `${count} ${reason}`)
    .join(', ');
}

function lines(counts: readonly ReasonCount[], noun: string, verb: string): string[] {
  return counts.map(
    ({ reason, count }) => `${count} ${noun}${count === 1 ? '' : 's'} ${verb}: ${reason}`,
  );
}
