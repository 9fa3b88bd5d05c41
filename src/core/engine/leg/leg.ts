/**
 * A leg: the way of an instrument's quote from one point of a path to the next, through every price.
 * Bid and ask move together along one share, so each side, and their sum, moves one way. Prices are
 * in points, those of MID in half points (bid + ask). Source: docs/reference/semantics.md 4.11.
 */

import { countWhile } from '../../base/bisect.js';
import {
  isReached,
  type SidePrices,
  type TriggerDirection,
  type TriggerSide,
} from '../../order/trigger.js';
import type { PriceBand } from '../../risk/risk-lines.js';
import {
  ceilOf,
  compareShares,
  END,
  earlierShare,
  floorOf,
  laterShare,
  type Share,
  START,
} from './share.js';

/** A bid and an ask in points. */
export interface PointQuote {
  readonly bid: number;
  readonly ask: number;
}

/** The shares of a leg from `from` to `to`, both inclusive. */
export interface ShareSpan {
  readonly from: Share;
  readonly to: Share;
}

const WHOLE: ShareSpan = { from: START, to: END };

/** The way from one quote to another. */
export class Leg {
  readonly from: PointQuote;
  readonly to: PointQuote;
  /** Number of whole points: the larger of the moves of bid and ask. */
  readonly points: number;
  readonly #starts: SidePrices;
  readonly #moves: SidePrices;

  constructor(from: PointQuote, to: PointQuote) {
    const [bid, ask] = [to.bid - from.bid, to.ask - from.ask];
    this.from = from;
    this.to = to;
    this.points = Math.max(Math.abs(bid), Math.abs(ask));
    this.#starts = { BID: from.bid, ASK: from.ask, MID: from.bid + from.ask };
    this.#moves = { BID: bid, ASK: ask, MID: bid + ask };
  }

  /** The quote at `share`: the exact bid rounded down, the exact ask rounded up. */
  quoteAt(share: Share): PointQuote {
    return { bid: this.#floorAt('BID', share), ask: this.#ceilAt('ASK', share) };
  }

  /** The prices at `share`, rounded down. */
  floorsAt(share: Share): SidePrices {
    const at = (side: TriggerSide) => this.#floorAt(side, share);
    return { BID: at('BID'), ASK: at('ASK'), MID: at('MID') };
  }

  /** The prices at `share`, rounded up. */
  ceilsAt(share: Share): SidePrices {
    const at = (side: TriggerSide) => this.#ceilAt(side, share);
    return { BID: at('BID'), ASK: at('ASK'), MID: at('MID') };
  }

  /** The shares at which the side has reached `level`; undefined when it never has. */
  reached(side: TriggerSide, direction: TriggerDirection, level: number): ShareSpan | undefined {
    const start = this.#starts[side];
    const isAtStart = isReached(direction, start, level);
    const isAtEnd = isReached(direction, start + this.#moves[side], level);
    if (isAtStart && isAtEnd) return WHOLE;
    if (!isAtStart && !isAtEnd) return undefined;
    const at = this.#shareOf(side, level);
    return isAtEnd ? { from: at, to: END } : { from: START, to: at };
  }

  /** The share after the start at which the side is at `level`; undefined when it never is. */
  crossing(side: TriggerSide, level: number): Share | undefined {
    const move = this.#moves[side];
    const way = level - this.#starts[side];
    const isOnTheWay = move > 0 ? way > 0 && way <= move : way < 0 && way >= move;
    return isOnTheWay ? this.#shareOf(side, level) : undefined;
  }

  /** Whether `share` is a whole point of the leg, after its start. */
  isWholePoint(share: Share): boolean {
    return share.part > 0 && floorOf(this.points, share) === ceilOf(this.points, share);
  }

  /**
   * The first whole point after `share`, and before the end, at which the quote is outside `band`;
   * undefined when there is none. The quote at `share` may itself be outside: then it is the next one.
   */
  firstOutside(band: PriceBand, share: Share): Share | undefined {
    const first = floorOf(this.points, share) + 1;
    const whole = this.points;
    if (first >= whole) return undefined;
    const isInside = (part: number) => holds(band, this.quoteAt({ part, whole }));
    if (!isInside(first)) return { part: first, whole };
    // A side that has left the band does not come back, because each side moves one way.
    const part = first + countWhile(whole - first, at => isInside(first + at));
    return part < whole ? { part, whole } : undefined;
  }

  #floorAt(side: TriggerSide, share: Share): number {
    return this.#starts[side] + floorOf(this.#moves[side], share);
  }

  #ceilAt(side: TriggerSide, share: Share): number {
    return this.#starts[side] + ceilOf(this.#moves[side], share);
  }

  #shareOf(side: TriggerSide, level: number): Share {
    return {
      part: Math.abs(level - this.#starts[side]),
      whole: Math.abs(this.#moves[side]),
    };
  }
}

/** The shares that are in both spans; undefined when there are none. */
export function commonSpan(one: ShareSpan, other: ShareSpan): ShareSpan | undefined {
  const from = laterShare(one.from, other.from);
  const to = earlierShare(one.to, other.to);
  return compareShares(from, to) <= 0 ? { from, to } : undefined;
}

function holds({ bidLow, bidHigh, askLow, askHigh }: PriceBand, { bid, ask }: PointQuote): boolean {
  return bid >= bidLow && bid <= bidHigh && ask >= askLow && ask <= askHigh;
}
