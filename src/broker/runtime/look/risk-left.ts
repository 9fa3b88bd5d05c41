/**
 * The rules of risk of an account, and how much is left of each at the present prices. Source:
 * docs/guides/risk.md; v20 semantics 11.
 */

import {
  type Decimal,
  decimal,
  formatMoney,
  formatUnits,
  sum,
  ZERO,
} from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import type { EngineState } from '../../../core/engine/state/engine-state.js';
import { sideTrades } from '../../../core/ledger/netting.js';
import { valueAccount } from '../../../core/ledger/valuation.js';
import { placeIn, spansAround } from '../../../core/risk/calendar.js';
import { floorsOf, type LossRule, type RiskBook } from '../../../core/risk/risk-book.js';
import type { RiskRules, UnitLimits } from '../../../core/risk/risk-rules.js';
import { formatRfc3339, instant } from '../../../core/time/instant.js';

/** The rules that can be reported. */
export const TOLD_RULES = ['dailyLoss', 'drawdown', 'maximumUnits', 'blackout'] as const;

/** One rule, as of now. */
export interface RuleRoom {
  readonly rule: (typeof TOLD_RULES)[number];
  /** The instrument of a limit of units on one side; absent: a limit over all instruments. */
  readonly instrument?: string;
  readonly then?: string;
  /** What `limit`, `used` and `left` are; money is in home currency. */
  readonly unit: 'money' | 'units' | 'none';
  readonly limit?: string;
  /** May be negative: a gain. */
  readonly used?: string;
  /** The amount that is left, at least 0. */
  readonly left?: string;
  /** The net asset value that breaks the rule. */
  readonly floor?: string;
  /** Whether the rule stops the account now. */
  readonly isBroken: boolean;
  /** The end of a blackout, or the beginning of the next one, RFC 3339. */
  readonly until?: string;
}

/** The rules of the account; none when it has none. */
export function rulesLeft(state: EngineState, cell: AccountCell): readonly RuleRoom[] {
  const { risk: rules } = cell.state.config;
  const { risk: book } = cell;
  if (rules === undefined || book === undefined) return [];
  return [
    ...lossRules(cell, rules, book),
    ...unitRules(cell, rules.maximumUnits),
    ...blackoutRule(state, rules, book),
  ];
}

function lossRules({ state, market }: AccountCell, rules: RiskRules, book: RiskBook): RuleRoom[] {
  const { NAV } = valueAccount(state, market);
  return floorsOf(rules, { ...book, broken: [] }).map(({ rule, then, value }) => {
    const from = countedFrom(rule, rules, book);
    return {
      rule,
      then,
      unit: 'money',
      limit: formatMoney(from.minus(value)),
      used: formatMoney(from.minus(NAV)),
      left: formatMoney(atLeastZero(NAV.minus(value))),
      floor: formatMoney(value),
      isBroken: book.broken.includes(rule),
    };
  });
}

/** What the loss of a rule counts from. */
function countedFrom(rule: LossRule, { drawdown }: RiskRules, book: RiskBook): Decimal {
  if (rule === 'dailyLoss') return book.opening;
  return drawdown?.mode === 'trailing' ? book.high : book.deposits;
}

function unitRules({ state }: AccountCell, limits: UnitLimits | undefined): RuleRoom[] {
  if (limits === undefined) return [];
  const units = (trades: Iterable<{ readonly currentUnits: Decimal }>) =>
    sum([...trades].map(({ currentUnits }) => currentUnits.abs()));
  const larger = (instrument: string) => {
    const [long, short] = (['long', 'short'] as const).map(side =>
      units(sideTrades(state, instrument, side)),
    ) as [Decimal, Decimal];
    return long.gt(short) ? long : short;
  };
  const total =
    limits.total === undefined
      ? []
      : [{ limit: limits.total, used: units(state.openTrades.values()) }];
  const own = Object.entries(limits.instruments).map(([instrument, limit]) => ({
    instrument,
    limit,
    used: larger(instrument),
  }));
  return [...total, ...own].map(({ limit, used, ...named }) => ({
    rule: 'maximumUnits',
    ...named,
    unit: 'units',
    limit,
    used: formatUnits(used),
    left: formatUnits(atLeastZero(decimal(limit).minus(used))),
    isBroken: false,
  }));
}

function blackoutRule(
  { events, clock }: EngineState,
  { blackout }: RiskRules,
  { isBlackout }: RiskBook,
): RuleRoom[] {
  if (blackout === undefined) return [];
  const { until } = placeIn(spansAround(events, blackout), clock.now);
  const end = Number.isFinite(until) ? formatRfc3339(instant(until)) : undefined;
  const told = { rule: 'blackout', then: blackout.then, unit: 'none' } as const;
  return [{ ...told, isBroken: isBlackout, ...present({ until: end }) }];
}

function atLeastZero(value: Decimal): Decimal {
  return value.isNegative() ? ZERO : value;
}
