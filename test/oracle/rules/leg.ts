/**
 * The way from one quote to the next, along which the price passes through every price between: both
 * sides move together from share 0 to share 1. The walk stops wherever a side, or their mid, reaches a
 * point or half a point, looks at every order there, and at the margin wherever the longer side
 * reaches a point. What is filled, is filled at the quote of that share: the bid rounded down, the ask up.
 * Source: decision 0063.
 * Ambiguities: margin is looked at from share 0 on, after the orders of the same share, and between points
 * only of accounts whose orders were met; delayed closes come first at share 0; depth is that of
 * the tick at the end; the rest of a partial fill waits for a later leg that comes to its price from either side.
 */

import { Rational, whole } from '../numbers/rational.js';
import {
  type Account,
  beginBatch,
  type Market,
  type Order,
  pendingOrders,
  type Quote,
  quoteOf,
  type World,
} from '../numbers/state.js';
import { closeDelayed, closeOut } from './closeout.js';
import { decideFill } from './decide.js';
import { carryOut } from './fill.js';
import { comparedPrice, isTriggered, moveTrailingValue } from './trigger.js';

/** A leg and what happens on it. */
interface Walk {
  readonly market: Market;
  readonly from: Quote;
  readonly to: Quote;
  /** Orders that were met on it. */
  readonly met: Set<Order>;
  /** Rests of partial fills of an earlier time. */
  readonly rests: ReadonlySet<Order>;
}

interface Stop {
  /** Share of the leg passed, from 0 to 1. */
  readonly share: Rational;
  /** Whether the longer side stands at a point. */
  readonly isPoint: boolean;
}

interface Resting {
  readonly account: Account;
  readonly order: Order;
}

/** Walks to the quote that the market has, from the one `before`; the market is tradeable. */
export function walkLeg(world: World, market: Market, before: Quote): void {
  const to = market.quote as Quote;
  const waiting = restingOrders(world, market).map(({ order }) => order);
  const rests = new Set(waiting.filter(({ isRest }) => isRest));
  const walk = { market, from: before, to, met: new Set<Order>(), rests };
  market.quote = quoteAt(walk, whole(0));
  for (const account of world.accounts) closeDelayed(world, account, market.instrument.name);
  for (const stop of stopsOf(walk)) stopAt(world, walk, stop);
  market.quote = to;
}

/** Every share at which the bid, the ask or the mid reaches a point or, the mid, half a point. */
function stopsOf({ market, from, to }: Walk): Stop[] {
  const places = market.instrument.displayPrecision;
  const [bid, ask] = [to.bid.minus(from.bid), to.ask.minus(from.ask)].map(moved =>
    Number(moved.fixed(places).replace('.', '')),
  ) as [number, number];
  const longer = Math.max(Math.abs(bid), Math.abs(ask), 1);
  const stops: Stop[] = [];
  for (const parts of new Set([longer, Math.abs(bid), Math.abs(ask), Math.abs(bid + ask)])) {
    for (let part = 0; part <= parts && parts > 0; part++) {
      const share = new Rational(BigInt(part), BigInt(parts));
      stops.push({ share, isPoint: (part * longer) % parts === 0 });
    }
  }
  stops.sort((a, b) => a.share.compare(b.share));
  return stops.filter(
    ({ share }, at) => at === 0 || !share.equals(stops[at - 1]?.share as Rational),
  );
}

/** Everything that is due at one share, in turn, until nothing is; then the margin. */
function stopAt(world: World, walk: Walk, { share, isPoint }: Stop): void {
  const { market } = walk;
  const exact = exactAt(walk, share);
  const rounded = quoteAt(walk, share);
  const touched = new Set<Account>();
  market.quote = exact;
  for (const { order } of restingOrders(world, market)) moveTrailingValue(world, order);
  for (;;) {
    market.quote = exact;
    const due = restingOrders(world, market).find(({ order }) => isDue(world, walk, order));
    market.quote = rounded;
    if (due === undefined) break;
    const { account, order } = due;
    walk.met.add(order);
    beginBatch(account);
    if (carryOut(world, account, order, decideFill(world, account, order))) touched.add(account);
  }
  for (const account of world.accounts) {
    if (isPoint || touched.has(account)) closeOut(world, account);
  }
}

/** Whether an order is met at the exact quote that the market has; each is met once on a leg. */
function isDue(world: World, walk: Walk, order: Order): boolean {
  const { from, met } = walk;
  if (met.has(order) || !isTriggered(world, order)) return false;
  if (!order.isRest) return true;
  if (!walk.rests.has(order)) return false;
  const price = order.price as Rational;
  const reached = comparedPrice(quoteOf(world, order.instrument), order);
  return reached.equals(price) && !comparedPrice(from, order).equals(price);
}

/** Orders of all accounts by id; of equal ids the account that comes first. */
function restingOrders(world: World, { instrument }: Market): Resting[] {
  return world.accounts
    .flatMap(account => pendingOrders(account).map(order => ({ account, order })))
    .filter(({ order }) => order.instrument === instrument.name)
    .sort((a, b) => a.order.id - b.order.id);
}

function exactAt({ from, to }: Walk, share: Rational): Quote {
  const between = (start: Rational, end: Rational) => start.plus(end.minus(start).times(share));
  return { ...to, bid: between(from.bid, to.bid), ask: between(from.ask, to.ask) };
}

function quoteAt(walk: Walk, share: Rational): Quote {
  const places = walk.market.instrument.displayPrecision;
  const exact = exactAt(walk, share);
  return { ...exact, bid: exact.bid.down(places), ask: exact.ask.up(places) };
}
