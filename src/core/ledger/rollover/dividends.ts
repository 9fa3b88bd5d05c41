/**
 * Dividend adjustments. The price of an index falls by the dividend on an ex-day, and the broker makes
 * up for it: a long trade receives what its profit loses, a short trade pays what its profit gains.
 * Source: v20 semantics 5.10, 6.1.
 */

import { type Decimal, formatMoney, formatUnits, roundMoney, ZERO } from '../../base/decimal.js';
import { convert, printedFactors } from '../../market/conversion.js';
import { dividendOn } from '../../market/dividends.js';
import { baseCurrency, quoteCurrency } from '../../market/instrument.js';
import type { AccountState } from '../account.js';
import type { DividendAdjustmentBody, OpenTradeDividendAdjustment } from '../transaction.js';
import type { AccountMarket } from '../valuation.js';

/**
 * The DIVIDEND_ADJUSTMENT of the open trades of an instrument.
 * @param slot - of the instrument.  @param exDate - the day of trading that begins, in days since 1970.
 * @returns undefined when it is no ex-day of the instrument, or the account has no open trade of it.
 */
export function dividendAdjustment(
  state: AccountState,
  { quotes, conversion }: AccountMarket,
  slot: number,
  exDate: number,
): DividendAdjustmentBody | undefined {
  const instrument = quotes.instrument(slot);
  const amount = dividendOn(instrument, exDate);
  if (amount === undefined) return undefined;
  const quote = conversion.factors(quoteCurrency(instrument));
  const base = conversion.factors(baseCurrency(instrument));
  if (quote === undefined || base === undefined) return undefined;
  const entries: OpenTradeDividendAdjustment[] = [];
  let total: Decimal = ZERO;
  let quoteTotal: Decimal = ZERO;
  for (const trade of state.openTrades.values()) {
    if (trade.instrument !== instrument.name) continue;
    const inQuote = trade.currentUnits.times(amount);
    const home = roundMoney(convert(inQuote, inQuote.gte(0) ? quote.gain : quote.loss));
    total = total.plus(home);
    quoteTotal = quoteTotal.plus(inQuote);
    entries.push({
      tradeID: String(trade.id),
      dividendAdjustment: formatMoney(home),
      quoteDividendAdjustment: formatUnits(inQuote),
    });
  }
  if (entries.length === 0) return undefined;
  return {
    type: 'DIVIDEND_ADJUSTMENT',
    instrument: instrument.name,
    dividendAdjustment: formatMoney(total),
    quoteDividendAdjustment: formatUnits(quoteTotal),
    homeConversionFactors: printedFactors(quote, base),
    accountBalance: formatMoney(state.balance.plus(total)),
    openTradeDividendAdjustments: entries,
  };
}
