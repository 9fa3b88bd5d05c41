/**
 * One tick of one instrument: quote, delayed closes, trailing values, triggers, margin closeout.
 * Source: v20 semantics 4.10, 5.6.
 */

import {
  beginBatch,
  isTradeable,
  marketOf,
  type OracleTick,
  pendingOrders,
  quoteFromTick,
  type World,
} from '../numbers/state.js';
import { closeDelayed, closeOut } from './closeout.js';
import { decideFill } from './decide.js';
import { carryOut } from './fill.js';
import { walkLeg } from './leg.js';
import { isTriggered, moveTrailingValue } from './trigger.js';

/** Applies a tick; a tick of a closed market only sets the quote. */
export function applyTick(world: World, tick: OracleTick): void {
  const market = marketOf(world, tick.instrument);
  const before = market.quote;
  market.quote = quoteFromTick(market, tick);
  if (!isTradeable(world, market)) return;
  if (tick.leg && before !== undefined) {
    walkLeg(world, market, before);
    return;
  }
  for (const account of world.accounts) closeDelayed(world, account, tick.instrument);
  triggerOrders(world, tick.instrument);
  for (const account of world.accounts) closeOut(world, account);
}

/** Trailing values move first; then every order whose trigger holds, each in its own batch. */
function triggerOrders(world: World, instrument: string): void {
  const resting = world.accounts.flatMap(account =>
    pendingOrders(account)
      .filter(order => order.instrument === instrument)
      .map(order => ({ account, order })),
  );
  for (const { order } of resting) moveTrailingValue(world, order);
  const due = resting.filter(({ order }) => isTriggered(world, order));
  for (const { account, order } of due) {
    if (!order.pending) continue;
    beginBatch(account);
    carryOut(world, account, order, decideFill(world, account, order));
  }
}
