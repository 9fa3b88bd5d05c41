/** Checks what an explanation says was needed: v20 semantics 4.1, 4.3, 4.4, 4.8. */

import type { Explanation } from '../../../src/core/explain/explanation.js';
import { mustParse } from '../../../src/core/time/instant.js';
import { decimal, type Rational } from '../numbers/rational.js';
import {
  byID,
  type Evidence,
  isOpen,
  type RawOrder,
  type RawTick,
  rawOrder,
  seenBetween,
  watched,
} from './evidence.js';

const PRICES = ['bid', 'ask', 'mid'];

export function neededFaults(
  evidence: Evidence,
  said: Explanation,
  order: RawOrder | undefined,
): string[] {
  const { needed, reason } = said;
  if (needed === undefined) return [];
  if (needed.what === 'conversion') return unpricedFaults(evidence, said);
  const { what = '', limit, value, found } = needed;
  if (limit === undefined || value === undefined) return [];
  const met = found !== undefined && meets(decimal(found), limit, decimal(value));
  const isMade = said.type === 'ORDER_FILL' || said.type.startsWith('MARGIN_CALL');
  if (met !== isMade) return [`${what} ${found} against ${limit} ${value}: met ${met}`];
  if (what === 'liquidity' && order !== undefined) return depthFaults(evidence, said, order);
  if (!PRICES.includes(what) || order === undefined || reason === 'BOUNDS_VIOLATION') return [];
  return [
    ...levelFaults(evidence, said, order),
    ...(isMade ? madeFaults(evidence, said, order) : missedFaults(evidence, said, order)),
  ];
}

function meets(found: Rational, limit: string, value: Rational): boolean {
  return limit === 'atMost' ? !found.moreThan(value) : !found.lessThan(value);
}

/** The level of an order with a price is that price; a trailing one is its distance from a tick. */
function levelFaults(evidence: Evidence, { needed }: Explanation, order: RawOrder): string[] {
  const { creation } = order;
  const level = decimal(needed?.value ?? '0');
  if (order.type !== 'TRAILING_STOP_LOSS') {
    const price = 'price' in creation ? (creation.price ?? '0') : '0';
    return level.equals(decimal(price)) ? [] : [`level ${needed?.value} is not ${price}`];
  }
  const away = decimal(('distance' in creation ? creation.distance : undefined) ?? '0');
  const from = order.buys ? level.minus(away) : level.plus(away);
  const opening = byID(evidence, 'tradeID' in creation ? creation.tradeID : undefined);
  const opened = opening?.type === 'ORDER_FILL' ? opening.tradeOpened?.price : undefined;
  const ticks = evidence.ticks.get(order.instrument) ?? [];
  const isSeen = ticks.some(tick => watched(tick, needed?.what ?? '').equals(from));
  return isSeen || (opened !== undefined && decimal(opened).equals(from))
    ? []
    : [`a trailing level that no price gives: ${needed?.value}`];
}

/** The price of a fill was that of a raw tick at the place of the fill. */
function madeFaults(evidence: Evidence, { needed, tick }: Explanation, order: RawOrder): string[] {
  if (needed?.at !== tick?.time) return [`found at ${needed?.at}, not at the tick`];
  return isQuoted(evidence, order.instrument, needed) ? [] : ['a price that was not quoted'];
}

function isQuoted(evidence: Evidence, name: string, needed: Explanation['needed']): boolean {
  const { at = '', found = '0', what = '' } = needed ?? {};
  return (evidence.ticks.get(name) ?? []).some(
    tick => tick.time === mustParse(at) && watched(tick, what).equals(decimal(found)),
  );
}

/** No open tick between creation and end is nearer than the one that is named. */
function missedFaults(evidence: Evidence, said: Explanation, order: RawOrder): string[] {
  const { needed, time } = said;
  const { found, at, what = '', limit = 'atMost' } = needed ?? {};
  const seen = seenBetween(evidence, order, mustParse(time));
  if (found === undefined || at === undefined) {
    return seen.length > 0 ? [`${seen.length} open ticks, and none is named`] : [];
  }
  const from = mustParse(order.creation.time);
  const faults: string[] = [];
  if (!isQuoted(evidence, order.instrument, needed)) faults.push('a price that was not quoted');
  if (mustParse(at) > mustParse(time)) faults.push('a price after the end');
  if (mustParse(at) < from && !isStanding(evidence, order, mustParse(at))) {
    faults.push('a price from before the order');
  }
  const isTrailing = order.type === 'TRAILING_STOP_LOSS';
  if (!isTrailing && !isOpen(evidence, order.instrument, Math.max(from, mustParse(at)))) {
    faults.push('a price in closed hours');
  }
  if (!isTrailing && seen.some(tick => isNearer(watched(tick, what), limit, decimal(found)))) {
    faults.push(`another tick was nearer than ${found}`);
  }
  return faults;
}

function isNearer(price: Rational, limit: string, than: Rational): boolean {
  return limit === 'atMost' ? price.lessThan(than) : price.moreThan(than);
}

/** Whether the tick at `time` was the price that stood when the order was made. */
function isStanding({ ticks }: Evidence, order: RawOrder, time: number): boolean {
  const from = mustParse(order.creation.time);
  const before = (ticks.get(order.instrument) ?? []).filter((tick: RawTick) => tick.time <= from);
  return before.at(-1)?.time === time;
}

/** The units are those of the order, and the depth is that of a raw tick that it saw. */
function depthFaults(evidence: Evidence, { needed, time }: Explanation, order: RawOrder): string[] {
  const { creation, instrument: name, buys } = order;
  const { value = '0', found = '0', at = '' } = needed ?? {};
  const units = 'units' in creation ? (creation.units ?? '0') : '0';
  const instrument = evidence.instruments.find(each => each.name === name);
  const isFound = (evidence.ticks.get(name) ?? []).some(({ time: quoted, volumes }) => {
    const depth = volumes[buys ? 1 : 0] || instrument?.defaultLiquidity;
    return quoted === mustParse(at) && quoted <= mustParse(time) && String(depth) === found;
  });
  return [
    ...(decimal(units).abs().equals(decimal(value)) ? [] : [`${value} units, not ${units}`]),
    ...(isFound ? [] : [`no tick at ${at} had ${found} units`]),
  ];
}

/** A pair of the currency had no tick until then. */
function unpricedFaults(evidence: Evidence, { needed, id }: Explanation): string[] {
  const [currency = ''] = (needed?.value ?? '').split(' to ');
  const at = mustParse(needed?.at ?? '');
  const name = rawOrder(evidence, id)?.instrument;
  const isMissing = evidence.instruments.some(
    each => (evidence.ticks.get(each.name) ?? []).filter(({ time }) => time <= at).length === 0,
  );
  return isMissing ? [] : [`${currency} of ${name} converts`];
}
