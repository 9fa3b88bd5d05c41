/**
 * The amounts of a transaction that were turned into home currency: from which amount, by which
 * factor, over which pairs. Source: v20 semantics 5.1, 5.2, 5.7, 5.10.
 */

import { type Decimal, decimal, formatFixed, formatMoney } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { OrderFillTransaction, TradeReduce, Transaction } from '../ledger/transaction.js';
import { type AccountMarket, effectiveMarginRate } from '../ledger/valuation.js';
import { type ConversionFactors, FACTOR_DIGITS, factorValue } from '../market/conversion.js';
import { baseCurrency, type Instrument, quoteCurrency } from '../market/instrument.js';
import { formatPoints } from '../market/points.js';
import type { ConversionStep, ExplainedConversion } from './explanation.js';
import type { Scene } from './scene.js';

/** One amount before it is converted, and what the ledger says that it became. */
interface Amount {
  readonly what: string;
  readonly tradeID?: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly kind: ExplainedConversion['kind'];
  readonly home: string;
}

/** The conversions of the transaction of `scene`; none when no money was converted. */
export function conversionsOf(scene: Scene): ExplainedConversion[] {
  return amountsOf(scene).flatMap(each => {
    const factors = scene.market.conversion.factors(each.currency);
    return factors === undefined ? [] : [explained(scene, each, factors)];
  });
}

function amountsOf(scene: Scene): Amount[] {
  const { transaction } = scene;
  if (transaction.type === 'ORDER_FILL') return fillAmounts(scene, transaction);
  if (transaction.type === 'DAILY_FINANCING') return financingAmounts(transaction);
  if (transaction.type === 'DIVIDEND_ADJUSTMENT') return dividendAmounts(transaction);
  const isShort =
    transaction.type === 'ORDER_CANCEL' && transaction.reason === 'INSUFFICIENT_MARGIN';
  return isShort ? marginAmount(scene) : [];
}

function explained(
  { market, cell }: Scene,
  { what, tradeID, currency, amount, kind, home }: Amount,
  factors: ConversionFactors,
): ExplainedConversion {
  return {
    what,
    ...present({ tradeID }),
    currency,
    amount: amount.toFixed(),
    kind,
    factor: formatFixed(factorValue(factors[kind]), FACTOR_DIGITS),
    home,
    path: currency === cell.state.config.currency ? [] : pathOf(market, currency),
  };
}

function fillAmounts(scene: Scene, fill: OrderFillTransaction): Amount[] {
  const { instrument } = scene;
  if (instrument === undefined) return [];
  const closes = [...(fill.tradesClosed ?? []), ...(fill.tradeReduced ? [fill.tradeReduced] : [])];
  const amounts = closes.flatMap(part => closeAmounts(scene, instrument, part));
  const opened = fill.tradeOpened;
  if (opened === undefined) return amounts;
  const rate = effectiveMarginRate(scene.before, instrument);
  const margin: Amount = {
    what: 'initialMarginRequired',
    tradeID: opened.tradeID,
    currency: baseCurrency(instrument),
    amount: decimal(opened.units).abs().times(rate),
    kind: 'mid',
    home: opened.initialMarginRequired,
  };
  return [...amounts, margin];
}

/** The profit, the financing and the fee of a trade that was closed or reduced. */
function closeAmounts({ cell }: Scene, instrument: Instrument, part: TradeReduce): Amount[] {
  const { tradeID } = part;
  const trade = cell.state.trades.get(Number(tradeID));
  if (trade === undefined) return [];
  const [base, currency] = [baseCurrency(instrument), quoteCurrency(instrument)];
  const amount = decimal(part.units).negated().times(decimal(part.price).minus(trade.price));
  const profit = gainOrLoss({
    what: 'realizedPL',
    tradeID,
    currency,
    amount,
    home: part.realizedPL,
  });
  const financing = gainOrLoss({
    what: 'financing',
    tradeID,
    ...financed(part, base, currency),
    home: part.financing,
  });
  const fee: Amount = {
    what: 'guaranteedExecutionFee',
    tradeID,
    currency,
    amount: decimal(part.quoteGuaranteedExecutionFee),
    kind: 'loss',
    home: part.guaranteedExecutionFee,
  };
  return [profit, ...[financing, fee].filter(each => !each.amount.isZero())];
}

function gainOrLoss(amount: Omit<Amount, 'kind'>): Amount {
  return { ...amount, kind: amount.amount.lt(0) ? 'loss' : 'gain' };
}

function financingAmounts({
  positionFinancings,
}: Extract<Transaction, { readonly type: 'DAILY_FINANCING' }>): Amount[] {
  return positionFinancings.flatMap(({ instrument: name, openTradeFinancings }) =>
    openTradeFinancings.map(trade =>
      gainOrLoss({
        what: 'financing',
        tradeID: trade.tradeID,
        ...financed(trade, baseCurrency({ name }), quoteCurrency({ name })),
        home: trade.financing,
      }),
    ),
  );
}

/** What was converted of a financing: the amount in quote currency where there is one. */
function financed(
  { baseFinancing, quoteFinancing }: Pick<TradeReduce, 'baseFinancing' | 'quoteFinancing'>,
  base: string,
  quote: string,
): Pick<Amount, 'currency' | 'amount'> {
  return quoteFinancing === undefined
    ? { currency: base, amount: decimal(baseFinancing) }
    : { currency: quote, amount: decimal(quoteFinancing) };
}

function dividendAmounts({
  instrument: name,
  openTradeDividendAdjustments,
}: Extract<Transaction, { readonly type: 'DIVIDEND_ADJUSTMENT' }>): Amount[] {
  return openTradeDividendAdjustments.map(
    ({ tradeID, dividendAdjustment, quoteDividendAdjustment }) =>
      gainOrLoss({
        what: 'dividendAdjustment',
        tradeID,
        currency: quoteCurrency({ name }),
        amount: decimal(quoteDividendAdjustment),
        home: dividendAdjustment,
      }),
  );
}

function marginAmount({ trial, instrument, before }: Scene): Amount[] {
  if (trial?.required === undefined || instrument === undefined) return [];
  const amount = trial.needing.times(effectiveMarginRate(before, instrument));
  const currency = baseCurrency(instrument);
  return [
    { what: 'marginRequired', currency, amount, kind: 'mid', home: formatMoney(trial.required) },
  ];
}

/** The pairs from `currency` to home currency with their prices. */
function pathOf({ quotes, conversion }: AccountMarket, currency: string): ConversionStep[] {
  let from = currency;
  return (conversion.slots(currency) ?? []).map(slot => {
    const instrument = quotes.instrument(slot);
    const isForward = baseCurrency(instrument) === from;
    from = isForward ? quoteCurrency(instrument) : baseCurrency(instrument);
    return {
      pair: instrument.name,
      bid: formatPoints(quotes.bidPoints(slot), instrument.displayPrecision),
      ask: formatPoints(quotes.askPoints(slot), instrument.displayPrecision),
      operation: isForward ? 'multiply' : 'divide',
    };
  });
}
