/**
 * Why a fill of the host has another price than that of the replica: the fill shows the quote that
 * the host acted on, and the recording has the quotes that were seen.
 */

import { decimal } from '../../../core/base/decimal.js';
import type { Json } from '../recording/json.js';
import type { Cause, TransactionPair } from './difference.js';
import type { ClockKind } from './host-clock.js';
import type { Sample } from './recorded-session.js';
import {
  hasSameTop,
  priceInBook,
  type ShownQuote,
  sampleQuote,
  sells,
  shownQuote,
} from './shown-quote.js';

/** A cause, and what shows it. */
export interface Reason {
  readonly cause: Cause;
  readonly because: string;
}

/** What the recording has of the quotes and of the command behind a fill. */
export interface FillEvidence {
  /** The quotes that were seen, in order of time. */
  readonly samples: readonly Sample[];
  readonly clock: ClockKind;
  /** The command that made the fill; undefined: none did. */
  readonly command: SceneCommand | undefined;
}

/** A command, as the recording has it. */
export interface SceneCommand {
  /** When it was sent by the host's clock, microseconds; exact only where that runs with the wall. */
  readonly sentAt: number;
  /** The line of the capture with its answer. */
  readonly answerLine: number;
}

/** The cause of a difference in price. */
export function causeOfPrice({ recorded, replica }: TransactionPair, scene: FillEvidence): Reason {
  const shown = shownQuote(recorded);
  if (shown === undefined) return { cause: 'unknown', because: 'the fill shows no quote' };
  const used = shownQuote(replica);
  const units = decimal(String(recorded['units']));
  const walked = priceInBook(shown, units, String(recorded['instrument']));
  if (!walked.eq(String(recorded['price']))) {
    return { cause: 'slippage', because: `its book gives ${walked.toFixed()}` };
  }
  if (used !== undefined && hasSameTop(shown, used)) return ofDepth(shown, used);
  return causeOfQuote(shown, recorded, used, scene);
}

/** The best prices are the same: what differs lies below them. */
function ofDepth(shown: ShownQuote, used: ShownQuote): Reason {
  const text = ({ levels }: ShownQuote) => levels.map(each => each.liquidity.toFixed()).join(', ');
  const isSame = text(shown) === text(used);
  return isSame
    ? { cause: 'rule', because: 'both acted on the same quote' }
    : { cause: 'depth', because: `levels of ${text(shown)} units, ${text(used)} seen` };
}

/**
 * Why the host acted on the quote that a fill of its own shows.
 * @param used - the quote that the replica acted on; undefined: it did not.
 */
export function causeOfQuote(
  shown: ShownQuote,
  fill: Json,
  used: ShownQuote | undefined,
  { samples, clock, command }: FillEvidence,
): Reason {
  const own = samples.filter(({ instrument }) => instrument === fill['instrument']);
  const before = own.findLast(({ time }) => time < shown.time);
  const known = used ?? (before && sampleQuote(before, sells(fill)));
  const seen = own.find(each => {
    const quote = sampleQuote(each, sells(fill));
    return each.time === shown.time && quote !== undefined && hasSameTop(quote, shown);
  });
  if (known !== undefined && isOfSpread(shown, known)) return ofSpread(shown, known);
  const isLate = clock === 'wall' && command !== undefined && shown.time > command.sentAt;
  if (isLate) return ofLatency(shown, command.sentAt);
  if (seen === undefined) return unseen(shown, before);
  if (used === undefined || used.time === shown.time) {
    return { cause: 'rule', because: 'both acted on the same quote' };
  }
  // Where the clock does not show when a command was sent, the order of the lines does.
  const isSeenFirst = command === undefined || seen.line < command.answerLine;
  return isSeenFirst ? ofLatency(shown, used.time) : ofClock(shown, used);
}

/** Whether two quotes differ more by their spread than by their mid. */
function isOfSpread(one: ShownQuote, other: ShownQuote): boolean {
  const spreads = one.ask.minus(one.bid).minus(other.ask.minus(other.bid)).abs();
  const mids = one.bid.plus(one.ask).minus(other.bid.plus(other.ask)).abs();
  // Half the spread and the mid move a price; both are doubled here.
  return spreads.gt(mids);
}

function ofSpread(shown: ShownQuote, known: ShownQuote): Reason {
  const text = ({ bid, ask }: ShownQuote) => ask.minus(bid).toFixed();
  return { cause: 'spread', because: `${text(shown)} at the host, ${text(known)} seen` };
}

function unseen({ time }: ShownQuote, before: Sample | undefined): Reason {
  if (before === undefined) return { cause: 'lost lines', because: 'no quote was seen before' };
  const because = `${millis(time - before.time)} ms after the last quote that was seen`;
  return { cause: 'lost lines', because };
}

function ofLatency({ time }: ShownQuote, expected: number): Reason {
  const how = time > expected ? 'later' : 'earlier';
  const because = `the host acted on a quote ${millis(time - expected)} ms ${how}`;
  return { cause: 'latency', because };
}

function ofClock({ time }: ShownQuote, used: ShownQuote): Reason {
  const because = `a quote ${millis(time - used.time)} ms apart was seen after the answer only`;
  return { cause: 'clock', because };
}

function millis(micros: number): number {
  return Math.round(Math.abs(micros) / 1_000);
}
