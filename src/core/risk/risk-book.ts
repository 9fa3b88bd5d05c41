/**
 * What the rules of risk remember of an account, and what they say about its value. Exact: no loss
 * is compared by floats. Plain data, so that a copy and an image hold it. It is no fold of the
 * ledger, because it depends on prices between transactions. Source: v20 semantics 11.
 */

import { type Decimal, formatMoney, ZERO } from '../base/decimal.js';
import { formatRfc3339, type Instant } from '../time/instant.js';
import type { LossLimit, RiskAction, RiskRules } from './risk-rules.js';

/** The rules that a loss can break. */
export type LossRule = 'dailyLoss' | 'drawdown';

/** A rule that was broken; money in home currency, the time RFC 3339. */
export interface RiskBreach {
  readonly time: string;
  readonly accountID: string;
  readonly rule: LossRule;
  readonly then: RiskAction;
  /** The net asset value at the tick, and the floor that it reached. */
  readonly NAV: string;
  readonly floor: string;
}

/** What is remembered of one account. Money in home currency. */
export interface RiskBook {
  /** All transfers to and from the account: what a static drawdown counts from. */
  deposits: Decimal;
  /** The value from which the loss of the present day is counted. */
  opening: Decimal;
  /** The highest net asset value at any tick. */
  high: Decimal;
  /** How long a breach stops the account. */
  stopped: 'no' | 'day' | 'forever';
  /** Whether the account is locked for good. */
  isEnded: boolean;
  /** Whether the present instant is in a blackout. */
  isBlackout: boolean;
  /** The breaches in order of time. A rule of a day may occur several times. */
  breaches: readonly RiskBreach[];
  /** Rules that are not looked at: for the present day, or for good. */
  broken: readonly LossRule[];
}

/** A floor under the net asset value: a value at it or below it breaks the rule. */
export interface Floor {
  readonly rule: LossRule;
  readonly then: RiskAction;
  readonly value: Decimal;
}

/** The book of an account that has no transaction yet. */
export function newRiskBook(): RiskBook {
  return {
    deposits: ZERO,
    opening: ZERO,
    high: ZERO,
    stopped: 'no',
    isEnded: false,
    isBlackout: false,
    breaches: [],
    broken: [],
  };
}

/** Takes a transfer, which is no profit and no loss. @param amount - negative: a withdrawal. */
export function takeTransfer(book: RiskBook, amount: Decimal): void {
  book.deposits = book.deposits.plus(amount);
  book.opening = book.opening.plus(amount);
  book.high = book.high.plus(amount);
}

/** Begins a day at these values of the account. */
export function beginDay(
  book: RiskBook,
  { dailyLoss }: RiskRules,
  { NAV, balance }: { readonly NAV: Decimal; readonly balance: Decimal },
): void {
  const from = dailyLoss?.from ?? 'NAV';
  const isHigher = from === 'higher' && balance.gt(NAV);
  book.opening = from === 'balance' || isHigher ? balance : NAV;
  if (dailyLoss?.until === 'forever') return;
  book.broken = book.broken.filter(rule => rule !== 'dailyLoss');
  if (book.stopped === 'day') book.stopped = 'no';
}

/** Takes the net asset value at a tick, for a trailing floor. */
export function takeValue(book: RiskBook, NAV: Decimal): void {
  if (NAV.gt(book.high)) book.high = NAV;
}

/** The floors that a loss can still reach. */
export function floorsOf({ dailyLoss, drawdown }: RiskRules, book: RiskBook): Floor[] {
  const floors: Floor[] = [];
  if (dailyLoss !== undefined) {
    const { limit, then } = dailyLoss;
    floors.push({ rule: 'dailyLoss', then, value: less(book.opening, limit) });
  }
  if (drawdown !== undefined) {
    const { limit, mode, then, untilBreakEven } = drawdown;
    const trailing = less(mode === 'static' ? book.deposits : book.high, limit);
    const isCapped = untilBreakEven && trailing.gt(book.deposits);
    floors.push({ rule: 'drawdown', then, value: isCapped ? book.deposits : trailing });
  }
  return floors.filter(({ rule }) => !book.broken.includes(rule));
}

/** Whether a higher net asset value would raise a floor. */
export function followsHigh({ drawdown }: RiskRules, book: RiskBook): boolean {
  if (drawdown?.mode !== 'trailing' || book.broken.includes('drawdown')) return false;
  return !drawdown.untilBreakEven || less(book.high, drawdown.limit).lt(book.deposits);
}

/** Where and when a rule was broken. */
export interface BreachPlace {
  readonly accountID: string;
  readonly time: Instant;
  readonly NAV: Decimal;
}

/** Notes that the floor was reached. @returns the breach. */
export function takeBreach(
  book: RiskBook,
  rules: RiskRules,
  { rule, then, value }: Floor,
  { accountID, time, NAV }: BreachPlace,
): RiskBreach {
  const breach = {
    time: formatRfc3339(time),
    accountID,
    rule,
    then,
    NAV: formatMoney(NAV),
    floor: formatMoney(value),
  };
  const isForDay = rule === 'dailyLoss' && rules.dailyLoss?.until === 'nextDay' && then !== 'end';
  book.breaches = [...book.breaches, breach];
  book.broken = [...book.broken, rule];
  if (!isForDay) book.stopped = 'forever';
  else if (book.stopped === 'no') book.stopped = 'day';
  if (then === 'end') book.isEnded = true;
  return breach;
}

/** Whether the rules put `lock` on the account now; the names are v20's. */
export function isLocked({ blackout }: RiskRules, book: RiskBook, lock: string): boolean {
  switch (lock) {
    case 'ACCOUNT_LOCKED':
      return book.isEnded;
    case 'ORDER_CREATION_LOCKED':
      return book.isBlackout && blackout?.then === 'refuse';
    case 'NEW_POSITIONS_LOCKED':
      return book.isBlackout || book.stopped !== 'no';
    default:
      return false;
  }
}

/** `from` less the limit, which a percentage takes of `from`. */
function less(from: Decimal, limit: LossLimit): Decimal {
  if ('amount' in limit) return from.minus(limit.amount);
  return from.minus(from.times(limit.percent).div(100));
}
