/**
 * Order book and position book. They show the orders and trades of this simulation's accounts, and
 * only the present snapshot exists. Source: v20 semantics 1.2.
 */

import { Type } from '@sinclair/typebox';
import type { Instant } from '../../../../core/time/instant.js';
import { type BookView, bookTime, orderBook, positionBook } from '../../../../core/view/books.js';
import { notFound } from '../../http/faults.js';
import { slotNamed } from '../market.js';
import { type Call, type Operation, ok, operation } from '../operation.js';
import { OrderBookResponse, PositionBookResponse } from '../schema/book.js';
import { instantOf } from '../schema/primitives.js';

const query = Type.Object({
  time: Type.Optional(instantOf('time of the snapshot; only the current one exists')),
});

export const BOOK_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'getOrderBook',
    method: 'GET',
    path: '/v3/instruments/:instrument/orderBook',
    summary: 'The pending orders of all accounts of this simulation, by price',
    tag: 'instrument',
    query,
    responses: { 200: OrderBookResponse },
    handle: call => {
      const { resting } = call.simulation.engine.state;
      return ok({
        orderBook: current(call, (moment, states) =>
          orderBook(moment, resting[moment.slot] as (typeof resting)[number], states),
        ),
      });
    },
  }),
  operation({
    operationId: 'getPositionBook',
    method: 'GET',
    path: '/v3/instruments/:instrument/positionBook',
    summary: 'The open trades of all accounts of this simulation, by open price',
    tag: 'instrument',
    query,
    responses: { 200: PositionBookResponse },
    handle: call => ok({ positionBook: current(call, positionBook) }),
  }),
];

/** The current snapshot. @throws RequestFault 404 before the first price and for any other time. */
function current(
  { simulation, params, query: { time } }: Call<{ readonly time?: Instant }>,
  make: (...market: Parameters<typeof positionBook>) => BookView,
): BookView {
  const slot = slotNamed(simulation, params['instrument'] ?? '', 'instrument');
  const { now } = simulation;
  const { quotes, cells } = simulation.engine.state;
  const isOther = time !== undefined && time !== now && time !== bookTime(now);
  if (isOther || !quotes.isPriced(slot)) throw notFound();
  const states = cells.map(cell => cell.state);
  return make({ quotes, slot, now }, states);
}
