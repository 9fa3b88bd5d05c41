/** Which units the row of a trade shows. Pure. */

import type { Trade } from '../../wire/trades.js';

/** The units of a trade as its row shows them. */
export interface ShownUnits {
  /** Signed: open now; of a closed trade those that it opened with. */
  readonly units: string;
  /** The units of the opening, where other units are open now. */
  readonly of?: string;
}

/** The units of a trade: those that are open now, beside those of its opening. */
export function shownUnits({
  state,
  initialUnits,
  currentUnits,
}: Pick<Trade, 'state' | 'initialUnits' | 'currentUnits'>): ShownUnits {
  const isPart = state === 'OPEN' && currentUnits !== initialUnits;
  return isPart ? { units: currentUnits, of: initialUnits } : { units: initialUnits };
}
