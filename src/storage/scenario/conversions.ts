/** Whether accounts can convert the money of their trades into their home currency. */

import { Conversion } from '../../core/market/conversion.js';
import { baseCurrency, quoteCurrency } from '../../core/market/instrument.js';
import { QuoteBoard } from '../../core/market/quote.js';
import type { Scenario } from '../../core/run/scenario.js';
import type { ScenarioDocument } from '../document/document.js';

/** Checks that every account can convert the money of its trades. @throws InputError */
export function checkConversions(
  document: ScenarioDocument,
  accounts: Scenario['accounts'],
  market: Scenario['market'],
): void {
  const quotes = new QuoteBoard(market.map(entry => entry.instrument));
  accounts.forEach((account, index) => {
    const conversion = new Conversion(quotes, account.currency, '0');
    for (const { instrument } of market) {
      for (const currency of [baseCurrency(instrument), quoteCurrency(instrument)]) {
        if (currency === account.currency || conversion.slots(currency) !== undefined) continue;
        throw document.error(
          ['accounts', index, 'currency'],
          `the market has no chain of pairs that converts ${currency} of ${instrument.name} into ${account.currency}`,
        );
      }
    }
  });
}
