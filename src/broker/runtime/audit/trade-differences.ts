/** Which trades differ between two runs of one scenario on other paths of prices. */

import type { BacktestResult } from '../../../core/run/backtest.js';
import { parseInstant } from '../../../core/time/instant.js';

/** A trade of one run; prices and money as v20 writes them. */
export interface AuditedTrade {
  readonly accountID: string;
  readonly id: string;
  readonly instrument: string;
  readonly units: string;
  readonly openTime: string;
  readonly price: string;
  readonly closeTime?: string;
  readonly closePrice?: string;
  readonly realizedPL: string;
}

/** The same trade in two runs; one of them is absent where that run did not open it. */
export interface TradePair {
  readonly was?: AuditedTrade;
  readonly now?: AuditedTrade;
}

/** The runs that are compared, and what identifies their trades. */
export interface RunComparison {
  readonly base: BacktestResult;
  readonly other: BacktestResult;
  /** Length of the longest bar of each instrument, in microseconds. */
  readonly lengths: ReadonlyMap<string, number>;
}

/** The trades that differ, in order of their opening. */
export function differencesOf({ base, other, lengths }: RunComparison): TradePair[] {
  const were = groups(base);
  const are = groups(other);
  const differences = [...new Set([...were.keys(), ...are.keys()])].flatMap(key =>
    paired(were.get(key) ?? [], are.get(key) ?? [], lengths).filter(isDifferent),
  );
  return differences.sort((a, b) => openedFirst(a) - openedFirst(b));
}

/** Trades by account, instrument and side, each in order of opening. */
function groups({ trades }: BacktestResult): Map<string, AuditedTrade[]> {
  const found = new Map<string, AuditedTrade[]>();
  for (const trade of trades.map(auditedTrade)) {
    const side = trade.units.startsWith('-') ? 'short' : 'long';
    const key = `${trade.accountID} ${trade.instrument} ${side}`;
    const group = found.get(key);
    if (group === undefined) found.set(key, [trade]);
    else group.push(trade);
  }
  return found;
}

function auditedTrade(trade: BacktestResult['trades'][number]): AuditedTrade {
  const { accountID, id, instrument, initialUnits: units, openTime, price, realizedPL } = trade;
  const { closeTime, averageClosePrice: closePrice } = trade;
  return {
    ...{ accountID, id, instrument, units, openTime, price, realizedPL },
    ...(closeTime === undefined ? {} : { closeTime }),
    ...(closePrice === undefined ? {} : { closePrice }),
  };
}

/**
 * Pairs the trades of one group: two that open less than a bar apart are the same trade, because a
 * path moves a fill only within its bar.
 */
function paired(
  were: readonly AuditedTrade[],
  are: readonly AuditedTrade[],
  lengths: ReadonlyMap<string, number>,
): TradePair[] {
  const pairs: TradePair[] = [];
  for (let [a, b] = [0, 0]; a < were.length || b < are.length; ) {
    const [was, now] = [were[a], are[b]];
    const apart = openedAt(was) - openedAt(now);
    const length = lengths.get((was ?? now)?.instrument ?? '') ?? 1;
    if (was !== undefined && now !== undefined && Math.abs(apart) < length) {
      pairs.push({ was, now });
      a += 1;
      b += 1;
    } else if (was !== undefined && apart < 0) {
      pairs.push({ was });
      a += 1;
    } else if (now !== undefined) {
      pairs.push({ now });
      b += 1;
    }
  }
  return pairs;
}

/** When a trade opened, in microseconds; Infinity for none. */
function openedAt(trade: AuditedTrade | undefined): number {
  const parsed = trade === undefined ? undefined : parseInstant(trade.openTime);
  return parsed?.at ?? Number.POSITIVE_INFINITY;
}

function openedFirst({ was, now }: TradePair): number {
  return Math.min(openedAt(was), openedAt(now));
}

/** Whether two trades earn differently; the times of the same fills do not count. */
function isDifferent({ was, now }: TradePair): boolean {
  if (was === undefined || now === undefined) return true;
  return (['units', 'price', 'closePrice', 'realizedPL'] as const).some(
    field => was[field] !== now[field],
  );
}
