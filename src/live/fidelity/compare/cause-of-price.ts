/**
 * Why a fill of the host has another price than that of the replica: the fill shows the quote that
 * the host acted on, and the recording has the quotes that were seen.
 */

import { type Decimal, decimal } from '../../../core/base/decimal.js';
import { parseInstant } from '../../../core/time/instant.js';
import { type Json, objectOf, objectsIn } from '../recording/json.js';
import type { Cause, Pair } from './difference.js';
import type { Sample } from './recorded-session.js';

/** A cause, and what shows it. */
export interface Reason {
  readonly cause: Cause;
  readonly because: string;
}

/** The quote that a fill shows. */
interface Shown {
  readonly bid: Decimal;
  readonly ask: Decimal;
  /** Microseconds. */
  readonly time: number;
  /** Units at the best price of the side that the fill took. */
  readonly liquidity: Decimal;
}

/** The quote that a fill shows; undefined when it shows none. */
export function shownQuote(fill: Json): Shown | undefined {
  const book = objectOf(fill['fullPrice']);
  const [bid] = objectsIn(book['bids']);
  const [ask] = objectsIn(book['asks']);
  const time = parseInstant(String(book['timestamp']))?.at;
  if (bid === undefined || ask === undefined || time === undefined) return undefined;
  const taken = String(fill['units']).startsWith('-') ? bid : ask;
  return {
    bid: decimal(String(bid['price'])),
    ask: decimal(String(ask['price'])),
    time,
    liquidity: decimal(String(taken['liquidity'])),
  };
}

/** The cause of a difference in price. @param samples - the quotes that were seen, in order */
export function causeOfPrice({ recorded, replica }: Pair, samples: readonly Sample[]): Reason {
  const shown = shownQuote(recorded);
  if (shown === undefined) return { cause: 'unknown', because: 'the fill shows no quote' };
  const sells = String(recorded['units']).startsWith('-');
  const best = sells ? shown.bid : shown.ask;
  if (!best.eq(String(recorded['price']))) return offItsBook(recorded, shown);
  return causeOfQuote(shown, samples, String(recorded['instrument']), shownQuote(replica));
}

function offItsBook(fill: Json, { liquidity }: Shown): Reason {
  const units = decimal(String(fill['units'])).abs();
  return units.gt(liquidity)
    ? { cause: 'liquidity', because: `the best price had ${liquidity.toFixed()} units` }
    : { cause: 'slippage', because: 'the price is not the best of the book that the fill shows' };
}

/** Why the host acted on the quote that a fill of its own shows. */
export function causeOfQuote(
  shown: Shown,
  samples: readonly Sample[],
  instrument: string,
  used: Shown | undefined,
): Reason {
  const own = samples.filter(each => each.instrument === instrument);
  const same = own.find(
    ({ time, bid, ask }) => time === shown.time && shown.bid.eq(bid) && shown.ask.eq(ask),
  );
  if (same !== undefined) return laterThan(shown, used);
  const before = own.findLast(({ time }) => time <= shown.time);
  if (before !== undefined && isWider(shown, before)) {
    const spread = shown.ask.minus(shown.bid).toFixed();
    const seen = decimal(before.ask).minus(before.bid).toFixed();
    return { cause: 'spread', because: `${spread} at the host, ${seen} seen` };
  }
  const ms = before === undefined ? '' : `${Math.round((shown.time - before.time) / 1_000)} ms `;
  return { cause: 'between samples', because: `${ms}after the last quote that was seen` };
}

function laterThan({ time }: Shown, used: Shown | undefined): Reason {
  if (used === undefined || used.time === time) {
    return { cause: 'rule', because: 'both acted on the same quote' };
  }
  const ms = Math.round(Math.abs(time - used.time) / 1_000);
  const how = time > used.time ? 'later' : 'earlier';
  return { cause: 'latency', because: `the host acted on a quote ${ms} ms ${how}` };
}

/** Whether two quotes have the same mid but for half a pip of the spread, and other spreads. */
function isWider(shown: Shown, { bid, ask }: Sample): boolean {
  const spreads = [shown.ask.minus(shown.bid), decimal(ask).minus(bid)] as const;
  const [one, other] = spreads;
  const mids = shown.bid.plus(shown.ask).minus(bid).minus(ask).abs();
  const apart = one.minus(other).abs();
  // Twice the mids lie nearer than a tenth of the change of the spread: it grew on both sides.
  return !apart.isZero() && mids.times(10).lte(apart);
}
