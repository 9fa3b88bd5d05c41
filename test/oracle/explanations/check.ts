/**
 * Checks one explanation against raw ticks and ledger, from the rules: v20 semantics 4.1-4.8, 5.1,
 * 5.5. Gives one text per fault.
 */

import type { Explanation } from '../../../src/core/explain/explanation.js';
import type { Transaction } from '../../../src/core/ledger/transaction.js';
import { mustParse } from '../../../src/core/time/instant.js';
import { decimal } from '../numbers/rational.js';
import { conversionFaults } from './check-money.js';
import { neededFaults } from './check-needed.js';
import { byID, type Evidence, latestTicks, type RawOrder, rawOrder } from './evidence.js';

/** What is wrong with `said`; an empty list when all of it is consistent. */
export function faultsOf(evidence: Evidence, said: Explanation): string[] {
  const decided = byID(evidence, said.transactionID);
  const order = rawOrder(evidence, orderID(said, decided));
  return [
    ...identityFaults(evidence, said, decided),
    ...tickFaults(evidence, said, decided),
    ...sideFaults(said, order),
    ...priceFaults(said, decided, order),
    ...neededFaults(evidence, said, order),
    ...conversionFaults(evidence, said, decided),
    ...textFaults(said),
  ].map(fault => `${said.accountID} ${said.id} ${said.type} ${said.reason ?? ''}: ${fault}`);
}

function orderID({ id }: Explanation, decided: Transaction | undefined): string {
  return decided !== undefined && 'orderID' in decided ? (decided.orderID ?? id) : id;
}

/** An order that has ended is explained by its end, and any other transaction by itself. */
function identityFaults(
  evidence: Evidence,
  { id, type, time, transactionID }: Explanation,
  decided: Transaction | undefined,
): string[] {
  const end = evidence.ledger.find(
    each => (each.type === 'ORDER_FILL' || each.type === 'ORDER_CANCEL') && each.orderID === id,
  );
  const isOrder = byID(evidence, id)?.type.endsWith('_ORDER') === true;
  const expected = isOrder ? end?.id : id;
  if (transactionID !== expected) return [`decided by ${transactionID}, not ${expected}`];
  if (decided === undefined) return [];
  return decided.type === type && decided.time === time ? [] : ['type or time of another'];
}

function tickFaults(
  evidence: Evidence,
  { tick, time }: Explanation,
  decided: Transaction | undefined,
): string[] {
  if (tick === undefined) return [];
  const at = mustParse(tick.time);
  const latest = latestTicks(evidence, tick.instrument, mustParse(time));
  const found = latest.some(
    raw =>
      raw.time === at && raw.bid.equals(decimal(tick.bid)) && raw.ask.equals(decimal(tick.ask)),
  );
  if (!found) return [`tick ${tick.time} is not the latest one at ${time}`];
  if (decided?.type !== 'ORDER_FILL') return [];
  const { timestamp, bids, asks } = decided.fullPrice;
  const isSame =
    timestamp === tick.time && bids[0]?.price === tick.bid && asks[0]?.price === tick.ask;
  return isSame ? [] : ['the tick is not the one of fullPrice'];
}

/** Limits and market orders count at the side that fills; others at the side that they watch. */
function sideFaults({ side }: Explanation, order: RawOrder | undefined): string[] {
  if (order === undefined || side === undefined) return [];
  const own = order.buys ? 'ASK' : 'BID';
  const { creation, type } = order;
  const condition = 'triggerCondition' in creation ? creation.triggerCondition : 'DEFAULT';
  const isLimit = type === 'LIMIT' || type === 'TAKE_PROFIT' || type === 'MARKET';
  const chosen =
    condition === 'INVERSE'
      ? order.buys
        ? 'BID'
        : 'ASK'
      : condition === 'DEFAULT'
        ? own
        : condition;
  const right = isLimit ? own : chosen;
  return side === right ? [] : [`side ${side}, not ${right}`];
}

/** A fill is at the side of its tick, a limit's not past its price, a guaranteed stop's at its own. */
function priceFaults(
  { tick }: Explanation,
  decided: Transaction | undefined,
  order: RawOrder | undefined,
): string[] {
  if (decided?.type !== 'ORDER_FILL' || tick === undefined || order === undefined) return [];
  const buys = !decided.units.startsWith('-');
  if (buys !== order.buys) return ['the fill goes the other way'];
  const price = decimal(decided.price);
  const market = decimal(buys ? tick.ask : tick.bid);
  const worse = buys ? price.moreThan(market) : price.lessThan(market);
  const level = 'price' in order.creation ? order.creation.price : undefined;
  if (order.type === 'GUARANTEED_STOP_LOSS') return worse ? ['worse than the market'] : [];
  if (!price.equals(market)) return [`price ${decided.price} is not the market's`];
  if (level === undefined || (order.type !== 'LIMIT' && order.type !== 'TAKE_PROFIT')) return [];
  const edge = decimal(level);
  return (buys ? price.moreThan(edge) : price.lessThan(edge)) ? ['worse than the limit'] : [];
}

function textFaults({ sentence, rule, section, values, needed }: Explanation): string[] {
  const texts = [sentence, rule, needed?.sentence ?? 'x'];
  const isEmpty = texts.some(text => text === '' || /[{}]|undefined|NaN/.test(text));
  const isCited = /^docs\/reference\/semantics\.md#\d\d-[a-z0-9-]+$/.test(section);
  const odd = Object.values(values).filter(value => /undefined|NaN|Infinity/.test(value));
  return [...(isEmpty ? ['a text has a hole'] : []), ...(isCited ? [] : ['no section']), ...odd];
}
