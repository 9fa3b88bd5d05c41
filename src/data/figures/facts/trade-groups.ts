/**
 * Closed trades in groups: by tag, side, reason of the exit, and weekday and hour of New York at
 * which they opened. Each group has the sum of its trades' results.
 */

import { type Decimal, sum } from '../../../core/base/decimal.js';
import { NEW_YORK } from '../../../core/time/calendar.js';
import { MICROS_PER_HOUR } from '../../../core/time/instant.js';
import { zone } from '../../../core/time/zone.js';
import { mean } from '../math/statistics.js';
import type { Excursion } from './excursions.js';
import type { TradeResult } from './trade-results.js';

/** What trades are grouped by, in the order in which the tables are shown. */
export const GROUPINGS = ['tag', 'side', 'exitReason', 'weekday', 'hour'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface TradeGroup {
  /** `long`, `STOP_LOSS_ORDER`, `Monday`, `09:00`; empty for trades without a tag. */
  readonly name: string;
  /** Number of closed trades, at least 1. */
  readonly trades: number;
  /** Sum of their results in home currency. */
  readonly result: Decimal;
  /** Share of the results above 0. */
  readonly winRate: number;
  /** Mean of the largest moves against the trades, in pips; undefined when no tick came. */
  readonly adverse: number | undefined;
  readonly favourable: number | undefined;
  /** Mean time from opening to close, in seconds. */
  readonly seconds: number;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MICROS_PER_SECOND = 1_000_000;

/** Name of a trade's group, and what groups are sorted by before their names. */
type KeyOf = (trade: TradeResult) => readonly [order: number, name: string];

const KEYS: Readonly<Record<Grouping, KeyOf>> = {
  tag: ({ tag }) => [tag === undefined ? 1 : 0, tag ?? ''],
  side: ({ isLong }) => (isLong ? [0, 'long'] : [1, 'short']),
  exitReason: ({ exitReason }) => [0, exitReason],
  weekday: ({ opened }) => {
    const { dayOfWeek } = zone(NEW_YORK).toLocal(opened);
    return [dayOfWeek, DAYS[dayOfWeek] as string];
  },
  hour: ({ opened }) => {
    const hour = Math.floor(zone(NEW_YORK).toLocal(opened).microsOfDay / MICROS_PER_HOUR);
    return [hour, `${String(hour).padStart(2, '0')}:00`];
  },
};

/**
 * The groups of `trades`: weekdays and hours in their order, others by name; trades without a tag
 * come last.
 */
export function tradeGroups(
  trades: readonly TradeResult[],
  excursions: ReadonlyMap<string, Excursion>,
  by: Grouping,
): TradeGroup[] {
  const groups = new Map<string, { readonly order: number; readonly members: TradeResult[] }>();
  for (const trade of trades) {
    const [order, name] = KEYS[by](trade);
    const group = groups.get(name) ?? { order, members: [] };
    groups.set(name, group);
    group.members.push(trade);
  }
  return [...groups]
    .sort(([one, a], [other, b]) => a.order - b.order || (one < other ? -1 : 1))
    .map(([name, { members }]) => groupOf(name, members, excursions));
}

function groupOf(
  name: string,
  members: readonly TradeResult[],
  excursions: ReadonlyMap<string, Excursion>,
): TradeGroup {
  const moves = members.flatMap(({ id }) => excursions.get(id) ?? []);
  const meanOf = (values: readonly number[]) => (values.length === 0 ? undefined : mean(values));
  return {
    name,
    trades: members.length,
    result: sum(members.map(({ result }) => result)),
    winRate: members.filter(({ result }) => result.gt(0)).length / members.length,
    adverse: meanOf(moves.map(({ adverse }) => adverse)),
    favourable: meanOf(moves.map(({ favourable }) => favourable)),
    seconds: mean(members.map(({ opened, closed }) => (closed - opened) / MICROS_PER_SECOND)),
  };
}
