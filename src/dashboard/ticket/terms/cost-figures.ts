/** The words of the ticket about an estimate, beside its amounts. Exact decimals. Pure. */

import { decimal } from '../../../core/base/decimal.js';
import type { Estimate } from '../../wire/estimate.js';
import { ratioOf } from './levels.js';

/** What of the terms of the ticket is compared with an estimate. */
export interface CostTerms {
  readonly stopPrice: string | undefined;
  readonly profitPrice: string | undefined;
  /** The ratio from the price in the ticket, until an estimate has come. */
  readonly ratio: string | undefined;
}

/** The note about an order that would only close. */
const CLOSES = 'It only closes what is open: its stop and profit are not placed.';
const WOULD_CLOSE =
  'As the position is now, it would only close what is open: its stop and profit would not be placed.';

/**
 * How often the risk is gained: the reward divided by the risk that stand beside it, because an order that fills at
 * once does so at another price than that in the ticket. An order that only closes has none.
 */
export function ratioShown(said: Estimate | undefined, terms: CostTerms): string | undefined {
  if (said === undefined) return terms.ratio;
  const { riskToStop, gainToTarget } = said;
  if (riskToStop !== undefined && gainToTarget !== undefined) {
    const risk = decimal(riskToStop.money);
    return risk.gt(0) ? ratioOf(decimal(gainToTarget.money), risk) : undefined;
  }
  return closesOnly(said, terms) === undefined ? terms.ratio : undefined;
}

/** The cost of the whole spread, home money: what the first result of the trade shows. */
export function wholeSpread({ spreadCost }: Estimate): string {
  return decimal(spreadCost).times(2).toFixed();
}

/**
 * The note that an order with a stop or profit only closes, so that neither is placed; undefined
 * for another order.
 */
export function closesOnly(
  { fills, riskToStop, gainToTarget, rejectReason, pipValue }: Estimate,
  { stopPrice, profitPrice }: CostTerms,
): string | undefined {
  const hasLevels = stopPrice !== undefined || profitPrice !== undefined;
  const hasReach = riskToStop !== undefined || gainToTarget !== undefined;
  // Without a value of a pip no price of the home currency is known, and no reach either.
  const isKnown = rejectReason === undefined && /[1-9]/.test(pipValue);
  if (!hasLevels || hasReach || !isKnown) return undefined;
  return fills ? CLOSES : WOULD_CLOSE;
}
