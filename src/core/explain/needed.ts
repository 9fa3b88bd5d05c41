/**
 * The price that an order waited for: the level, and the closest price that it saw, or why it waited
 * on although the price was there. Source: v20 semantics 4.1, 4.3, 4.4, 4.8.
 */

import { formatUnits } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { CandleSeries } from '../candle/series.js';
import type { PointQuote } from '../engine/leg/leg.js';
import type { OrderRecord } from '../ledger/account.js';
import { isReached, sidePrice } from '../order/trigger.js';
import { formatRfc3339, type Instant, instant, mustParse } from '../time/instant.js';
import type { Requirement } from './explanation.js';
import { meetingAt } from './held-up.js';
import type { TickPlace } from './place.js';
import { type Scene, sidePriceText } from './scene.js';
import {
  closest,
  endRow,
  lastSeen,
  neededSide,
  type PriceWait,
  priceIn,
  reissuedFrom,
  type SeenPrice,
  trailedLevel,
} from './waiting.js';

/** What the order that the scene is about would have needed to fill; undefined for a MARKET order. */
export function neededPrice(scene: Scene): Requirement | undefined {
  const { order, waiting: rested, state, place } = scene;
  if (order === undefined || rested === undefined) return undefined;
  const end = endRow(state, rested.slot, place);
  const waiting = neededSide(order, rested);
  const level = trailedLevel(state, waiting, end);
  const aimed = { ...waiting, level };
  const seen = seenBefore(scene, waiting, end);
  if (seen !== undefined && isReached(waiting.direction, seen.price, level)) {
    return heldUp(scene, order, aimed, seen);
  }
  return priceNeeded(scene, aimed, seen, order);
}

/** The closest price that the order saw before the place; of a trailing stop the last one. */
function seenBefore(scene: Scene, waiting: PriceWait, end: number): SeenPrice | undefined {
  const { state, place, order } = scene;
  const { slot, side, direction, distance, bornAt, firstRow } = waiting;
  const isTrailing = distance !== undefined;
  let seen = isTrailing ? lastSeen(state, waiting, end) : closest(state, waiting, end);
  const look = (quote: PointQuote | undefined, row: number, time: Instant) => {
    if (quote === undefined) return;
    const price = sidePrice(side, quote.bid, quote.ask);
    const isNearer = seen === undefined || !isReached(direction, seen.price, price);
    if (isTrailing || isNearer) seen = { row, price, time };
  };
  if (!isTrailing) look(bornAt, firstRow, mustParse(order?.creation.time ?? ''));
  if (place.kind === 'tick' && place.slot === slot) look(place.quote, place.row, place.time);
  return seen;
}

/** The need of a price that did not come. */
function priceNeeded(
  scene: Scene,
  waiting: PriceWait,
  seen: SeenPrice | undefined,
  { creation }: OrderRecord,
): Requirement {
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
function heldUp(
  scene: Scene,
  order: OrderRecord,
  waiting: PriceWait,
  seen: SeenPrice,
): Requirement {
  const { state, cell, before: account } = scene;
  const tick: TickPlace = { kind: 'tick', time: seen.time, slot: waiting.slot, row: seen.row };
  const { standingAt, firstRow } = waiting;
  const place = seen.row === firstRow ? (standingAt ?? tick) : tick;
  const { unconverted, trial } = meetingAt(state, { cell, account, order }, place);
  const at = formatRfc3339(seen.time);
  const what = waiting.side.toLowerCase();
  const text = textOf(scene, waiting);
  const reached = `The ${what} reached ${text(seen.price)} at ${at}`;
  const isLeg = (state.candles[waiting.slot] as CandleSeries).isLegAt(seen.row);
  if (isLeg && reissuedFrom(cell, order.creation) !== undefined) {
    const value = text(waiting.level);
    return {
      sentence: `${reached}; inside a bar, the rest of an order that was filled in part waits until the ${what} is ${value} again.`,
      what,
      value,
      found: text(seen.price),
      at,
    };
  }
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
export function reachedPrice(scene: Scene): Requirement | undefined {
  const { order, waiting: rested, state, slot } = scene;
  if (order === undefined || rested === undefined || slot === undefined) return undefined;
  const waiting = neededSide(order, rested);
  const met = metPrice(scene, waiting);
  if (met === undefined) return undefined;
  const { price } = met;
  const level = trailedLevel(state, waiting, met.end);
  const text = textOf(scene, waiting);
  const what = waiting.side.toLowerCase();
  const at = formatRfc3339(met.time);
  const where = scene.between === undefined ? at : `${at}, between ${scene.between}`;
  const verb = waiting.direction === 'DOWN' ? 'fall' : 'rise';
  if (!Number.isFinite(level)) {
    const sentence = `The price of the order was that of the market when it was made, so the next tick triggered it: the ${what} was ${text(price)} at ${where}.`;
    return { sentence };
  }
  return {
    sentence: `The ${what} had to ${verb} to ${text(level)}; it was ${text(price)} at ${where}.`,
    what,
    limit: waiting.direction === 'DOWN' ? 'atMost' : 'atLeast',
    value: text(level),
    found: text(price),
    at,
  };
}

/** The price that the order met at the place, and the end of the rows that a trailing stop had seen. */
function metPrice({ state, place }: Scene, waiting: PriceWait) {
  const { slot, side } = waiting;
  if (place.kind === 'tick' && place.slot === slot && place.quote !== undefined) {
    const { bid, ask } = place.quote;
    return { price: sidePrice(side, bid, ask), time: place.time, end: place.row };
  }
  const end = endRow(state, slot, place);
  const row = place.kind === 'tick' && place.slot === slot ? end : end - 1;
  if (row < 0) return undefined;
  const time = instant((state.candles[slot] as CandleSeries).timeAt(row));
  return { price: priceIn(state, waiting, row), time, end: row + 1 };
}

function textOf({ instrument }: Scene, { side }: PriceWait): (price: number) => string {
  return price => sidePriceText(side, price, instrument?.displayPrecision ?? 0);
}
