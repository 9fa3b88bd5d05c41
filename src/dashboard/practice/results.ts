/**
 * What the closed trades of an account come to: how many won, what a trade gains on average, and how often it
 * gains its risk. R is counted from the first stop of a trade, by prices. Exact decimals. Pure.
 */

import {
  type Decimal,
  decimal,
  formatFixed,
  formatTrimmed,
  ZERO,
} from '../../core/base/decimal.js';
import { present } from '../../core/base/present.js';

/** What is read of a closed trade. */
export interface ClosedTrade {
  readonly id: string;
  /** Signed units at its opening. */
  readonly initialUnits: string;
  readonly price: string;
  readonly averageClosePrice?: string;
  readonly realizedPL: string;
}

/** One closed trade. */
export interface ClosedTradeResult {
  readonly id: string;
  /** Home money. */
  readonly pl: string;
  /** How often the risk was gained; absent for a trade without a stop. */
  readonly ratio?: string;
}

/** Several of them. */
export interface Statistics {
  readonly trades: number;
  readonly won: number;
  /** The share of winners in percent; absent without trades, as the next two fields. */
  readonly winRate?: string;
  /** Home money that a trade gained on average. */
  readonly expectancy?: string;
  /** R that a trade with a stop gained on average. */
  readonly averageRatio?: string;
}

const RATIO_DIGITS = 2;

/** The results of trades. @param stops - the first stop of each trade, by its id. */
export function tradeResults(
  trades: readonly ClosedTrade[],
  stops: ReadonlyMap<string, string>,
): readonly ClosedTradeResult[] {
  return trades.map(trade => {
    const ratio = ratioOf(trade, stops.get(trade.id));
    return {
      id: trade.id,
      pl: trade.realizedPL,
      ...present({ ratio: ratio && formatTrimmed(ratio, RATIO_DIGITS) }),
    };
  });
}

/** The way to the close over the way to the stop; undefined without a stop, or with one at the entry. */
function ratioOf(
  { initialUnits, price, averageClosePrice }: ClosedTrade,
  stop: string | undefined,
): Decimal | undefined {
  if (stop === undefined || averageClosePrice === undefined) return undefined;
  const risk = decimal(price).minus(stop).abs();
  if (risk.isZero()) return undefined;
  const gain = decimal(averageClosePrice).minus(price);
  return (initialUnits.startsWith('-') ? gain.negated() : gain).div(risk);
}

/** What results come to together. */
export function statisticsOf(results: readonly ClosedTradeResult[]): Statistics {
  const won = results.filter(({ pl }) => decimal(pl).gt(0)).length;
  const trades = results.length;
  if (trades === 0) return { trades, won };
  const ratios = results.flatMap(({ ratio }) => ratio ?? []);
  const averageRatio = mean(ratios);
  return {
    trades,
    won,
    winRate: formatTrimmed(decimal(won * 100).div(trades), 1),
    expectancy: formatFixed(mean(results.map(({ pl }) => pl)) ?? ZERO, 2),
    ...present({ averageRatio: averageRatio && formatFixed(averageRatio, RATIO_DIGITS) }),
  };
}

function mean(values: readonly string[]): Decimal | undefined {
  if (values.length === 0) return undefined;
  const total = values.reduce((sum, value) => sum.plus(value), ZERO);
  return total.div(values.length);
}
