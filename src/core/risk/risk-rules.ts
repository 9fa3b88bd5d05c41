/**
 * The rules of risk of one account, as plain data: how much it may lose, how much it may hold, and
 * when it may not trade. The rules of prop firms are of this kind. What the broker's own rules (margin,
 * locks) say holds beside them. Source: v20 semantics 11.
 */

import type { EventFilter } from './calendar.js';

/**
 * What happens at a breach. `halt`: no new positions. `closeAll`: positions are closed and pending
 * orders cancelled at once, then as `halt`. `end`: as `closeAll`, and the account is locked for
 * good; a run ends.
 */
export const RISK_ACTIONS = ['halt', 'closeAll', 'end'] as const;
/** One of the actions. */
export type RiskAction = (typeof RISK_ACTIONS)[number];

/** What happens while the news keep an account from trading. */
export const BLACKOUT_ACTIONS = ['halt', 'refuse', 'closeAll'] as const;
/** One of those. */
export type BlackoutAction = (typeof BLACKOUT_ACTIONS)[number];

/** What a day's loss counts from: the net asset value or the balance at its opening, or the higher. */
export const LOSS_REFERENCES = ['NAV', 'balance', 'higher'] as const;
/** One of those. */
export type LossReference = (typeof LOSS_REFERENCES)[number];

/** A loss: an amount in home currency, or a percentage of what it counts from. A positive decimal. */
export type LossLimit = { readonly amount: string } | { readonly percent: string };

/** The most that an account may lose in a day. */
export interface DailyLoss {
  readonly limit: LossLimit;
  readonly from: LossReference;
  /** When a day begins, by the clock of the zone; hour 0 to 23, minute 0 to 59. */
  readonly hour: number;
  readonly minute: number;
  readonly timeZone: string;
  readonly then: RiskAction;
  /** How long a breach stops the account. */
  readonly until: 'nextDay' | 'forever';
}

/** The most that an account may lose in all. A breach stops the account for good. */
export interface Drawdown {
  readonly limit: LossLimit;
  /** `static` counts from the deposits, `trailing` from the highest net asset value at any tick. */
  readonly mode: 'static' | 'trailing';
  /** Whether a trailing floor stops rising when it reaches the deposits. */
  readonly untilBreakEven: boolean;
  readonly then: RiskAction;
}

/** The most units that may be open; decimals. */
export interface UnitLimits {
  /** Over all instruments, long and short units added. */
  readonly total?: string;
  /** On one side of an instrument, by its name. */
  readonly instruments: Readonly<Record<string, string>>;
}

/** The spans around events of the calendar in which the account may not trade. */
export interface Blackout extends EventFilter {
  readonly then: BlackoutAction;
}

/** All rules of one account. */
export interface RiskRules {
  readonly dailyLoss?: DailyLoss;
  readonly drawdown?: Drawdown;
  readonly maximumUnits?: UnitLimits;
  readonly blackout?: Blackout;
}
