/**
 * The liquidity that an account has taken from a book, and how much of it has not come back. It follows
 * from the fills in the ledger of the account, so a copy of an account needs nothing else. What is
 * still taken when a fill takes more comes back anew with it: a fill replaces the schedule of the
 * fill before it on the same side. Source: v20's LiquidityRegenerationSchedule; v20 semantics 4.4;
 * decision 0071.
 */

import type { BookSide } from '../../market/book.js';
import { instantOf } from '../../time/instant.js';
import type { OrderFillTransaction, PriceLevel } from '../transaction.js';
import type { TransactionLog } from './transaction-log.js';

/** How the liquidity that an account takes comes back to it. */
export interface LiquidityRegeneration {
  /** Microseconds from a fill until all that it took is back; at least 1. */
  readonly micros: number;
  /** Number of equal parts in which it comes back, 1 to 100. */
  readonly steps: number;
}

/** What was taken at an instant, in whole units, with what was still taken then. */
interface LiquidityUse {
  /** Microseconds. */
  readonly at: number;
  readonly units: number;
}

/**
 * Owns the liquidity that one account has taken, folded from its fills up to a place. `units` folds
 * what came since.
 */
export class TakenLiquidity {
  readonly #takings = new Map<string, LiquidityUse>();
  readonly #log: TransactionLog;
  /** Id of the last transaction that was read. */
  #upTo: number;

  constructor(log: TransactionLog) {
    this.#log = log;
    this.#upTo = log.firstID - 1;
  }

  /**
   * Whole units of one side of a book that are taken at `at`.
   * @param at - microseconds; not before a transaction that counts.
   * @param lastID - the last transaction that counts; default: the newest. It may not go back.
   */
  units(
    regeneration: LiquidityRegeneration,
    { instrument, side, at }: { instrument: string; side: BookSide; at: number },
    lastID = this.#log.lastID,
  ): number {
    while (this.#upTo < lastID) {
      this.#upTo += 1;
      const transaction = this.#log.must(this.#upTo);
      if (transaction.type === 'ORDER_FILL') this.#read(transaction, regeneration);
    }
    return takenAt(this.#takings.get(`${instrument} ${side}`), regeneration, at);
  }

  #read(fill: OrderFillTransaction, regeneration: LiquidityRegeneration): void {
    const { instrument, units, fullPrice, time } = fill;
    const sells = units.startsWith('-');
    const key = `${instrument} ${sells ? 'bid' : 'ask'}`;
    const at = instantOf(time);
    // A close without liquidity fills more than there is.
    const asked = Math.ceil(Math.abs(Number(units)));
    const taken = Math.min(asked, unitsOf(sells ? fullPrice.bids : fullPrice.asks));
    const before = takenAt(this.#takings.get(key), regeneration, at);
    this.#takings.set(key, { at, units: before + taken });
  }
}

function unitsOf(levels: readonly PriceLevel[]): number {
  return levels.reduce((units, { liquidity }) => units + Math.ceil(Number(liquidity)), 0);
}

/** What is taken falls by equal parts, one after each step; part of a unit is still taken. */
function takenAt(
  taking: LiquidityUse | undefined,
  { micros, steps }: LiquidityRegeneration,
  at: number,
): number {
  if (taking === undefined) return 0;
  const done = Math.floor(((at - taking.at) * steps) / micros);
  return done >= steps ? 0 : Math.ceil((taking.units * (steps - done)) / steps);
}
