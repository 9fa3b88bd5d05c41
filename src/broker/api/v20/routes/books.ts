/**
 * Order book and position book, now or at an instant of the past. They show the orders and trades of
 * this simulation's accounts. Source: v20 semantics 1.2.
 */

import { Type } from '@sinclair/typebox';
import type { AccountState } from '../../../../core/ledger/account.js';
import type { Run } from '../../../../core/run/run.js';
import {
  formatRfc3339,
  type Instant,
  instant,
  MICROS_PER_SECOND,
} from '../../../../core/time/instant.js';
import { type BookMoment, orderBook, positionBook } from '../../../../core/view/books.js';
import type { Simulation } from '../../../runtime/simulation/simulation.js';
import { notFound } from '../../http/request-errors.js';
import { quoteAt, slotNamed } from '../market.js';
import { type Answer, type Call, type Operation, ok, operation } from '../operation.js';
import { OrderBookResponse, PositionBookResponse } from '../schema/book.js';
import { instantOf } from '../schema/primitives.js';

/** Microseconds between the snapshots to which links lead, as between those of the service. */
const BETWEEN_LINKS = 20 * 60 * MICROS_PER_SECOND;

const query = Type.Object({
  time: Type.Optional(instantOf('instant of the snapshot; default: now')),
});

export const BOOK_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'getOrderBook',
    method: 'GET',
    path: '/v3/instruments/:instrument/orderBook',
    summary: 'The pending orders of all accounts of this simulation, by price, at a time',
    tag: 'instrument',
    query,
    responseHeaders: ['Link'],
    responses: { 200: OrderBookResponse },
    handle: call =>
      bookAnswer(call, 'orderBook', (moment, { engine: { state } }) => {
        const resting = state.resting[moment.slot] as (typeof state.resting)[number];
        return orderBook(moment, resting, statesOf(state));
      }),
  }),
  operation({
    operationId: 'getPositionBook',
    method: 'GET',
    path: '/v3/instruments/:instrument/positionBook',
    summary: 'The open trades of all accounts of this simulation, by open price, at a time',
    tag: 'instrument',
    query,
    responseHeaders: ['Link'],
    responses: { 200: PositionBookResponse },
    handle: call =>
      bookAnswer(call, 'positionBook', (moment, { engine: { state } }) =>
        positionBook(moment, statesOf(state)),
      ),
  }),
];

function statesOf({ cells }: Run['engine']['state']): AccountState[] {
  return cells.map(cell => cell.state);
}

/**
 * The book at the time asked for.
 * @param name - of the book, as in its path.
 * @param make - makes it of the run as it stood then.
 * @throws RequestError 400 for an unknown instrument; 404 outside the past of the simulation and
 * before the first price.
 */
function bookAnswer(
  call: Call<{ readonly time?: Instant }>,
  name: 'orderBook' | 'positionBook',
  make: (moment: BookMoment, run: Run) => ReturnType<typeof orderBook>,
): Answer {
  const { simulation } = call;
  const slot = slotNamed(simulation, call.params['instrument'] ?? '', 'instrument');
  const { time = simulation.now } = call.query;
  if (!hasBook(simulation, slot, time)) throw notFound();
  const run = simulation.runAt(time);
  const { quotes } = run.engine.state;
  const answer = ok({ [name]: make({ quotes, slot, now: time }, run) });
  const links = linksOf(call, slot, name, time);
  return links.length === 0 ? answer : { ...answer, headers: { Link: links.join(', ') } };
}

/** Whether `at` is in the past of the simulation, and the instrument had a price then. */
function hasBook(simulation: Simulation, slot: number, at: Instant): boolean {
  const { now, scenario } = simulation;
  return at >= scenario.from && at <= now && quoteAt(simulation, slot, at) !== undefined;
}

/** Links to the full 20 minutes before and after `time`, where there is a book. */
function linksOf(
  { simulation, params, url }: Call<unknown>,
  slot: number,
  name: string,
  time: Instant,
): string[] {
  const place = time / BETWEEN_LINKS;
  const marks = { prev: Math.ceil(place) - 1, next: Math.floor(place) + 1 };
  return Object.entries(marks).flatMap(([rel, mark]) => {
    const at = instant(mark * BETWEEN_LINKS);
    if (!hasBook(simulation, slot, at)) return [];
    const path = `/v3/instruments/${params['instrument']}/${name}?time=${formatRfc3339(at)}`;
    return `<${url(path)}>; rel="${rel}"`;
  });
}
