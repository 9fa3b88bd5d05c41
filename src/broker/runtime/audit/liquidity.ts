/**
 * Tests whether a result hangs on when liquidity that an account takes comes back to it: the service
 * publishes the form of that, not the figures. The scenario runs as it is, and with each of several
 * times. Source: v20 semantics 4.4; decision 0071.
 */

import { decimal } from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import type { LiquidityRegeneration } from '../../../core/ledger/log/taken-liquidity.js';
import type { OrderFillTransaction, Transaction } from '../../../core/ledger/transaction.js';
import {
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../../../core/time/instant.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import { checkEnded, runOnce } from '../audited-run.js';
import { type RunDifference, runDifference } from './run-difference.js';

/** What one time changes against the scenario as it is. */
export interface LiquidityResult extends RunDifference {
  /** When all is back: `as declared`, `at once`, or a duration such as `10m`. */
  readonly back: string;
}

/** The fill that took the largest share of its side of the book. */
export interface LargestFill {
  readonly instrument: string;
  readonly time: string;
  /** Unsigned units that filled, and those that the side of the book had. */
  readonly units: string;
  readonly liquidity: string;
}

export interface LiquidityReport {
  /** A result for each time; the first is the scenario as it is. */
  readonly times: readonly LiquidityResult[];
  /** The largest fill of the unchanged scenario; absent when nothing fills. */
  readonly largestFill?: LargestFill;
}

/** Parts in which liquidity comes back in the runs of the audit. */
const STEPS = 10;
const TIMES: readonly (readonly [string, LiquidityRegeneration | undefined])[] = [
  ['at once', undefined],
  ['10s', { micros: 10 * MICROS_PER_SECOND, steps: STEPS }],
  ['1m', { micros: MICROS_PER_MINUTE, steps: STEPS }],
  ['10m', { micros: 10 * MICROS_PER_MINUTE, steps: STEPS }],
  ['1h', { micros: MICROS_PER_HOUR, steps: STEPS }],
];

/** Runs the scenario with each time. @throws InputError when a strategy fails. */
export async function auditLiquidity(
  loaded: LoadedScenario,
  onRun?: (done: number, total: number) => void,
): Promise<LiquidityReport> {
  const { scenario } = loaded;
  const { regeneration: own, ...execution } = scenario.execution;
  const others = TIMES.filter(([, each]) => !isSame(each, own));
  const run = async (regeneration: LiquidityRegeneration | undefined) => {
    const model = { ...execution, ...present({ regeneration }) };
    const result = await runOnce(loaded, { ...scenario, execution: model });
    await checkEnded(loaded, result);
    return result;
  };
  const base = await run(own);
  const total = others.length + 1;
  onRun?.(1, total);
  const back = own === undefined ? 'at once' : 'as declared';
  const times = [{ back, ...runDifference({ base, other: base, lengths: new Map() }) }];
  for (const [name, regeneration] of others) {
    const other = await run(regeneration);
    // A fill that waits for liquidity comes no later than all of it is back.
    const length = Math.max(regeneration?.micros ?? 0, own?.micros ?? 0) + 1;
    const lengths = new Map(scenario.market.map(({ instrument }) => [instrument.name, length]));
    times.push({ back: name, ...runDifference({ base, other, lengths }) });
    onRun?.(times.length, total);
  }
  return { times, ...present({ largestFill: largestFill(base.ledger) }) };
}

function isSame(
  one: LiquidityRegeneration | undefined,
  other: LiquidityRegeneration | undefined,
): boolean {
  return one?.micros === other?.micros && one?.steps === other?.steps;
}

function largestFill(ledger: readonly Transaction[]): LargestFill | undefined {
  let largest: LargestFill | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const transaction of ledger) {
    if (transaction.type !== 'ORDER_FILL') continue;
    const { units, liquidity } = sizeOf(transaction);
    const share = Number(units) / Number(liquidity);
    if (share <= most) continue;
    most = share;
    const { instrument, time } = transaction;
    largest = { instrument, time, units, liquidity };
  }
  return largest;
}

function sizeOf({ units, fullPrice }: OrderFillTransaction) {
  const signed = decimal(units);
  const levels = signed.isNegative() ? fullPrice.bids : fullPrice.asks;
  const liquidity = levels.reduce((total, each) => total.plus(each.liquidity), decimal(0));
  return { units: signed.abs().toFixed(), liquidity: liquidity.toFixed() };
}
