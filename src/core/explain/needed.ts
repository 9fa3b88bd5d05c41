/**
 * The price that an order waited for: the level, and the closest price that it saw, or why it waited
 * on although the price was there. Source: v20 semantics 4.1, 4.3, 4.4, 4.8.
 */

import { formatUnits } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { CandleSeries } from '../candle/series.js';
import type { OrderRecord } from '../ledger/account.js';
import { isReached } from '../order/trigger.js';
import { formatRfc3339, instant } from '../time/instant.js';
import type { Needed } from './explanation.js';
import { meetingAt } from './held-up.js';
import type { TickPlace } from './place.js';
import { type Scene, sidePriceText } from './scene.js';
import {
  closest,
  endRow,
  lastSeen,
  neededSide,
  priceIn,
  type SeenPrice,
  trailedLevel,
  type Waiting,
} from './waiting.js';

/** What the order that the scene is about would have needed to fill; undefined for a MARKET order. */
export function neededPrice(scene: Scene): Needed | undefined {
  const { order, waiting: rested, state, place } = scene;
  if (order === undefined || rested === undefined) return undefined;
  const end = endRow(state, rested.slot, place);
  const waiting = neededSide(order, rested);
  const level = trailedLevel(state, waiting, end);
  const aimed = { ...waiting, level };
  const seen =
    waiting.distance === undefined ? closest(state, waiting, end) : lastSeen(state, waiting, end);
  if (seen !== undefined && isReached(waiting.direction, seen.price, level)) {
    return heldUp(scene, order, aimed, seen);
  }
  return priceNeeded(scene, aimed, seen, order);
}

/** The need of a price that did not come. */
function priceNeeded(
  scene: Scene,
  waiting: Waiting,
  seen: SeenPrice | undefined,
  { creation }: OrderRecord,
): Needed {
  const { side, direction, level, distance } = waiting;
  const text = textOf(scene, waiting);
  const what = side.toLowerCase();
  if (!Number.isFinite(level)) {
    return {
      sentence: `A tick had to come in which the market was open; there was none since ${creation.time}.`,
    };
  }
  const value = text(level);
  const verb = direction === 'DOWN' ? 'fall' : 'rise';
  const found = seen === undefined ? undefined : text(seen.price);
  const at = seen === undefined ? undefined : formatRfc3339(seen.time);
  const word = distance !== undefined ? 'last' : direction === 'DOWN' ? 'lowest' : 'highest';
  const rest =
    found === undefined
      ? `the market has not been open at a price since ${creation.time}`
      : `the ${word} ${what} since the order was ${found} at ${at}`;
  return {
    sentence: `The ${what} had to ${verb} to ${value}; ${rest}.`,
    what,
    limit: direction === 'DOWN' ? 'atMost' : 'atLeast',
    value,
    ...present({ found, at }),
  };
}

/** Why the order waited on although the price was there: its conversion, or the depth. */
function heldUp(scene: Scene, order: OrderRecord, waiting: Waiting, seen: SeenPrice): Needed {
  const { state, cell, before: account } = scene;
  const tick: TickPlace = { kind: 'tick', time: seen.time, slot: waiting.slot, row: seen.row };
  const { standingAt, firstRow } = waiting;
  const place = seen.row === firstRow ? (standingAt ?? tick) : tick;
  const { unconverted, trial } = meetingAt(state, { cell, account, order }, place);
  const at = formatRfc3339(seen.time);
  const what = waiting.side.toLowerCase();
  const reached = `The ${what} reached ${textOf(scene, waiting)(seen.price)} at ${at}`;
  if (unconverted !== undefined) {
    const home = cell.state.config.currency;
    return {
      sentence: `${reached}, and ${unconverted} could not be converted to ${home} yet: each pair on the way had to have a price.`,
      what: 'conversion',
      value: `${unconverted} to ${home}`,
      at,
    };
  }
  const [asked, liquidity] = [formatUnits(trial.asked), formatUnits(trial.liquidity)];
  return {
    sentence: `${reached}, and the book had ${liquidity} units of the ${asked} that the order asks for within its price.`,
    what: 'liquidity',
    limit: 'atLeast',
    value: asked,
    found: liquidity,
    at,
  };
}

/** The price that triggered the order at the tick of its fill or cancel; undefined when it did not wait. */
export function reachedPrice(scene: Scene): Needed | undefined {
  const { order, waiting: rested, state, slot } = scene;
  if (order === undefined || rested === undefined || slot === undefined) return undefined;
  const row = lastRow(scene, slot);
  if (row < 0) return undefined;
  const waiting = neededSide(order, rested);
  const level = trailedLevel(state, waiting, row + 1);
  const price = priceIn(state, waiting, row);
  const text = textOf(scene, waiting);
  const what = waiting.side.toLowerCase();
  const at = formatRfc3339(instant((state.candles[slot] as CandleSeries).timeAt(row)));
  const verb = waiting.direction === 'DOWN' ? 'fall' : 'rise';
  if (!Number.isFinite(level)) {
    const sentence = `The price of the order was that of the market when it was made, so the next tick triggered it: the ${what} was ${text(price)} at ${at}.`;
    return { sentence };
  }
  return {
    sentence: `The ${what} had to ${verb} to ${text(level)}; it was ${text(price)} at ${at}.`,
    what,
    limit: waiting.direction === 'DOWN' ? 'atMost' : 'atLeast',
    value: text(level),
    found: text(price),
    at,
  };
}

/** The last row of the instrument at the place of the scene; -1 when there is none. */
function lastRow({ state, place }: Scene, slot: number): number {
  const end = endRow(state, slot, place);
  return place.kind === 'tick' && place.slot === slot ? end : end - 1;
}

function textOf({ instrument }: Scene, { side }: Waiting): (price: number) => string {
  return price => sidePriceText(side, price, instrument?.displayPrecision ?? 0);
}
