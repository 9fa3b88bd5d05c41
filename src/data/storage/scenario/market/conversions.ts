/** Whether accounts can convert the money of their trades into their home currency. */

import { Conversion } from '../../../../core/market/conversion.js';
import {
  baseCurrency,
  type Instrument,
  quoteCurrency,
} from '../../../../core/market/instrument.js';
import { instrumentTable } from '../../../../core/market/instrument-table.js';
import { QuoteBoard } from '../../../../core/market/quote.js';
import type { Scenario } from '../../../../core/run/scenario.js';
import type { ScenarioDocument } from '../../document/document.js';

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
          `the market has no chain of pairs that converts ${currency} of ${instrument.name} into ${account.currency}${helped(market, currency, account.currency)}`,
        );
      }
    }
  });
}

/** The pair that completes a chain from `currency` to `home`; a direct pair before a longer chain. */
function helped(market: Scenario['market'], currency: string, home: string): string {
  const known = market.map(entry => entry.instrument);
  const completes = (pair: Instrument) =>
    new Conversion(new QuoteBoard([...known, pair]), home, '0').slots(currency);
  const found = [...instrumentTable().values()]
    .flatMap(pair => ({ pair, length: completes(pair)?.length ?? 0 }))
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => a.length - b.length)[0];
  return found === undefined ? '' : `; add ${found.pair.name} to the market`;
}
