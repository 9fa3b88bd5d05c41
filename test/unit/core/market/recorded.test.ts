import { describe, expect, it } from 'vitest';
import {
  type Decimal,
  decimal,
  formatFixed,
  formatMoney,
} from '../../../../src/core/base/decimal.js';
import {
  halfSpreadCost,
  initialMargin,
  realizedPL,
} from '../../../../src/core/engine/fill/amounts.js';
import { initialState } from '../../../../src/core/ledger/account.js';
import { dailyBaseFinancing } from '../../../../src/core/ledger/rollover/kept-financing.js';
import { isCloseoutDue, valueAccount } from '../../../../src/core/ledger/valuation.js';
import { Conversion, factorValue } from '../../../../src/core/market/conversion.js';
import { midPoints } from '../../../../src/core/market/points.js';
import { QuoteBoard } from '../../../../src/core/market/quote.js';
import { account, pair } from '../../../support/market/fixtures.js';
import { points } from '../../../support/market/sim.js';

/** Figures recorded from the real service; v20 semantics 5.9. */

function board(quotes: Readonly<Record<string, readonly [string, string]>>): QuoteBoard {
  const made = new QuoteBoard(Object.keys(quotes).map(name => pair(name)));
  Object.values(quotes).forEach(([bid, ask], slot) => {
    made.time[slot] = 1;
    made.bid[slot] = points(bid);
    made.ask[slot] = points(ask);
  });
  return made;
}

const n14 = (value: Decimal) => formatFixed(value, 14);

function factorsOf(quotes: QuoteBoard, currency: string, home: string, markup: string) {
  const conversion = new Conversion(quotes, home, markup);
  const factors = conversion.factors(currency);
  if (factors === undefined) throw new Error(`no conversion of ${currency}`);
  return { conversion, factors };
}

