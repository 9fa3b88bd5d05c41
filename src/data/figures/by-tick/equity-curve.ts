/**
 * The equity curve of an account: few enough points to draw, including the deepest drawdown and the
 * highest margin after a transaction. Moments are collected in groups. Each group keeps its first
 * moment, its lowest and highest NAV, its deepest drawdown, and its lowest and highest margin. When
 * there are too many groups, neighbours are joined. A run with few ticks keeps all its moments. The
 * longest times without a moment (weekends, days without a trade) keep both ends: the last moment
 * before, what it was until the end, and the next moment. So a curve drawn through the points does
 * not slope where nothing changed. The last point is the end of the run.
 */

import type { Instant } from '../../../core/time/instant.js';
import type { AccountRun } from '../account/account-run.js';
import { instantOf } from '../account/daily.js';
import { type NavListener, type NavMoment, walkNav } from './nav-walk.js';

/** A moment of the curve. */
export interface CurvePoint {
  readonly at: Instant;
  readonly NAV: number;
  /** 1 - NAV / highest NAV so far, without the effect of payments. */
  readonly drawdown: number;
  readonly marginUsed: number;
}

export interface EquityCurve {
  /** The points in order of time; several may have the same instant. */
  readonly points: readonly CurvePoint[];
  /** The deepest drawdown of all moments, as a fraction; 0 when NAV never fell. */
  readonly deepest: number;
  /** Highest margin used / NAV after a transaction, while NAV was above zero. */
  readonly marginUse: number;
}

/** Greatest number of points; the number is checked after every so many groups. */
const MOST_POINTS = 1500;
const LOOK_EVERY = 32;
/** Greatest number of pauses whose ends are kept. */
const MOST_PAUSES = 100;

interface PointOrder extends CurvePoint {
  /** Index of the moment among all moments. */
  readonly order: number;
}

interface Group {
  readonly first: PointOrder;
  low: PointOrder;
  high: PointOrder;
  deep: PointOrder;
  least: PointOrder;
  most: PointOrder;
}

/** The curve of a run; empty when the account never had money. */
export function equityCurve(run: AccountRun): EquityCurve {
  const recorder = new CurveRecorder();
  const last = walkNav(run, recorder);
  const end = run.equity.at(-1);
  if (end !== undefined && recorder.hasMoments) recorder.pause(last, instantOf(end.time));
  const points = recorder.points();
  return { points, deepest: recorder.deepest, marginUse: recorder.marginUse };
}

/** A time in which nothing changed. */
interface Pause {
  readonly length: number;
  readonly start: PointOrder;
  readonly end: PointOrder;
  /** The next moment; undefined at the end of the run. */
  next?: PointOrder;
}

/**
 * Owns the groups of moments. `moment` and `pause` add to them; when there are too many, neighbours
 * are merged, so that their number stays bounded and the extremes stay exact.
 */
class CurveRecorder implements NavListener {
  deepest = 0;
  marginUse = 0;
  #groups: Group[] = [];
  /** Number of moments per group. */
  #size = 1;
  #seen = 0;
  #pauses: Pause[] = [];
  /** A pause whose next moment has not come. */
  #open: Pause | undefined;

  get hasMoments(): boolean {
    return this.#seen > 0;
  }

  pause(moment: NavMoment, until: Instant): void {
    const start = kept(moment, this.#seen - 1);
    const end = { ...start, at: until, order: this.#seen - 1 / 2 };
    this.#open = { length: until - moment.at, start, end };
    this.#pauses.push(this.#open);
    if (this.#pauses.length > 2 * MOST_PAUSES) this.#pauses = longest(this.#pauses);
  }

  moment(moment: NavMoment, isEntry: boolean): void {
    const { NAV, drawdown } = moment;
    if (drawdown > this.deepest) this.deepest = drawdown;
    if (isEntry && NAV > 0) this.marginUse = Math.max(this.marginUse, moment.marginUsed() / NAV);
    const order = this.#seen;
    this.#seen += 1;
    if (this.#open !== undefined) this.#open.next = kept(moment, order);
    this.#open = undefined;
    const group = this.#groups.at(-1);
    if (group === undefined || order % this.#size === 0) {
      this.#begin(kept(moment, order));
      return;
    }
    const isLow = NAV < group.low.NAV;
    const isHigh = NAV > group.high.NAV;
    const isDeep = drawdown > group.deep.drawdown;
    if (!isLow && !isHigh && !isDeep && !isEntry) return;
    const point = kept(moment, order);
    if (isLow) group.low = point;
    if (isHigh) group.high = point;
    if (isDeep) group.deep = point;
    if (point.marginUsed < group.least.marginUsed) group.least = point;
    if (point.marginUsed > group.most.marginUsed) group.most = point;
  }

  points(): CurvePoint[] {
    // The end of the run is the last pause, and always kept.
    const pauses = [...longest(this.#pauses.slice(0, -1)), ...this.#pauses.slice(-1)];
    const ends = pauses.flatMap(({ start, end, next }) => [start, end, next ?? end]);
    const byOrder = new Map(
      [...this.#groups.flatMap(momentsOf), ...ends].map(each => [each.order, each]),
    );
    return [...byOrder.values()]
      .sort((one, other) => one.order - other.order)
      .map(({ at, NAV, drawdown, marginUsed }) => ({ at, NAV, drawdown, marginUsed }));
  }

  #begin(first: PointOrder): void {
    this.#groups.push({ first, low: first, high: first, deep: first, least: first, most: first });
    const { length } = this.#groups;
    if (length % LOOK_EVERY !== 0) return;
    if (this.#groups.flatMap(momentsOf).length <= MOST_POINTS) return;
    const joined: Group[] = [];
    for (let index = 0; index < length; index += 2) {
      joined.push(join(this.#groups[index] as Group, this.#groups[index + 1] as Group));
    }
    this.#groups = joined;
    this.#size *= 2;
  }
}

function momentsOf({ first, low, high, deep, least, most }: Group): PointOrder[] {
  return [...new Set([first, low, high, deep, least, most])];
}

function longest(pauses: readonly Pause[]): Pause[] {
  return [...pauses].sort((one, other) => other.length - one.length).slice(0, MOST_PAUSES);
}

function kept(moment: NavMoment, order: number): PointOrder {
  const { at, NAV, drawdown } = moment;
  return { at, NAV, drawdown, marginUsed: moment.marginUsed(), order };
}

/** Joins two neighbouring groups; of equal moments the earlier one is kept. */
function join(one: Group, other: Group): Group {
  return {
    first: one.first,
    low: other.low.NAV < one.low.NAV ? other.low : one.low,
    high: other.high.NAV > one.high.NAV ? other.high : one.high,
    deep: other.deep.drawdown > one.deep.drawdown ? other.deep : one.deep,
    least: other.least.marginUsed < one.least.marginUsed ? other.least : one.least,
    most: other.most.marginUsed > one.most.marginUsed ? other.most : one.most,
  };
}
