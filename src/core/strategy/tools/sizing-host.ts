/** What sizing by risk needs of the host of a strategy. */

import type { Decimal } from '../../base/decimal.js';
import type { PositionAggregationMode } from '../../ledger/account-config.js';
import type { Conversion } from '../../market/conversion.js';
import type { Instrument, InstrumentCommission } from '../../market/instrument.js';
import type { QuoteBoard } from '../../market/quote.js';
import type { OrderRequest } from '../../order/order.js';

/** An account, as far as sizes depend on it; money in home currency. */
interface SizedAccount {
  readonly balance: string;
  readonly marginAvailable: string;
  /** Net signed units held. */
  unitsOf(instrument: string): number;
}

/** The account and its market, as far as sizes depend on them. */
export interface SizingHost {
  readonly account: SizedAccount;
  readonly quotes: QuoteBoard;
  readonly conversion: Conversion;
  /** The margin rate that applies to `instrument`. */
  marginRate(instrument: Pick<Instrument, 'marginRate'>): Decimal;
  /** The commission of fills of `instrument`; absent: none that is known. */
  commission?(instrument: Pick<Instrument, 'commission'>): InstrumentCommission | undefined;
  /** How the sides of a hedged position count; absent: the account does not hedge. */
  readonly hedging?: PositionAggregationMode | undefined;
  /** Orders that were sent and have not taken effect, in their order; absent: there are none. */
  sent?(): readonly OrderRequest[];
}