describe('recorded arithmetic', () => {
  it('opens a short USD_JPY in a USD account with a mark-up of 0.5 %', () => {
    const quotes = board({ USD_JPY: ['145.992', '146.010'] });
    const { factors } = factorsOf(quotes, 'JPY', 'USD', '0.005');
    expect(n14(factorValue(factors.gain))).toBe('0.00681502184081');
    expect(n14(factorValue(factors.loss))).toBe('0.00688351452263');
    const units = decimal('-30000');
    const half = decimal('0.009');
    expect(formatMoney(halfSpreadCost(units, half, factors))).toBe('1.8493');
    const usd = factorsOf(quotes, 'USD', 'USD', '0.005').factors;
    expect(formatMoney(initialMargin(units, decimal('0.05'), usd))).toBe('1500.0000');
  });

  it.each([
    [
      '145.918',
      '145.934',
      '145.992',
      '145.934',
      '0.00681852447810',
      '0.00688705236230',
      '11.8642',
      '-0.05896556617080',
      '1.6447',
      '1740.000',
    ],
    [
      '145.916',
      '145.935',
      '145.990',
      '145.935',
      undefined,
      undefined,
      '11.2506',
      '-0.05579958408750',
      '1.9531',
      '1650.000',
    ],
  ] as const)('closes it at %s / %s', (...row) => {
    const [bid, ask, open, close, gain, loss, pl, cost, half, quotePL] = row;
    const quotes = board({ USD_JPY: [bid, ask] });
    const { conversion, factors } = factorsOf(quotes, 'JPY', 'USD', '0.005');
    if (gain !== undefined) expect(n14(factorValue(factors.gain))).toBe(gain);
    if (loss !== undefined) expect(n14(factorValue(factors.loss))).toBe(loss);
    const result = realizedPL(decimal('-30000'), decimal(open), decimal(close), factors);
    expect(formatFixed(result.quotePL, 3)).toBe(quotePL);
    expect(formatMoney(result.pl)).toBe(pl);
    expect(n14(conversion.markupCost(result.quotePL, factors))).toBe(cost);
    const halfSpread = quotes.askPrice(0).minus(quotes.bidPrice(0)).div(2);
    expect(formatMoney(halfSpreadCost(decimal(30000), halfSpread, factors))).toBe(half);
  });

  it('closes USD_CHF', () => {
    const quotes = board({ USD_CHF: ['0.88255', '0.88271'] });
    const { conversion, factors } = factorsOf(quotes, 'CHF', 'USD', '0.005');
    expect(n14(factorValue(factors.gain))).toBe('1.12731269974305');
    const result = realizedPL(decimal('-30000'), decimal('0.88345'), decimal('0.88271'), factors);
    expect(formatMoney(result.pl)).toBe('25.0263');
    expect(n14(conversion.markupCost(result.quotePL, factors))).toBe('-0.12348077078284');
    expect(formatMoney(halfSpreadCost(decimal(30000), decimal('0.00008'), factors))).toBe('2.7191');
  });

  it('takes the larger factor for a loss', () => {
    const quotes = board({ USD_JPY: ['144.600', '144.617'] });
    const { conversion, factors } = factorsOf(quotes, 'JPY', 'USD', '0.005');
    expect(n14(factorValue(factors.loss))).toBe('0.00694979896391');
    const result = realizedPL(decimal(30000), decimal('144.674'), decimal('144.600'), factors);
    expect(formatMoney(result.pl)).toBe('-15.4286');
    expect(n14(conversion.markupCost(result.quotePL, factors))).toBe('-0.07585660444080');
  });

  it('uses 1/ask and 1/bid without a mark-up', () => {
    const { factors } = factorsOf(board({ AUD_USD: ['0.75069', '0.75082'] }), 'USD', 'AUD', '0');
    expect(formatFixed(factorValue(factors.gain), 5)).toBe('1.33188');
    expect(formatFixed(factorValue(factors.loss), 5)).toBe('1.33211');
  });

  it('asks for initial margin at mid', () => {
    const eur = factorsOf(board({ EUR_USD: ['1.08814', '1.08830'] }), 'EUR', 'USD', '0').factors;
    expect(formatMoney(initialMargin(decimal(2300), decimal('0.02'), eur))).toBe('50.0581');
    const lira = factorsOf(board({ TRY_JPY: ['4.307', '4.317'] }), 'TRY', 'JPY', '0').factors;
    expect(formatMoney(initialMargin(decimal(18), decimal('0.1'), lira))).toBe('7.7616');
  });

  it('charges a day of financing', () => {
    const base = dailyBaseFinancing(decimal(100000), decimal('-0.0055'), 1);
    expect(n14(base)).toBe('-1.50684931506849');
  });

  it('rounds mids half to even', () => {
    expect(midPoints(102194, 102211)).toBe(102202);
    expect(midPoints(102195, 102212)).toBe(102204);
  });

  it('values one open unit of AUD_USD in an AUD account', () => {
    const quotes = new QuoteBoard([pair('AUD_USD', { marginRate: '0.05' })]);
    quotes.time[0] = 1;
    quotes.bid[0] = 75069;
    quotes.ask[0] = 75082;
    const state = initialState(account({ currency: 'AUD' }));
    state.balance = decimal('4999.8838');
    const market = { quotes, conversion: new Conversion(quotes, 'AUD', '0') };
    const held = [{ instrument: 'AUD_USD', units: decimal(1), price: decimal('0.75082') }];
    const value = valueAccount(state, market, held);
    expect(formatMoney(value.unrealizedPL)).toBe('-0.0002');
    expect(formatMoney(value.NAV)).toBe('4999.8836');
    expect(formatMoney(value.marginUsed)).toBe('0.0500');
    expect(formatMoney(value.marginAvailable)).toBe('4999.8336');
    expect(formatMoney(value.withdrawalLimit)).toBe('4999.8336');
    expect(formatFixed(value.closeoutPercent, 5)).toBe('0.00001');
    expect(isCloseoutDue(state, value)).toBe(false);
  });

  it('keeps a half-way amount exact over a division by the ask', () => {
    // 0.00005 quote x 146.01 / 146.01 is a tie at four decimals; a rounded 1/ask would lose it.
    const quotes = board({ USD_JPY: ['146.010', '146.010'] });
    const { factors } = factorsOf(quotes, 'JPY', 'USD', '0');
    const tie = realizedPL(decimal('0.0073005'), decimal('100'), decimal('101'), factors);
    expect(formatMoney(tie.pl)).toBe('0.0001');
  });
});
